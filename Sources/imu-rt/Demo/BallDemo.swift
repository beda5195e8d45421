import Fusion
import Pipeline

/// The ball: 60 samples a second push it.
struct BallDemo: DemoScene {
  private static let columns = 40
  private static let rows = 20
  /// Standard gravity, m/s^2.
  private static let gravity = 9.80665

  private var ball: BallPhysics
  private var walls: [BallPhysics.Wall] = []
  private var hits = 0

  let hertz = 60.0
  let detectors: DetectorSelection = []

  init(bounce: BallPhysics.Bounce) { ball = BallPhysics(bounce: bounce) }

  mutating func press(_ key: RawTerminal.Key) {}

  mutating func take(_ update: MotionUpdate) {
    guard case .sample(let sample) = update else { return }
    // The phone's acceleration: minus the specific force, in g.
    walls = ball.step(
      accelerationX: -sample.specificForce.x / Self.gravity, accelerationY: -sample.specificForce.y / Self.gravity)
    hits += walls.count
  }

  func picture(hint: String) -> String {
    let column = min(Int(ball.x / ball.width * Double(Self.columns)), Self.columns - 1)
    let row = min(Int(ball.y / ball.height * Double(Self.rows)), Self.rows - 1)
    let edge = "+" + String(repeating: "-", count: Self.columns) + "+\u{1B}[K\r\n"
    var text = "\u{1B}[H" + edge
    for index in 0..<Self.rows {
      var cells = [Character](repeating: " ", count: Self.columns)
      if index == row { cells[column] = "O" }
      text += "|" + String(cells) + "|\u{1B}[K\r\n"
    }
    return text + edge + "speed \(ball.speedX.fixed(2)) \(ball.speedY.fixed(2))  bounces \(hits)  \(hint)\u{1B}[K"
  }

  var line: String {
    let names = walls.map { " \($0)" }.joined()
    return "\(ball.frame) x \(ball.x.fixed(3)) y \(ball.y.fixed(3)) "
      + "speed \(ball.speedX.fixed(4)) \(ball.speedY.fixed(4))\(names)\n"
  }
}
