import CoreMotion
import Foundation
import Pipeline
import SimulatedIMU
import Testing

/// Intervals as loggers ask for: a fifth of a second to a minute.
@Suite struct SlowIntervalTests {
  /// The interval in seconds, and how many values come in how many seconds: the first at once, then one after each interval.
  static let cases: [(Double, seconds: Double, count: Int)] = [
    (0.2, 4.1, 21), (1, 10.5, 11), (10, 41, 5), (60, 190, 4),
  ]

  /// A board whose chip samples at 50 Hz, so that minutes pass quickly.
  private func board() -> VirtualBoard { VirtualBoard(sampleRateHertz: 50) }

  /// Whether times lie on a grid of the interval from the first on, each within half a sample.
  private func isExact(_ times: [Double], _ interval: Double) -> Bool {
    times.enumerated().allSatisfy { abs($1 - times[0] - Double($0) * interval) < 0.011 }
  }

  @Test(arguments: cases)
  func theHandlerGetsExactlyWhatWasAskedFor(_ interval: Double, seconds: Double, count: Int) {
    let board = board()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = interval
    let queue = serialQueue()
    let times = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { times.add($0.timestamp) } }
    board.advance(0.1)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count == 1, "the first at once")
    board.advance(seconds - 0.1)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count == count)
    #expect(isExact(times.values, interval))
    #expect(manager.deviceMotionUpdateInterval == interval)
    // Nothing that was lost, and no silence.
    #expect(board.board.counters?.lost == 0)
    #expect(manager.unavailability(of: .deviceMotion) == nil)
  }

  @Test(arguments: cases)
  func thePropertyShowsExactlyWhatWasAskedFor(_ interval: Double, seconds: Double, count: Int) {
    let board = board()
    let manager = board.manager()
    manager.gyroUpdateInterval = interval
    manager.startGyroUpdates()
    var times: [Double] = []
    var missing = 0
    board.advance(0.1)
    for _ in 0..<Int(seconds / 0.05) {
      board.advance(0.05)
      guard let time = manager.gyroData?.timestamp else {
        missing += 1
        continue
      }
      if times.last != time { times.append(time) }
    }
    #expect(missing == 0)
    #expect(times.count == count)
    #expect(isExact(times, interval))
  }

  /// A quick neighbour on the same chip changes nothing, nor does a slow one take from it.
  @Test func managersAtAllRatesShareTheChip() {
    let board = board()
    let intervals = [0.02, 0.2, 1, 3]
    let queue = serialQueue()
    let seen = intervals.map { _ in Collected<Double>() }
    let managers = zip(intervals, seen).map { interval, times in
      let manager = board.manager()
      manager.accelerometerUpdateInterval = interval
      manager.startAccelerometerUpdates(to: queue) { data, _ in data.map { times.add($0.timestamp) } }
      return manager
    }
    board.advance(6.5)
    queue.waitUntilAllOperationsAreFinished()
    for (interval, times) in zip(intervals, seen) {
      #expect(abs(times.values.count - Int(6.5 / interval) - 1) <= (interval < 0.1 ? 4 : 0), "\(interval) s")
      #expect(isExact(times.values, interval), "\(interval) s")
    }
    withExtendedLifetime(managers) {}
  }

  /// A handler that joins a slow one gets its first value at once, not with the other's next.
  @Test func whoJoinsLaterGetsAValueAtOnce() {
    let board = board()
    let (first, second) = (board.manager(), board.manager())
    let queue = serialQueue()
    let times = Collected<Double>()
    for manager in [first, second] { manager.deviceMotionUpdateInterval = 60 }
    first.startDeviceMotionUpdates(to: queue) { _, _ in }
    board.advance(5)
    second.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { times.add($0.timestamp) } }
    board.advance(0.2)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count == 1)
  }

  /// The stop is heeded at once, and a quicker interval with the next sample: nobody waits for the end of a minute.
  @Test func aChangeAndAStopWaitForNoInstant() {
    let board = board()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = 60
    let queue = serialQueue()
    let times = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { times.add($0.timestamp) } }
    board.advance(5)
    manager.deviceMotionUpdateInterval = 0.5
    board.advance(2.2)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count == 6)
    manager.stopDeviceMotionUpdates()
    #expect(manager.deviceMotion == nil)
    #expect(board.board.sensor == nil)
  }

  /// A chip that goes silent between two values of a slow property is found silent, and its return is shown at once.
  @Test func aSilenceIsFoundBetweenTwoValues() throws {
    let board = board()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = 60
    manager.startDeviceMotionUpdates()
    board.advance(1)
    let before = try #require(manager.deviceMotion).timestamp
    board.chip.powerOff()
    board.advance(1)
    #expect(manager.deviceMotion == nil)
    board.chip.powerOn()
    board.advance(3)
    #expect(try #require(manager.deviceMotion).timestamp > before + 1)
  }

  /// An infinite interval is the first value alone.
  @Test func foreverIsTheFirstValueAlone() {
    let board = board()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = .infinity
    let queue = serialQueue()
    let times = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { times.add($0.timestamp) } }
    board.advance(30)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count == 1)
    #expect(manager.deviceMotion != nil)
  }

  /// To recentre means the present heading, not one of a minute ago that the property still shows.
  @Test func recentringTakesThePresentYaw() throws {
    let board = VirtualBoard(.rotation(about: SIMD3(0, 0, 1), rate: 0.2), sampleRateHertz: 50)
    let (slow, quick) = (board.manager(), board.manager())
    slow.deviceMotionUpdateInterval = 60
    slow.startDeviceMotionUpdates()
    quick.startDeviceMotionUpdates()
    board.advance(0.5)
    let first = try #require(slow.deviceMotion).attitude.yaw
    board.advance(5)
    let turned = try #require(quick.deviceMotion).attitude.yaw
    #expect(slow.recentreYaw())
    #expect(abs(try #require(slow.deviceMotion).attitude.yaw - (first - turned)) < 0.01)
  }
}
