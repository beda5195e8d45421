import Foundation
import Pipeline
import SimulatedIMU
import Testing

@testable import CoreMotion

/// What handlers are given, where and how long.
@Suite struct PushTests {
  static let rates: [(Double, Double)] = [(0.1, 10), (0.05, 20), (1.0 / 30, 30), (1.0 / 60, 60), (0.01, 100)]

  @Test(arguments: rates)
  func theMeanRateIsExact(_ interval: Double, _ hertz: Double) throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.gyroUpdateInterval = interval
    let queue = serialQueue()
    let times = Collected<Double>()
    manager.startGyroUpdates(to: queue) { data, _ in data.map { times.add($0.timestamp) } }
    board.advance(10)
    queue.waitUntilAllOperationsAreFinished()
    let first = try #require(times.values.first)
    let last = try #require(times.values.last)
    #expect(abs(Double(times.values.count - 1) / (last - first) - hertz) < hertz * 0.002)
    #expect(zip(times.values, times.values.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// The default queue is concurrent; calls of one handler still come one by one and in order.
  @Test func aConcurrentQueueKeepsTheOrder() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = OperationQueue()
    let times = Collected<Double>()
    manager.startAccelerometerUpdates(to: queue) { data, _ in data.map { times.add($0.timestamp) } }
    board.advance(5)
    queue.waitUntilAllOperationsAreFinished()
    #expect(times.values.count > 490)
    #expect(zip(times.values, times.values.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func handlersRunOnTheQueueThatWasGiven() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let isElsewhere = Collected<Bool>()
    manager.startDeviceMotionUpdates(to: queue) { _, _ in isElsewhere.add(OperationQueue.current !== queue) }
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    #expect(isElsewhere.values.count > 90)
    #expect(isElsewhere.values.allSatisfy { !$0 })
  }

  /// The threads that sample, fuse and deliver run no handler.
  @Test func noHandlerRunsOnAThreadOfThePipeline() throws {
    let board = MotionBoard.simulated(.still)
    let manager = CMMotionManager(board: board)
    let queue = OperationQueue()
    let threads = Collected<String>()
    manager.startDeviceMotionUpdates(to: queue) { _, _ in
      // proc(5): PID/task/TID of the thread that reads it. Not its name, which a queue's thread may have from the one that made it.
      do { threads.add(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) } catch {
        threads.add("")
      }
    }
    let deadline = Date(timeIntervalSinceNow: 30)
    while threads.values.count < 20, Date() < deadline { usleep(5000) }
    let own = try #require(board.pipeline).threadIDs
    manager.stopDeviceMotionUpdates()
    #expect(threads.values.count >= 20)
    #expect(own.count == 3)
    let isElsewhere = threads.values.map { thread in
      !thread.isEmpty && own.values.allSatisfy { !thread.hasSuffix("/\($0)") }
    }
    #expect(isElsewhere.allSatisfy { $0 })
  }

  /// A start for the properties leaves the handler where it is, and the property works beside a handler.
  @Test func aPullStartKeepsTheHandler() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let seen = Collected<Double>()
    manager.startGyroUpdates(to: queue) { data, _ in data.map { seen.add($0.timestamp) } }
    board.advance(0.5)
    manager.startGyroUpdates()
    board.advance(0.5)
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.values.count > 95)
    #expect(manager.gyroData?.timestamp == seen.values.last)
  }

  @Test func aSecondStartReplacesTheHandler() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let first = Collected<Double>()
    let second = Collected<Double>()
    manager.startGyroUpdates(to: queue) { data, _ in data.map { first.add($0.timestamp) } }
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    let before = first.values.count
    manager.startGyroUpdates(to: queue) { data, _ in data.map { second.add($0.timestamp) } }
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    #expect(before > 90)
    #expect(first.values.count == before)
    #expect(second.values.count > 90)
  }

  /// A pull start beside a handler leaves the handler.
  @Test func startingForPullKeepsTheHandler() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let seen = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { seen.add($0.timestamp) } }
    manager.startDeviceMotionUpdates()
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.values.count > 90)
    #expect(manager.deviceMotion != nil)
  }

  @Test func stopInsideTheHandlerIsTheLastCall() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let seen = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in
      motion.map { seen.add($0.timestamp) }
      if seen.values.count == 3 { manager.stopDeviceMotionUpdates() }
    }
    board.advance(2)
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.values.count == 3)
    #expect(!manager.isDeviceMotionActive)
  }

  @Test func aChangeOfTheIntervalTakesEffectWhileRunning() {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = 0.1
    let queue = serialQueue()
    let seen = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { seen.add($0.timestamp) } }
    board.advance(1)
    manager.deviceMotionUpdateInterval = 0.02
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    let steps = zip(seen.values.dropFirst(), seen.values).map { $0 - $1 }
    #expect(steps.prefix(8).allSatisfy { abs($0 - 0.1) < 0.006 })
    #expect(steps.suffix(45).allSatisfy { abs($0 - 0.02) < 0.006 })
  }

  /// Two managers on one chip, each at its own rate; the pipeline stops with the last.
  @Test func managersShareTheChip() {
    let board = VirtualBoard()
    let queue = serialQueue()
    let slow = Collected<Double>()
    let quick = Collected<Double>()
    let one = board.manager()
    let two = board.manager()
    one.deviceMotionUpdateInterval = 0.1
    one.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { slow.add($0.timestamp) } }
    two.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { quick.add($0.timestamp) } }
    board.advance(2)
    queue.waitUntilAllOperationsAreFinished()
    #expect((19...21).contains(slow.values.count))
    #expect((195...202).contains(quick.values.count))
    one.stopDeviceMotionUpdates()
    #expect(board.board.sensor != nil)
    two.stopDeviceMotionUpdates()
    #expect(board.board.sensor == nil)
  }

  /// A manager that goes stops what it started, and lets its handler go.
  @Test func theLastReferenceStopsEverything() {
    let board = VirtualBoard()
    final class Owner {}
    weak var captured: Owner?
    do {
      let owner = Owner()
      captured = owner
      let manager = board.manager()
      manager.startDeviceMotionUpdates(to: serialQueue()) { _, _ in withExtendedLifetime(owner) {} }
      board.advance(0.1)
      #expect(board.board.sensor != nil)
    }
    #expect(board.board.sensor == nil)
    // The operation that ran the handler may still be on its way out.
    let deadline = Date(timeIntervalSinceNow: 10)
    while captured != nil, Date() < deadline { usleep(1000) }
    #expect(captured == nil)
  }

  /// Controller, manager, handler, controller: a stop breaks the circle that the documents' code makes.
  @Test func g6_aStopLetsTheHandlerGo() {
    final class Controller {
      let manager: CMMotionManager
      init(_ manager: CMMotionManager) { self.manager = manager }
      func start(_ queue: OperationQueue) {
        manager.startAccelerometerUpdates(to: queue) { _, _ in withExtendedLifetime(self) {} }
      }
    }
    let board = VirtualBoard()
    let queue = serialQueue()
    weak var held: Controller?
    do {
      let controller = Controller(board.manager())
      held = controller
      controller.start(queue)
      board.advance(0.2)
      queue.waitUntilAllOperationsAreFinished()
      controller.manager.stopAccelerometerUpdates()
    }
    let deadline = Date(timeIntervalSinceNow: 10)
    while held != nil, Date() < deadline { usleep(1000) }
    #expect(held == nil)
    #expect(board.board.sensor == nil)
  }

  /// Starts, stops, reads and intervals from several threads at once, while time passes.
  @Test func aManagerMayBeUsedFromAnyThread() {
    let board = VirtualBoard(.moving())
    let keeper = board.manager()
    keeper.startGyroUpdates()
    let manager = board.manager()
    let queue = OperationQueue()
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      for turn in 0..<60 {
        switch (thread, turn % 4) {
        case (0, _): board.advance(0.01)
        case (_, 0):
          manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion?.attitude.multiply(byInverseOf: .init()) }
        case (_, 1): manager.deviceMotionUpdateInterval = 0.01 * Double(thread)
        case (_, 2): _ = manager.deviceMotion?.attitude.quaternion
        default: manager.stopDeviceMotionUpdates()
        }
      }
    }
    manager.stopDeviceMotionUpdates()
    queue.waitUntilAllOperationsAreFinished()
    #expect(!manager.isDeviceMotionActive)
    keeper.stopGyroUpdates()
    #expect(board.board.sensor == nil)
  }
}
