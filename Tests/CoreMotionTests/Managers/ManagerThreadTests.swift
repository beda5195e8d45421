import CoreMotion
import Foundation
import Testing

/// Everything at once on the real threads of a simulated chip, for the thread sanitizer too. States and counts are judged, time never is.
@Suite(.serialized) struct ManagerThreadTests {
  /// A number that several threads count up.
  private final class Tally: @unchecked Sendable {
    // Ownership: `number` is touched under the lock alone.
    private var number = 0
    private let lock = NSLock()

    func add() { lock.withLock { number += 1 } }
    var count: Int { lock.withLock { number } }
  }

  private func wait(until condition: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !condition(), Date() < deadline { usleep(1000) }
  }

  /// Managers of their own and a shared one: started, read, set, asked and stopped from six threads.
  @Test func managersAreUsedFromManyThreadsAtOnce() {
    let board = MotionBoard.simulated(.moving)
    let keeper = CMMotionManager(board: board)
    keeper.startAccelerometerUpdates()
    let shared = CMMotionManager(board: board)
    let queue = OperationQueue()
    let calls = Tally()
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      let own = CMMotionManager(board: board)
      for turn in 0..<60 {
        let manager = turn % 3 == 0 ? own : shared
        switch (thread + turn) % 8 {
        case 0: manager.startDeviceMotionUpdates(to: queue) { _, _ in calls.add() }
        case 1: manager.startGyroUpdates(to: queue) { _, _ in calls.add() }
        case 2: manager.deviceMotionUpdateInterval = 0.01 * Double(1 + turn % 10)
        case 3: _ = manager.deviceMotion?.attitude.quaternion
        case 4: _ = (manager.unavailability(of: .gyro), manager.report(of: .deviceMotion), manager.gyroBias)
        case 5: manager.recentreYaw()
        case 6: manager.stopGyroUpdates()
        default: manager.stopDeviceMotionUpdates()
        }
      }
    }
    let last = CMMotionManager(board: board)
    last.startDeviceMotionUpdates(to: queue) { _, _ in calls.add() }
    let before = calls.count
    wait { calls.count > before + 5 }
    #expect(calls.count > before + 5)
    for manager in [keeper, shared, last] {
      manager.stopAccelerometerUpdates()
      manager.stopGyroUpdates()
      manager.stopDeviceMotionUpdates()
    }
    #expect(board.sensor == nil)
  }

  /// Each handler stops its own manager, the last of which stops the board, while another thread stops the other.
  @Test func managersAreStoppedInHandlersWhileOthersStop() {
    let board = MotionBoard.simulated(.still)
    for _ in 0..<20 {
      let managers = [CMMotionManager(board: board), CMMotionManager(board: board)]
      let (entered, stopped) = (Tally(), Tally())
      for manager in managers {
        manager.startDeviceMotionUpdates(to: OperationQueue()) { _, _ in
          entered.add()
          manager.stopDeviceMotionUpdates()
          stopped.add()
        }
      }
      wait { entered.count > 0 }
      DispatchQueue.concurrentPerform(iterations: 2) { managers[$0].stopDeviceMotionUpdates() }
      wait { stopped.count == entered.count }
      #expect(stopped.count == entered.count && entered.count > 0)
      #expect(board.sensor == nil)
    }
  }

  /// While values come at the chip's rate: whatever begins behind the return of a stop would be counted.
  @Test func noCallBeginsBehindTheReturnOfAStop() {
    let board = MotionBoard.simulated(.still)
    let keeper = CMMotionManager(board: board)
    keeper.startGyroUpdates()
    let queue = OperationQueue()
    let late = Tally()
    for _ in 0..<40 {
      let manager = CMMotionManager(board: board)
      manager.setUpdateInterval(.everySample, of: .deviceMotion)
      let (stopped, calls) = (Tally(), Tally())
      manager.startDeviceMotionUpdates(to: queue) { _, _ in
        if stopped.count > 0 { late.add() }
        calls.add()
      }
      wait { calls.count > 1 }
      manager.stopDeviceMotionUpdates()
      stopped.add()
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(late.count == 0)
    keeper.stopGyroUpdates()
  }

  /// Batches, steps, activities, tokens and sequences on one board, begun and ended in one another's midst.
  @Test(.timeLimit(.minutes(1))) func allKindsOfConsumersShareABoard() async throws {
    let board = MotionBoard.simulated(.gestures)
    let manager = CMMotionManager(board: board)
    let values = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<3 {
        group.addTask {
          for try await _ in manager.gyroValues(capacity: 4).prefix(10 + index) { values.add() }
        }
        group.addTask {
          let (pedometer, activity) = (CMPedometer(board: board), CMMotionActivityManager(board: board))
          let batched = CMBatchedSensorManager(board: board)
          for _ in 0..<4 {
            pedometer.startUpdates(from: Date()) { _, _ in }
            activity.startActivityUpdates(to: OperationQueue()) { _ in }
            batched.startDeviceMotionUpdates { _, _ in }
            let token = try manager.observeAccelerometer(on: OperationQueue()) { _, _ in }
            pedometer.queryPedometerData(from: Date() - 1, to: Date()) { _, _ in }
            activity.queryActivityStarting(from: Date() - 1, to: Date(), to: OperationQueue()) { _, _ in }
            token.stop()
            batched.stopDeviceMotionUpdates()
            activity.stopActivityUpdates()
            pedometer.stopUpdates()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(values.count == 33)
    #expect(board.sensor == nil)
  }
}
