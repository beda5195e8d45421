/// What a self-test measured on each axis of a chip.
public struct SelfTestReport: Sendable, Equatable {
  /// The part that was tested.
  public let variant: ChipVariant
  /// Accelerometer x, y, z, then gyroscope x, y, z.
  public let axes: [SelfTestAxis]

  /// Whether an axis is outside its limits.
  public var hasFailed: Bool { axes.contains { $0.verdict == .failed } }
}

/// One axis of a self-test: how far its reading moved when the chip pushed on the sensor.
public struct SelfTestAxis: Sendable, Equatable {
  /// Which of the chip's two sensors.
  public enum Sensor: String, Sendable {
    case accelerometer
    case gyroscope

    /// The unit of ``SelfTestAxis/response`` and ``SelfTestAxis/limits``.
    public var unit: String { self == .accelerometer ? "g" : "deg/s" }
  }

  /// What the measured value says.
  public enum Verdict: String, Sendable {
    case passed
    case failed
    /// The factory left no value to compare with, so nothing can be said.
    case untrimmed
  }

  public let sensor: Sensor
  /// "x", "y" or "z", chip axes.
  public let name: String
  /// Mean reading with the self-test on minus that with it off, in g or deg/s.
  public let response: Double
  /// What is allowed for ``response``, in the same unit; nil where the factory left no value to compare with.
  public let limits: ClosedRange<Double>?

  /// Judged by the limits alone.
  public var verdict: Verdict {
    guard let limits else { return .untrimmed }
    return limits.contains(response) ? .passed : .failed
  }
}
