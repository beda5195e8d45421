/// The six poses of the common procedure: which ones are there, and the textbook's solution.
public struct SixPoses: Sendable {
  /// The last pose for each axis that pointed up.
  public private(set) var poses: [ChipDirection: RestPose] = [:]

  /// No pose yet.
  public init() {}

  /// The poses of a recording or a finder.
  public init(_ poses: [RestPose]) {
    for pose in poses { add(pose) }
  }

  /// Takes a pose; one that is not near any axis is left out.
  public mutating func add(_ pose: RestPose) {
    if let upward = pose.upward { poses[upward] = pose }
  }

  /// The poses that are wanted still.
  public var missing: [ChipDirection] { ChipDirection.allCases.filter { poses[$0] == nil } }

  /// Offset and scale by halves of sums and differences (ST AN4508, section 2); nil while a pose is missing.
  ///
  /// Exact for level poses only; a tilt of 5 degrees costs 0.4 % of scale. ``AccelerometerCalibration/init(poses:)`` has no
  /// such error and starts from here.
  public var solution: (offset: Vector3, scale: Vector3)? {
    guard missing.isEmpty else { return nil }
    func shown(_ direction: ChipDirection) -> Double {
      let axis = direction.vector
      return (poses[direction]?.force ?? .zero).dot(Vector3(abs(axis.x), abs(axis.y), abs(axis.z)))
    }
    let plus = Vector3(shown(.plusX), shown(.plusY), shown(.plusZ))
    let minus = Vector3(shown(.minusX), shown(.minusY), shown(.minusZ))
    let span = plus - minus
    let twice = 2 * AccelerometerFit.gravity
    return (0.5 * (plus + minus), Vector3(twice / span.x, twice / span.y, twice / span.z))
  }
}
