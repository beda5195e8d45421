#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An orientation as a unit quaternion, scalar first: v_earth = q v_chip q*, with the earth's z axis pointing up.
///
/// The simulation's own type for the truth it plays; it does no estimation.
public struct TrueOrientation: BitwiseCopyable, Sendable, Equatable {
  /// Scalar part, the cosine of half the angle.
  public var w: Double
  /// First part of the vector, the axis times the sine of half the angle.
  public var x: Double
  /// Second part of the vector.
  public var y: Double
  /// Third part of the vector.
  public var z: Double

  /// Chip and earth axes coincide: the chip lies face up.
  public static let level = TrueOrientation(w: 1, x: 0, y: 0, z: 0)

  /// A quaternion as it stands; whoever makes it sees to its norm of 1.
  public init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// A turn about a fixed axis.
  /// - Parameters:
  ///   - axis: any length but 0.
  ///   - angle: in radians, right-handed.
  public init(axis: SIMD3<Double>, angle: Double) {
    let length = (axis * axis).sum().squareRoot()
    precondition(length > 0, "an axis of length 0 has no direction")
    let half = sin(angle / 2) / length
    self.init(w: cos(angle / 2), x: axis.x * half, y: axis.y * half, z: axis.z * half)
  }

  /// Turns about the vertical by yaw, then about the new y by pitch, then about the new x by roll (radians).
  public init(roll: Double, pitch: Double, yaw: Double) {
    let turn =
      TrueOrientation(axis: [0, 0, 1], angle: yaw) * TrueOrientation(axis: [0, 1, 0], angle: pitch)
      * TrueOrientation(axis: [1, 0, 0], angle: roll)
    self = turn
  }

  /// The turn `right` in the chip's axes, then `left` in the earth's.
  public static func * (left: TrueOrientation, right: TrueOrientation) -> TrueOrientation {
    let w = left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z
    let x = left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y
    let y = left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x
    let z = left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w
    return TrueOrientation(w: w, x: x, y: y, z: z)
  }

  /// The earth's up direction as the chip sees it: what an accelerometer at rest shows, in units of g.
  public var up: SIMD3<Double> {
    // Third row of the rotation matrix of q, which is R transposed applied to (0, 0, 1).
    SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
  }
}
