/// A rotation rate in the device frame, in rad/s, positive by the right-hand rule about each axis.
///
/// A plain value, as on the phone: no conformances beside `Sendable` and `BitwiseCopyable`, so that programs may add their own.
public struct CMRotationRate: Sendable, BitwiseCopyable {
  /// Along the device's x axis, to the right edge, in rad/s.
  public var x: Double
  /// Along the device's y axis, to the top edge, in rad/s.
  public var y: Double
  /// Along the device's z axis, out of the face, in rad/s.
  public var z: Double

  /// All zeros.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// The given coordinates, in rad/s.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
