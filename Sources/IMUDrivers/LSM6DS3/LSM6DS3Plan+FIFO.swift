extension LSM6DS3Plan {
  /// Where the FIFO is and what it says. Frames hold the gyroscope's and the accelerometer's words, twelve bytes; the
  /// pattern register tells each word's place in the frame.
  var fifoLayout: FIFOLayout {
    FIFOLayout(
      kind: .words, levelRegister: LSM6DS3Register.fifoStatus1.rawValue,
      dataRegister: LSM6DS3Register.fifoDataLow.rawValue, flagRegister: LSM6DS3Register.fifoStatus1.rawValue,
      overflowMask: LSM6DS3Bits.fifoOverrun, emptyMask: LSM6DS3Bits.fifoEmpty,
      capacityFrames: variant.fifoBytes / FIFOLayout.frameBytes, capacityBytes: variant.fifoBytes,
      // DIFF_FIFO has twelve bits on the LSM6DS3 and eleven on the TR-C, whose next bit means something else.
      countMask: isTRC ? 0x07FF : 0x0FFF, marksEachSample: false, holdsLine: true,
      temperatureRegister: LSM6DS3Register.temperatureLow.rawValue,
      // Bypass mode empties (DocID026899 section 6).
      stop: FIFOLayout.Steps(
        first: RegisterWrite(.fifoControl5, 0), second: RegisterWrite(.fifoControl4, 0),
        third: RegisterWrite(.fifoControl3, LSM6DS3Bits.fifoBothSensors)),
      start: FIFOLayout.Steps(
        first: RegisterWrite(.interrupt1, LSM6DS3Bits.fifoThreshold),
        second: RegisterWrite(.fifoControl5, rate.code << 3 | LSM6DS3Bits.fifoContinuous)),
      thresholdLow: LSM6DS3Register.fifoControl1.rawValue, thresholdHigh: LSM6DS3Register.fifoControl2.rawValue)
  }

  /// What stays as it is while the FIFO runs. It still stands in bypass mode, so that it begins with a whole set.
  var fifoWrites: [RegisterWrite] {
    [
      RegisterWrite(.fifoControl3, LSM6DS3Bits.fifoBothSensors),
      RegisterWrite(.fifoControl4, 0),
    ]
  }
}
