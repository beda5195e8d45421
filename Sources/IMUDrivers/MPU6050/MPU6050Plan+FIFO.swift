extension MPU6050Plan {
  /// Where the FIFO is and what it says.
  ///
  /// Frames hold the six axes and no temperature, twelve bytes. What a frame's alignment is judged by is the count: the
  /// chip adds whole frames alone, so a count that is no multiple of twelve tells that bytes have gone astray. A full
  /// FIFO (1024 or 512 bytes, neither a multiple of twelve) shows in the count as well as in its flag.
  func fifoLayout(for variant: ChipVariant) -> FIFOLayout {
    FIFOLayout(
      kind: .bytes, levelRegister: MPU6050Register.fifoCountHigh.rawValue,
      dataRegister: MPU6050Register.fifoData.rawValue, flagRegister: MPU6050Register.interruptStatus.rawValue,
      overflowMask: MPU6050Bits.fifoOverflow, emptyMask: 0,
      capacityFrames: variant.fifoBytes / FIFOLayout.frameBytes, capacityBytes: variant.fifoBytes,
      countMask: 0xFFFF, marksEachSample: true, holdsLine: configuration.interrupt.latched,
      temperatureRegister: MPU6050Register.temperatureHigh.rawValue,
      // The order of the register map (section 4.27) and of Linux inv_mpu6050.
      stop: FIFOLayout.Steps(
        first: RegisterWrite(.fifoEnable, 0), second: RegisterWrite(.userControl, 0),
        third: RegisterWrite(.userControl, MPU6050Bits.fifoReset)),
      start: FIFOLayout.Steps(
        first: RegisterWrite(.userControl, MPU6050Bits.fifoOn),
        second: RegisterWrite(.fifoEnable, MPU6050Bits.fifoSixAxes)),
      thresholdLow: 0, thresholdHigh: 0)
  }
}
