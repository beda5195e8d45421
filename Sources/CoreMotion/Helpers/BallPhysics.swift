import Pipeline

/// The ball of the documents' demo.
public typealias BallPhysics = Pipeline.BallPhysics

extension BallPhysics {
  /// Takes a sample; one that is not finite changes nothing.
  /// - Returns: the walls that were hit.
  @discardableResult
  public mutating func step(_ acceleration: CMAcceleration) -> [Wall] {
    step(accelerationX: acceleration.x, accelerationY: acceleration.y)
  }
}
