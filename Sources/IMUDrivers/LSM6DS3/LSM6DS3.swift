/// Set-up of the LSM6DS3 and LSM6DS3TR-C.
enum LSM6DS3 {
  /// SW_RESET clears itself within 50 us by the data sheet; Linux allows 50 ms. BOOT is never used: some parts hang in it.
  static let resetDeadlineMilliseconds: UInt64 = 50
  /// CTRL3_C after a reset.
  static let control3ResetValue = LSM6DS3Bits.addressIncrement

  /// Resets and configures the chip, and reads every register back.
  static func start(_ port: inout RegisterPort, plan: LSM6DS3Plan) throws(SensorError.Reason) {
    try reset(&port)
    try port.writeVerified(plan.writes)
  }

  /// Powers both sensors down.
  static func stop(_ port: inout RegisterPort) throws(BusError) {
    try port.writeRetrying(0, to: LSM6DS3Register.gyroscopeControl.rawValue)
    try port.writeRetrying(0, to: LSM6DS3Register.accelerometerControl.rawValue)
  }

  private static func reset(_ port: inout RegisterPort) throws(SensorError.Reason) {
    do throws(BusError) {
      // While the page of the embedded functions is open, CTRL3_C is out of reach.
      try port.writeRetrying(0, to: LSM6DS3Register.functionAccess.rawValue)
      // A reset amid a transfer of the sensor hub may leave a chip of this family beyond reach until the next power cycle.
      try port.writeRetrying(0, to: LSM6DS3Register.masterConfiguration.rawValue)
      try port.writeRetrying(LSM6DS3Bits.softwareReset, to: LSM6DS3Register.control3.rawValue)
    } catch { throw .bus(error) }
    for _ in 0..<resetDeadlineMilliseconds {
      port.pause(milliseconds: 1)
      // The chip may not acknowledge while it resets, so errors count as "not yet" until the deadline.
      if port.reads(LSM6DS3Register.control3.rawValue), port.byte(0) == control3ResetValue {
        return
      }
    }
    throw .resetTimeout(milliseconds: resetDeadlineMilliseconds)
  }
}
