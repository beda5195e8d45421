import Pipeline

/// How well a kind of data comes: what was asked for, what the chip does, and what was lost on the way.
public struct MotionReport: Sendable, Equatable {
  /// Seconds between values as asked for; 0 for every sample.
  public var updateInterval: Double
  /// Mean seconds between the values that the handler got since its start; without a handler, between the different values that
  /// the property showed to its readers. Nil before the second.
  public var actualUpdateInterval: Double?
  /// The chip's sample rate in hertz as measured by its edges; 0 before the second sample and when not active.
  public var chipHertz: Double
  /// Standard deviation of the time between two samples of the chip, in seconds.
  public var jitter: Double
  /// Samples of the chip that were lost since the first manager became active, for any reason.
  public var lostSamples: UInt64
  /// Values that the handler was too slow for since its start.
  public var dropped: UInt64
}

extension CMMotionManager {
  /// The real rate, jitter and losses of a kind of data.
  public func report(of sensor: MotionSensor) -> MotionReport {
    let channel = channel(sensor)
    let counters = channel.isActive ? board.counters : nil
    return MotionReport(
      updateInterval: channel.seconds, actualUpdateInterval: channel.meanInterval,
      chipHertz: counters?.interval.hertz ?? 0, jitter: (counters?.interval.deviation ?? 0) * 1e-9,
      lostSamples: counters?.lost ?? 0, dropped: channel.dropped)
  }

  /// The gyroscope's bias as it is estimated now, in rad/s: what ``CMGyroData/rotationRate`` has and ``CMDeviceMotion/rotationRate`` has not. Nil
  /// when device motion is not active, and before the first value.
  public var gyroBias: CMRotationRate? {
    channel(.deviceMotion).latest.map { CMRotationRate(x: $0.bias.x, y: $0.bias.y, z: $0.bias.z) }
  }
}
