/// The field over an interval as it looks by the six-axis orientation.
struct FieldView: Sendable, BitwiseCopyable {
  /// The norm, microtesla, and the dip below the horizon, rad.
  let norm: Double
  let dip: Double
  /// The angle about the vertical that would turn the field to north (y), rad.
  let heading: Double
  /// What ``heading`` would grow by if the samples were older by a second, rad/s.
  let headingPerDelay: Double
  /// The square of the horizontal part's share of the norm.
  let horizontalShareSquared: Double

  /// The view of an interval that is not empty, whose samples are late by `delay`, seconds.
  @_noLocks
  init(_ interval: FieldInterval, delay: Double) {
    let turning = interval.meanTurning
    let field = interval.meanField - delay * turning
    let horizontalSquared = field.x * field.x + field.y * field.y
    let squared = horizontalSquared + field.z * field.z
    norm = squareRoot(squared)
    dip = -arcTangent(field.z, squareRoot(horizontalSquared))
    heading = arcTangent(field.x, field.y)
    // The derivative of atan2(x, y) along -`turning`, which is what an underestimated delay has left in the field.
    // Without a horizontal part there is no heading.
    headingPerDelay =
      horizontalSquared > 0 ? (field.y * turning.x - field.x * turning.y) / horizontalSquared : 0
    horizontalShareSquared = squared > 0 ? horizontalSquared / squared : 0
  }
}
