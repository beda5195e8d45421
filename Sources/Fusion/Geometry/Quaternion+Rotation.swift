extension Quaternion {
  /// Rotates a vector: `q v q*`. For an orientation: device frame to reference frame. Expects norm 1.
  @inlinable @_noLocks
  public func rotate(_ v: Vector3) -> Vector3 {
    // q v q* = v + w t + u x t with t = 2 u x v: 18 multiplications instead of the 32 of two products.
    let t = 2 * vector.cross(v)
    return v + w * t + vector.cross(t)
  }

  /// Rotates a vector backwards: `q* v q`. For an orientation: reference frame to device frame. Expects norm 1.
  @inlinable @_noLocks
  public func rotateBack(_ v: Vector3) -> Vector3 {
    let t = 2 * v.cross(vector)
    return v + w * t + t.cross(vector)
  }

  /// The rotation by `angle` (radians, right-hand rule) about `axis` (any length; nil where it has none).
  @inlinable @_noLocks
  public init?(axis: Vector3, angle: Double) {
    guard let axis = axis.normalized() else { return nil }
    let half = 0.5 * angle
    let s = sine(half)
    self.init(w: cosine(half), x: s * axis.x, y: s * axis.y, z: s * axis.z)
  }

  /// The rotation about the direction of `rotationVector` by its length (radians).
  @inlinable @_noLocks
  public init(rotationVector: Vector3) {
    let half = 0.5 * rotationVector
    let squared = half.lengthSquared
    let cosineOfHalf: Double
    let sineOverHalf: Double
    if squared < 0.05 {
      // Taylor series in the squared half angle, below 0.05 for turns below 25 degrees: 2000 deg/s at 80 Hz and faster.
      // The first terms left out are squared^6/12! and squared^6/13!, below 4e-17: less than rounding.
      cosineOfHalf =
        1 - squared / 2 * (1 - squared / 12 * (1 - squared / 30 * (1 - squared / 56 * (1 - squared / 90))))
      sineOverHalf =
        1 - squared / 6 * (1 - squared / 20 * (1 - squared / 42 * (1 - squared / 72 * (1 - squared / 110))))
    } else {
      let length = squareRoot(squared)
      cosineOfHalf = cosine(length)
      sineOverHalf = sine(length) / length
    }
    self.init(w: cosineOfHalf, x: sineOverHalf * half.x, y: sineOverHalf * half.y, z: sineOverHalf * half.z)
  }

  /// The shortest rotation that turns the unit vector `direction` up, onto +z. It has no part about z, so it never
  /// changes a heading. Straight down is turned about x.
  @inlinable @_noLocks
  public init(turningUp direction: Vector3) {
    let w = squareRoot(max(0, 0.5 * (1 + direction.z)))
    guard w > 1e-6 else {
      self.init(w: 0, x: 1, y: 0, z: 0)
      return
    }
    let scale = 0.5 / w
    self = Quaternion(w: w, x: direction.y * scale, y: -direction.x * scale, z: 0).renormalized()
  }

  /// The same quaternion brought back to norm 1, where rounding has moved the norm by little: one Newton step for the
  /// inverse root from the estimate 1. A norm off by e leaves 1.5 e^2, so 1e-9 is mended to less than rounding.
  @inlinable @_noLocks
  public func renormalized() -> Quaternion { self * (1.5 - 0.5 * normSquared) }

  /// The angle of the rotation in radians, 0 to pi. Expects norm 1.
  @inlinable public var angle: Double { @_noLocks get { 2 * arcTangent(vector.length, abs(w)) } }
}
