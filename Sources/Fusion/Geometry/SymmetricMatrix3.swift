/// A symmetric matrix of three rows: a covariance. Six numbers, so it can't lose its symmetry to rounding.
///
/// Real-time: safe on the sample path.
public struct SymmetricMatrix3: Equatable, Sendable, BitwiseCopyable {
  /// The diagonal: the variances.
  public var xx, yy, zz: Double
  /// The off-diagonal elements: the covariances.
  public var xy, xz, yz: Double

  /// A matrix with the given diagonal and nothing else.
  @inlinable @_noLocks
  public init(diagonal: Vector3) {
    xx = diagonal.x
    yy = diagonal.y
    zz = diagonal.z
    xy = 0
    xz = 0
    yz = 0
  }

  /// The diagonal as a vector.
  @inlinable public var diagonal: Vector3 { @_noLocks get { Vector3(xx, yy, zz) } }

  /// The first column.
  @inlinable public var column1: Vector3 { @_noLocks get { Vector3(xx, xy, xz) } }
  /// The second column.
  @inlinable public var column2: Vector3 { @_noLocks get { Vector3(xy, yy, yz) } }
  /// The third column.
  @inlinable public var column3: Vector3 { @_noLocks get { Vector3(xz, yz, zz) } }

  /// The product with a column.
  @inlinable @_noLocks
  public static func * (m: SymmetricMatrix3, v: Vector3) -> Vector3 {
    Vector3(
      m.xx * v.x + m.xy * v.y + m.xz * v.z,
      m.xy * v.x + m.yy * v.y + m.yz * v.z,
      m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }

  /// Takes `scale v v^T` away.
  @inlinable @inline(__always) @_noLocks
  public mutating func subtractSquare(of v: Vector3, scaledBy scale: Double) {
    let s = scale * v
    xx -= s.x * v.x
    yy -= s.y * v.y
    zz -= s.z * v.z
    xy -= s.x * v.y
    xz -= s.x * v.z
    yz -= s.y * v.z
  }
}
