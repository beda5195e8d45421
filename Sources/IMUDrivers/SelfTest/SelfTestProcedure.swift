/// How a family's chips are tested: the passes, what they change, and what is allowed.
protocol SelfTestProcedure {
  /// All registers that are written, in the order in which they are given back their values.
  var changedRegisters: [UInt8] { get }
  /// What lets the chip take other writes.
  var wake: [RegisterWrite] { get }
  var wakeMilliseconds: UInt64 { get }
  /// Accelerometer first.
  var passes: [SelfTestPass] { get }
  func limits(_ port: inout RegisterPort) throws(BusError) -> SelfTestLimits
}

/// What is allowed on each axis, in g or deg/s; nil where the factory left no value.
struct SelfTestLimits: Equatable {
  /// x, y, z.
  let accelerometer: [ClosedRange<Double>?]
  let gyroscope: [ClosedRange<Double>?]
  /// Whether limits have a sign; otherwise the magnitude counts.
  let isAccelerometerSigned: Bool
  let isGyroscopeSigned: Bool

  /// What counts of a response: itself, or its magnitude.
  func judged(_ response: Double, of sensor: SelfTestAxis.Sensor) -> Double {
    (sensor == .accelerometer ? isAccelerometerSigned : isGyroscopeSigned) ? response : abs(response)
  }

  subscript(sensor: SelfTestAxis.Sensor) -> [ClosedRange<Double>?] {
    sensor == .accelerometer ? accelerometer : gyroscope
  }
}

extension ChipIdentity {
  /// ``read(_:family:)``, trying again within bounds while nobody answers. Not for the sampling thread.
  static func readRetrying(_ port: inout RegisterPort, family: ChipFamily) -> ChipIdentity {
    var identity = read(&port, family: family)
    for _ in 1..<RegisterPort.setUpAttempts {
      guard case .noAnswer = identity else { break }
      port.pause(milliseconds: IMUSensor.powerUpPollMilliseconds)
      identity = read(&port, family: family)
    }
    return identity
  }
}
