/// A magnetic field in the device frame, in microtesla.
///
/// A plain value, as on the phone: no conformances beside `Sendable` and `BitwiseCopyable`, so that programs may add their own.
public struct CMMagneticField: Sendable, BitwiseCopyable {
  /// Along the device's x axis, to the right edge, in microtesla.
  public var x: Double
  /// Along the device's y axis, to the top edge, in microtesla.
  public var y: Double
  /// Along the device's z axis, out of the face, in microtesla.
  public var z: Double

  /// All zeros.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// The given coordinates, in microtesla.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
