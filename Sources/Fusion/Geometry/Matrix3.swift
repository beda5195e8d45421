/// A matrix of three rows and three columns.
///
/// Real-time: safe on the sample path.
public struct Matrix3: Equatable, Sendable, BitwiseCopyable {
  /// The first row.
  public var row1: Vector3
  /// The second row.
  public var row2: Vector3
  /// The third row.
  public var row3: Vector3

  /// A matrix of the given rows.
  @inlinable @_noLocks
  public init(_ row1: Vector3, _ row2: Vector3, _ row3: Vector3) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
  }

  /// The null matrix.
  @inlinable public static var zero: Matrix3 { @_noLocks get { Matrix3(.zero, .zero, .zero) } }

  /// The rotation matrix of an orientation of norm 1: `v_ref = R v_dev`. Row i is the i-th axis of the reference frame
  /// in the device frame.
  @inlinable @_noLocks
  public init(rotation q: Quaternion) {
    let xx = 2 * q.x * q.x
    let yy = 2 * q.y * q.y
    let zz = 2 * q.z * q.z
    let xy = 2 * q.x * q.y
    let xz = 2 * q.x * q.z
    let yz = 2 * q.y * q.z
    let wx = 2 * q.w * q.x
    let wy = 2 * q.w * q.y
    let wz = 2 * q.w * q.z
    row1 = Vector3(1 - yy - zz, xy - wz, xz + wy)
    row2 = Vector3(xy + wz, 1 - xx - zz, yz - wx)
    row3 = Vector3(xz - wy, yz + wx, 1 - xx - yy)
  }

  /// The first column.
  @inlinable public var column1: Vector3 { @_noLocks get { Vector3(row1.x, row2.x, row3.x) } }
  /// The second column.
  @inlinable public var column2: Vector3 { @_noLocks get { Vector3(row1.y, row2.y, row3.y) } }
  /// The third column.
  @inlinable public var column3: Vector3 { @_noLocks get { Vector3(row1.z, row2.z, row3.z) } }

  /// The product with a column.
  @inlinable @_noLocks
  public static func * (m: Matrix3, v: Vector3) -> Vector3 {
    Vector3(m.row1.dot(v), m.row2.dot(v), m.row3.dot(v))
  }

  /// Takes `left right^T` away.
  @inlinable @inline(__always) @_noLocks
  public mutating func subtractProduct(_ left: Vector3, _ right: Vector3) {
    row1 -= left.x * right
    row2 -= left.y * right
    row3 -= left.z * right
  }
}
