import CoreMotion
import Testing

/// The document's ball, frame by frame.
@Suite struct BallPhysicsTests {
  private struct Hit: Equatable {
    let frame: Int
    let wall: BallPhysics.Wall
    let speed: Double
  }

  private func hits(_ x: Double, _ y: Double, frames: Int, bounce: BallPhysics.Bounce = .literal) -> [Hit] {
    var ball = BallPhysics(bounce: bounce)
    var hits: [Hit] = []
    for _ in 0..<frames {
      for wall in ball.step(CMAcceleration(x: x, y: y, z: 0)) {
        let speed = wall == .left || wall == .right ? ball.speedX : ball.speedY
        hits.append(Hit(frame: ball.frame, wall: wall, speed: (speed * 1000).rounded() / 1000))
      }
    }
    return hits
  }

  /// The floor's factor of 1.5 adds energy: an endless dance of 44 frames between floor and ceiling.
  @Test func g1_uprightItDancesForEver() {
    let first = hits(0, -1, frames: 121)
    #expect(
      first == [
        Hit(frame: 22, wall: .bottom, speed: 33), Hit(frame: 45, wall: .top, speed: 0),
        Hit(frame: 76, wall: .bottom, speed: 46.5), Hit(frame: 89, wall: .top, speed: 0),
        Hit(frame: 120, wall: .bottom, speed: 46.5),
      ])
    let later = hits(0, -1, frames: 10_000).filter { $0.wall == .bottom }.map(\.frame)
    #expect(zip(later.dropFirst(2), later.dropFirst()).allSatisfy { $0 - $1 == 44 })
  }

  @Test func g1_theQuietBounceComesToRest() {
    var ball = BallPhysics(bounce: .quiet)
    for _ in 0..<600 { ball.step(CMAcceleration(x: 0, y: -1, z: 0)) }
    #expect(ball.y > 478)
    #expect(abs(ball.speedY) < 1.01)
  }

  @Test func g2_tiltedItRestsAtTheRightWall() {
    #expect(
      hits(0.5, 0, frames: 57) == [
        Hit(frame: 25, wall: .right, speed: -5), Hit(frame: 45, wall: .right, speed: -2),
        Hit(frame: 53, wall: .right, speed: -0.8), Hit(frame: 56, wall: .right, speed: -0.28),
        Hit(frame: 57, wall: .right, speed: -0.088),
      ])
    var ball = BallPhysics()
    for _ in 0..<500 { ball.step(CMAcceleration(x: 0.5, y: 0, z: 0)) }
    #expect(ball.x > 319 && ball.y == 240)
  }

  @Test func g3_theWallsStopTheMiddle() {
    var ball = BallPhysics()
    for _ in 0..<25 { ball.step(CMAcceleration(x: -0.5, y: 0, z: 0)) }
    #expect(ball.x == 0 && ball.speedX == 5)
  }

  /// Twice the samples, the same push: the ball gets further in the same time.
  @Test func g4_theSpeedIsASampleNotASecond() {
    var at60 = BallPhysics(width: 1e6)
    var at120 = BallPhysics(width: 1e6)
    for _ in 0..<60 { at60.step(CMAcceleration(x: 0.5, y: 0, z: 0)) }
    for _ in 0..<120 { at120.step(CMAcceleration(x: 0.5, y: 0, z: 0)) }
    #expect(at120.x - 5e5 > 3.9 * (at60.x - 5e5))
  }

  @Test func whatIsNoNumberMovesNothing() {
    var ball = BallPhysics()
    ball.step(CMAcceleration(x: .nan, y: 0, z: 0))
    #expect(ball == BallPhysics())
  }
}
