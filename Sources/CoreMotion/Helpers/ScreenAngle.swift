import Fusion
import Pipeline

/// How a device is held: portrait, landscape, face up and so on, with the case names that iOS code knows.
public typealias DeviceOrientation = Fusion.DeviceOrientation

/// The angle by which a device is turned in the plane of its screen.
public typealias ScreenAngle = Pipeline.ScreenAngle

extension ScreenAngle {
  /// How far the device is turned clockwise from portrait, in radians, (-pi, pi], from an acceleration at rest in g.
  ///
  /// Lying flat it means nothing, since x and y are then noise; ``DeviceOrientation`` tells face up and face down apart.
  public static func radians(_ acceleration: CMAcceleration) -> Double {
    radians(accelerationX: acceleration.x, accelerationY: acceleration.y)
  }
}

extension DeviceOrientation {
  /// The orientation for an acceleration at rest in g, without memory: face up and face down where |z| is 0.8 of it or more, else the quarter,
  /// each border belonging to one alone. Unknown for no acceleration.
  public init(acceleration: CMAcceleration) {
    let up = Vector3(-acceleration.x, -acceleration.y, -acceleration.z)
    self = up.normalized().map { DeviceOrientation(up: $0) } ?? .unknown
  }
}
