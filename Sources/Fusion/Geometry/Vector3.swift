/// Three coordinates in one right-handed frame. What they measure (rad/s, m/s^2, ...) and in which frame is said where
/// a vector is used.
///
/// Real-time: every operation is safe on the sample path.
public struct Vector3: Equatable, Sendable, BitwiseCopyable {
  /// The coordinate along the first axis.
  public var x: Double
  /// The coordinate along the second axis.
  public var y: Double
  /// The coordinate along the third axis.
  public var z: Double

  /// A vector of the given coordinates.
  @inlinable @_noLocks
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The null vector.
  @inlinable public static var zero: Vector3 { @_noLocks get { Vector3(0, 0, 0) } }

  /// The square of the length.
  @inlinable public var lengthSquared: Double { @_noLocks get { x * x + y * y + z * z } }

  /// The length. Infinite where the square overflows (above about 1e154).
  @inlinable public var length: Double { @_noLocks get { squareRoot(lengthSquared) } }

  /// True if no coordinate is NaN or infinite.
  @inlinable public var isFinite: Bool { @_noLocks get { x.isFinite && y.isFinite && z.isFinite } }

  /// The scalar product.
  @inlinable @_noLocks
  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector product `self` x `other`.
  @inlinable @_noLocks
  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The vector of the same direction and length 1, or nil where the length is zero or not finite.
  @inlinable @_noLocks
  public func normalized() -> Vector3? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return self / length
  }

  /// The coordinate-wise sum.
  @inlinable @_noLocks
  public static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }

  /// The coordinate-wise difference.
  @inlinable @_noLocks
  public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }

  /// The opposite vector.
  @inlinable @_noLocks
  public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }

  /// The vector scaled by a number.
  @inlinable @_noLocks
  public static func * (a: Vector3, scale: Double) -> Vector3 { Vector3(a.x * scale, a.y * scale, a.z * scale) }

  /// The vector scaled by a number.
  @inlinable @_noLocks
  public static func * (scale: Double, a: Vector3) -> Vector3 { a * scale }

  /// The vector divided by a number.
  @inlinable @_noLocks
  public static func / (a: Vector3, divisor: Double) -> Vector3 { a * (1 / divisor) }

  /// Adds a vector in place.
  @inlinable @_noLocks
  public static func += (a: inout Vector3, b: Vector3) { a = a + b }

  /// Subtracts a vector in place.
  @inlinable @_noLocks
  public static func -= (a: inout Vector3, b: Vector3) { a = a - b }

  /// Scales in place.
  @inlinable @_noLocks
  public static func *= (a: inout Vector3, scale: Double) { a = a * scale }
}
