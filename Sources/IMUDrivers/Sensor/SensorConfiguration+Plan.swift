extension SensorConfiguration {
  /// The output data rate in hertz that this comes down to on a chip of a family: its smallest rate that is not below the wanted
  /// one. Nothing is asked of a chip.
  ///
  /// - Throws: a rate or a range that the family does not have.
  public func plannedSampleRateHertz(on family: ChipFamily) throws(SensorError.Reason) -> Double {
    switch family {
    case .mpu6050: try MPU6050Plan(self).sampleRateHertz
    // All parts of the family have the same rates.
    case .lsm6ds3: try LSM6DS3Plan(self, variant: .lsm6ds3).rate.hertz
    }
  }
}
