/// The rotation matrix of a quaternion, by rows: `v_ref = R v_dev`. Row i holds the i-th axis of the reference frame
/// written in the device frame.
///
/// Real-time: safe on the sample path.
public struct RotationMatrix: Equatable, Sendable, BitwiseCopyable {
  /// The reference frame's x axis in the device frame.
  public var row1: Vector3
  /// The reference frame's y axis in the device frame.
  public var row2: Vector3
  /// The reference frame's z axis, up, in the device frame.
  public var row3: Vector3

  /// The matrix of an orientation of norm 1.
  @inlinable @_noLocks
  public init(_ q: Quaternion) {
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

  /// The product with a column: device frame to reference frame.
  @inlinable @_noLocks
  public static func * (m: RotationMatrix, v: Vector3) -> Vector3 {
    Vector3(m.row1.dot(v), m.row2.dot(v), m.row3.dot(v))
  }
}
