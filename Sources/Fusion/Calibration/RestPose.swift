/// A pose that the chip was held in.
public struct RestPose: Sendable, BitwiseCopyable, Equatable {
  /// The mean specific force in m/s^2, in chip axes.
  public internal(set) var force: Vector3
  /// The mean rate in rad/s.
  public internal(set) var rate: Vector3
  /// The variance of one sample of the force on each axis, (m/s^2)^2.
  public internal(set) var forceVariance: Vector3
  /// Number of samples.
  public internal(set) var count: Int
  /// How long it was held, in seconds.
  public internal(set) var seconds: Double

  /// A pose of the given values.
  public init(
    force: Vector3, rate: Vector3 = .zero, forceVariance: Vector3 = .zero, count: Int = 1, seconds: Double = 1
  ) {
    self.force = force
    self.rate = rate
    self.forceVariance = forceVariance
    self.count = count
    self.seconds = seconds
  }

  init(_ window: RestWindow) {
    self.init(
      force: window.force, rate: window.rate, forceVariance: window.forceVariance, count: window.count,
      seconds: window.seconds)
  }

  mutating func add(_ window: RestWindow) {
    let share = Double(window.count) / Double(count + window.count)
    force += share * (window.force - force)
    rate += share * (window.rate - rate)
    forceVariance += share * (window.forceVariance - forceVariance)
    count += window.count
    seconds += window.seconds
  }

  /// The chip axis that points up, if the pose is within 25 degrees of one.
  public var upward: ChipDirection? { ChipDirection(force, withinCosine: 0.906) }
}
