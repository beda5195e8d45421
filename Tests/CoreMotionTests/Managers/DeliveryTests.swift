import CoreMotion
import Foundation
import Pipeline
import SimulatedIMU
import Testing

/// How much waits for a handler, what is dropped, and how tokens end.
@Suite struct DeliveryTests {
  @Test func aSlowHandlerGetsABoundedBacklogAndTheDropsAreCounted() throws {
    let manager = CMMotionManager(board: .simulated(.still))
    manager.delivery = DeliveryPolicy(capacity: 2)
    let queue = serialQueue()
    queue.isSuspended = true
    let seen = Collected<Double>()
    manager.startGyroUpdates(to: queue) { data, _ in data.map { seen.add($0.timestamp) } }
    let deadline = Date(timeIntervalSinceNow: 30)
    while manager.report(of: .gyro).dropped < 10, Date() < deadline { usleep(5000) }
    let dropped = manager.report(of: .gyro).dropped
    #expect(dropped >= 10)
    manager.stopGyroUpdates()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(seen.values.isEmpty)
  }

  @Test func thePhonesInterfaceKeepsEverythingIfAsked() {
    #expect(DeliveryPolicy.unbounded.capacity == nil)
    #expect(DeliveryPolicy(capacity: 0).capacity == 1)
    var policy = DeliveryPolicy()
    policy.capacity = -3
    #expect(policy.capacity == 1)
  }

  /// The newest value alone waits for a handler that is busy.
  @Test func latestFirstHandsOverTheNewest() throws {
    let board = MotionBoard.simulated(.still)
    let (queue, other) = (serialQueue(), serialQueue())
    let (all, seen) = (Collected<Double>(), Collected<Double>())
    let witness = CMMotionManager(board: board)
    witness.delivery = .unbounded
    witness.startAccelerometerUpdates(to: other) { data, _ in data.map { all.add($0.timestamp) } }
    let manager = CMMotionManager(board: board)
    manager.delivery = .latestFirst
    queue.isSuspended = true
    manager.startAccelerometerUpdates(to: queue) { data, _ in data.map { seen.add($0.timestamp) } }
    let deadline = Date(timeIntervalSinceNow: 30)
    while manager.report(of: .accelerometer).dropped < 10, Date() < deadline { usleep(5000) }
    queue.isSuspended = false
    while seen.values.isEmpty, Date() < deadline { usleep(1000) }
    let first = try #require(seen.values.first)
    while !all.values.contains(first), Date() < deadline { usleep(1000) }
    // Ten values came before it and went.
    #expect(try #require(all.values.firstIndex(of: first)) >= 10)
    manager.stopAccelerometerUpdates()
    witness.stopAccelerometerUpdates()
  }

  /// Nothing is dropped, however slow the handler is.
  @Test func unboundedDeliveryKeepsEverything() throws {
    let board = MotionBoard.simulated(.still)
    let manager = CMMotionManager(board: board)
    manager.delivery = .unbounded
    let queue = serialQueue()
    queue.isSuspended = true
    let seen = Collected<Double>()
    manager.startGyroUpdates(to: queue) { data, _ in data.map { seen.add($0.timestamp) } }
    let deadline = Date(timeIntervalSinceNow: 30)
    // Beyond the usual 64.
    while (board.counters?.published ?? 0) < 100, Date() < deadline { usleep(5000) }
    #expect(manager.report(of: .gyro).dropped == 0)
    queue.isSuspended = false
    while seen.values.count < 80, Date() < deadline { usleep(1000) }
    #expect(seen.values.count >= 80)
    #expect(zip(seen.values, seen.values.dropFirst()).allSatisfy { $0 < $1 })
    manager.stopGyroUpdates()
  }

  @Test func aTokenStopsWhenItGoes() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let own = Collected<Double>()
    let extra = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { own.add($0.timestamp) } }
    do {
      let token = try manager.observeDeviceMotion(on: queue) { motion, _ in motion.map { extra.add($0.timestamp) } }
      board.advance(0.5)
      queue.waitUntilAllOperationsAreFinished()
      #expect(token.dropped == 0)
    }
    let before = extra.values.count
    board.advance(0.5)
    queue.waitUntilAllOperationsAreFinished()
    #expect(before > 40)
    #expect(extra.values.count == before)
    #expect(own.values.count > 95)
  }

  /// Each kind has tokens, apart from one another and from the manager's own start.
  @Test func eachKindHasTokens() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.accelerometerUpdateInterval = 0.05
    let queue = serialQueue()
    let forces = Collected<CMAcceleration>()
    let rates = Collected<CMRotationRate>()
    let force = try manager.observeAccelerometer(on: queue) { data, _ in data.map { forces.add($0.acceleration) } }
    let rate = try manager.observeGyro(on: queue) { data, _ in data.map { rates.add($0.rotationRate) } }
    #expect(!manager.isAccelerometerActive && !manager.isGyroActive)
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    force.stop()
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    #expect((19...21).contains(forces.values.count))
    #expect((195...202).contains(rates.values.count))
    #expect(forces.values.allSatisfy { isClose($0, (0, 0, -1)) })
    #expect(force.dropped == 0 && rate.dropped == 0)
    rate.stop()
    #expect(board.board.sensor == nil)
  }

  @Test func aTokenWithoutAChipThrowsTheReasonAndLaterTellsOfALoss() throws {
    let board = VirtualBoard()
    board.chip.powerOff()
    let queue = serialQueue()
    #expect {
      _ = try board.manager().observeGyro(on: queue) { _, _ in }
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
    board.chip.powerOn()
    board.simulated.bus.pause(untilNanoseconds: board.simulated.nowNanoseconds + 200_000_000)
    let codes = Collected<Int>()
    let token = try board.manager().observeGyro(on: queue) { _, error in
      if let error { codes.add((error as NSError).code) }
    }
    board.advance(0.5)
    board.chip.powerOff()
    board.advance(3)
    queue.waitUntilAllOperationsAreFinished()
    #expect(codes.values == [109])
    token.stop()
  }

  @Test func aTokensSlowHandlerIsCounted() throws {
    let manager = CMMotionManager(board: .simulated(.still))
    manager.delivery = .latestFirst
    let queue = serialQueue()
    queue.isSuspended = true
    let token = try manager.observeDeviceMotion(on: queue) { _, _ in }
    let deadline = Date(timeIntervalSinceNow: 30)
    while token.dropped < 10, Date() < deadline { usleep(5000) }
    #expect(token.dropped >= 10)
    token.stop()
    queue.isSuspended = false
  }
}
