/// A quaternion, scalar last. As an attitude it maps device vectors to the reference frame: `v_ref = q v_dev q*`.
///
/// `(x, y, z)` is the axis times the sine of half the angle, `w` its cosine.
public struct CMQuaternion: Sendable, BitwiseCopyable {
  /// First coordinate of the vector part.
  public var x: Double
  /// Second coordinate of the vector part.
  public var y: Double
  /// Third coordinate of the vector part.
  public var z: Double
  /// The scalar part.
  public var w: Double

  /// All zeros, which is no rotation; ``identity`` is the rotation by nothing.
  public init() { self.init(x: 0, y: 0, z: 0, w: 0) }

  /// The given parts. Nothing is normalised.
  public init(x: Double, y: Double, z: Double, w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }
}
