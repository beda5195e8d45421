/// The nine quantities that the filter estimates beside the orientation.
///
/// Tilt, velocity and position go together by horizontal direction of the reference frame, since a wrong tilt lets
/// gravity leak into just that direction's acceleration: `forward` is x, `sideways` is y. Each is a vector of
/// (tilt in rad, velocity in m/s, position in m).
struct ErrorVector: Sendable, BitwiseCopyable {
  /// Along x of the reference frame; its tilt is the orientation's error about y.
  var forward: Vector3
  /// Along y of the reference frame; its tilt is minus the orientation's error about x.
  var sideways: Vector3
  /// The gyroscope's bias, rad/s, device frame.
  var bias: Vector3

  @inline(__always) @_noLocks
  init(forward: Vector3, sideways: Vector3, bias: Vector3) {
    self.forward = forward
    self.sideways = sideways
    self.bias = bias
  }

  @inline(__always) @_noLocks
  static func += (a: inout ErrorVector, b: ErrorVector) {
    a.forward += b.forward
    a.sideways += b.sideways
    a.bias += b.bias
  }

  @inline(__always) @_noLocks
  static func * (a: ErrorVector, scale: Double) -> ErrorVector {
    ErrorVector(forward: scale * a.forward, sideways: scale * a.sideways, bias: scale * a.bias)
  }
}

extension ErrorVector {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&forward)
    archive.exchange(&sideways)
    archive.exchange(&bias)
  }
}
