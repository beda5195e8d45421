/// The ball of the documents' demo: each sample of the accelerometer pushes it, walls throw it back.
///
/// Speeds are points a sample, so the ball is as fast as the samples are many, and one that is lost slows it: the document's rule, made for 60 a
/// second. y points down, as on a screen. The walls stop the middle of the ball, so half of it may leave the field.
public struct BallPhysics: Sendable, Equatable {
  /// What a wall leaves of the speed at the bottom.
  public enum Bounce: Sendable, Equatable {
    /// The document's: the ball leaves the floor half again as fast as it came, and only the ceiling, which stops it, bounds the dance.
    case literal
    /// It loses at the floor what it loses at the sides, and comes to rest.
    case quiet

    var bottom: Double { self == .literal ? -1.5 : -0.4 }
  }

  /// A wall.
  public enum Wall: Sendable, Equatable {
    /// x is 0.
    case left
    /// x is the width.
    case right
    /// y is 0.
    case top
    /// y is the height.
    case bottom
  }

  /// The field in points.
  public let width: Double
  /// The field in points.
  public let height: Double
  /// How the floor throws back.
  public let bounce: Bounce
  /// The ball's middle in points from the left.
  public private(set) var x: Double
  /// The ball's middle in points from the top.
  public private(set) var y: Double
  /// Points a sample, to the right.
  public private(set) var speedX = 0.0
  /// Points a sample, upwards.
  public private(set) var speedY = 0.0
  /// Samples taken.
  public private(set) var frame = 0

  private static let side = -0.4

  /// A ball at rest in the middle of a field.
  public init(width: Double = 320, height: Double = 480, bounce: Bounce = .literal) {
    self.width = width
    self.height = height
    self.bounce = bounce
    x = width / 2
    y = height / 2
  }

  /// Takes a sample of the phone's accelerometer, in g: (0, -1) upright at rest. One that is not finite changes nothing.
  /// - Returns: the walls that were hit.
  @discardableResult
  public mutating func step(accelerationX: Double, accelerationY: Double) -> [Wall] {
    guard accelerationX.isFinite, accelerationY.isFinite else { return [] }
    frame += 1
    speedX += accelerationX
    speedY += accelerationY
    x += speedX
    y -= speedY
    var walls: [Wall] = []
    if x < 0 {
      (x, speedX) = (0, speedX * Self.side)
      walls.append(.left)
    } else if x > width {
      (x, speedX) = (width, speedX * Self.side)
      walls.append(.right)
    }
    if y < 0 {
      (y, speedY) = (0, 0)
      walls.append(.top)
    } else if y > height {
      (y, speedY) = (height, speedY * bounce.bottom)
      walls.append(.bottom)
    }
    return walls
  }
}
