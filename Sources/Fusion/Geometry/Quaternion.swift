/// A quaternion, scalar first, Hamilton's product (`i j = k`). As an orientation it has norm 1 and maps vectors of the
/// device frame to the reference frame: `v_ref = q v_dev q*`.
///
/// Real-time: every operation is safe on the sample path.
public struct Quaternion: Equatable, Sendable, BitwiseCopyable {
  /// The scalar part.
  public var w: Double
  /// The first coordinate of the vector part.
  public var x: Double
  /// The second coordinate of the vector part.
  public var y: Double
  /// The third coordinate of the vector part.
  public var z: Double

  /// A quaternion of the given parts. Nothing is normalised.
  @inlinable @_noLocks
  public init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rotation by nothing.
  @inlinable public static var identity: Quaternion { @_noLocks get { Quaternion(w: 1, x: 0, y: 0, z: 0) } }

  /// The vector part.
  @inlinable public var vector: Vector3 { @_noLocks get { Vector3(x, y, z) } }

  /// The square of the norm.
  @inlinable public var normSquared: Double { @_noLocks get { w * w + x * x + y * y + z * z } }

  /// The norm.
  @inlinable public var norm: Double { @_noLocks get { squareRoot(normSquared) } }

  /// True if no part is NaN or infinite.
  @inlinable public var isFinite: Bool {
    @_noLocks get { w.isFinite && x.isFinite && y.isFinite && z.isFinite }
  }

  /// The quaternion with the vector part reversed; for norm 1 the inverse rotation.
  @inlinable public var conjugate: Quaternion { @_noLocks get { Quaternion(w: w, x: -x, y: -y, z: -z) } }

  /// The quaternion of norm 1 in the same direction, or nil where the norm is zero or not finite.
  @inlinable @_noLocks
  public func normalized() -> Quaternion? {
    let norm = norm
    guard norm > 0, norm.isFinite else { return nil }
    return self * (1 / norm)
  }

  /// The scalar product of the two as vectors of four coordinates.
  @inlinable @_noLocks
  public func dot(_ other: Quaternion) -> Double { w * other.w + x * other.x + y * other.y + z * other.z }

  /// Hamilton's product: as rotations, first `b`, then `a`.
  @inlinable @_noLocks
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
  }

  /// Each part scaled by a number.
  @inlinable @_noLocks
  public static func * (a: Quaternion, scale: Double) -> Quaternion {
    Quaternion(w: a.w * scale, x: a.x * scale, y: a.y * scale, z: a.z * scale)
  }

  /// The opposite quaternion: the same rotation.
  @inlinable @_noLocks
  public static prefix func - (a: Quaternion) -> Quaternion { Quaternion(w: -a.w, x: -a.x, y: -a.y, z: -a.z) }
}
