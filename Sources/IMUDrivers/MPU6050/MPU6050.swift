/// Set-up of the MPU-6050 and of the InvenSense parts that share its registers.
enum MPU6050 {
  /// The gyroscope needs 30 ms typically (product specification 3.4, section 6.1); Linux waits 60.
  static let gyroscopeStartMilliseconds: UInt64 = 60
  /// Wait after DEVICE_RESET (register map 4.2, section 4.28, and every driver that was compared).
  static let resetMilliseconds: UInt64 = 100
  static let resetDeadlineMilliseconds: UInt64 = 1000
  static let wakeMilliseconds: UInt64 = 10
  /// The first samples after power-up are dropped, as Linux' inv_mpu6050 does.
  static let settlingSamples = 2

  /// Resets, wakes and configures the chip, and reads every register back.
  ///
  /// - Returns: what the offset registers hold, where that stands still: a clone may have something else at their places.
  static func start(
    _ port: inout RegisterPort, variant: ChipVariant, plan: MPU6050Plan
  ) throws(SensorError.Reason) -> [RegisterWrite] {
    try reset(&port, variant: variant)
    try port.writeVerified([
      RegisterWrite(.powerManagement1, MPU6050Bits.clockFromGyroscopeX)
    ])
    port.pause(milliseconds: wakeMilliseconds)
    try port.writeVerified(plan.writes(for: variant))
    let kept = MPU6050Plan.keptRegisters(of: variant)
    let before = try port.values(of: kept)
    port.pause(milliseconds: gyroscopeStartMilliseconds)
    let after = try port.values(of: kept)
    if before == after { return before }
    // One read may have been wrong: what two of three show stands still.
    let third = try port.values(of: kept)
    return kept.indices.filter { third[$0] == before[$0] || third[$0] == after[$0] }.map { third[$0] }
  }

  /// Puts the chip to sleep.
  static func stop(_ port: inout RegisterPort) throws(BusError) {
    try port.writeRetrying(MPU6050Bits.sleep, to: MPU6050Register.powerManagement1.rawValue)
  }

  private static func reset(_ port: inout RegisterPort, variant: ChipVariant) throws(SensorError.Reason) {
    do throws(BusError) {
      // A former program may have left the auxiliary master at work: a reset amid its transfer would leave the part behind it
      // hanging (register map 4.2, section 4.27, I2C_MST_RESET).
      try port.writeRetrying(0, to: MPU6050Register.userControl.rawValue)
      try port.writeRetrying(MPU6050Bits.deviceReset, to: MPU6050Register.powerManagement1.rawValue)
    } catch { throw .bus(error) }
    port.pause(milliseconds: resetMilliseconds)
    // The chip may not acknowledge while it resets, so errors count as "not yet" until the deadline.
    let attempts = Int(resetDeadlineMilliseconds / 10)
    for _ in 0..<attempts {
      if isOutOfReset(&port, variant: variant) { return }
      port.pause(milliseconds: 10)
    }
    throw .resetTimeout(milliseconds: resetMilliseconds + resetDeadlineMilliseconds)
  }

  private static func isOutOfReset(_ port: inout RegisterPort, variant: ChipVariant) -> Bool {
    guard port.reads(MPU6050Register.whoAmI.rawValue), port.byte(0) == variant.identity,
      port.reads(MPU6050Register.powerManagement1.rawValue)
    else { return false }
    // The MPU-6050 wakes asleep (0x40); the MPU-6500 class awake. On both the reset bit clears itself.
    return variant.isExact ? port.byte(0) == MPU6050Bits.sleep : port.byte(0) & MPU6050Bits.deviceReset == 0
  }
}

extension RegisterWrite {
  init(_ register: MPU6050Register, _ value: UInt8) {
    self.init(register: register.rawValue, value: value)
  }
}
