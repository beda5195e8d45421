/// An acceleration in the device frame, in g (9.80665 m/s^2). At rest it points down: face up reads (0, 0, -1).
///
/// A plain value, as on the phone: no conformances beside `Sendable` and `BitwiseCopyable`, so that programs may add their own.
public struct CMAcceleration: Sendable, BitwiseCopyable {
  /// Along the device's x axis, to the right edge, in g.
  public var x: Double
  /// Along the device's y axis, to the top edge, in g.
  public var y: Double
  /// Along the device's z axis, out of the face, in g.
  public var z: Double

  /// All zeros.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// The given coordinates, in g.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
