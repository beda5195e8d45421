import Fusion

/// Three coordinates in SI units. A type of its own, so that m/s^2 are not taken for the g of ``CMAcceleration``.
public struct MotionVector: Sendable, BitwiseCopyable {
  /// Along x.
  public var x: Double
  /// Along y.
  public var y: Double
  /// Along z.
  public var z: Double

  /// The given coordinates.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ vector: Vector3) { self.init(x: vector.x, y: vector.y, z: vector.z) }

  init(_ acceleration: CMAcceleration, scaledBy scale: Double) {
    self.init(x: acceleration.x * scale, y: acceleration.y * scale, z: acceleration.z * scale)
  }

  var fusionVector: Vector3 { Vector3(x, y, z) }

  /// The length.
  public var length: Double { fusionVector.length }
}
