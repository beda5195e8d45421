/// What a still moment is.
struct RestVerdict: Sendable, BitwiseCopyable {
  /// True at rest.
  let isRest: Bool
  /// By how much the heading is to be turned, rad: at rest it stands still, and what was held is given back to a turn.
  let heading: Double

  @_noLocks
  init(isRest: Bool, heading: Double) {
    self.isRest = isRest
    self.heading = heading
  }

  /// Motion, in which the heading goes by the gyroscope.
  static var motion: RestVerdict { @_noLocks get { RestVerdict(isRest: false, heading: 0) } }
}
