import CoreMotion
import Foundation
import SimulatedIMU
import Testing

/// Nothing of an old start comes after its stop.
@Suite struct StopTests {
  /// The error of a start that failed is no exception: after a stop, or another start, it is told no more.
  @Test func theErrorOfAFailedStartIsNotToldAfterTheStop() {
    let board = VirtualBoard()
    board.chip.powerOff()
    let manager = board.manager()
    let queue = serialQueue()
    queue.isSuspended = true
    let told = Collected<String>()
    manager.startAccelerometerUpdates(to: queue) { _, _ in told.add("stopped") }
    manager.stopAccelerometerUpdates()
    manager.startGyroUpdates(to: queue) { _, _ in told.add("replaced") }
    manager.startGyroUpdates(to: queue) { _, _ in told.add("last") }
    manager.startMagnetometerUpdates(to: queue) { _, _ in told.add("magnetometer") }
    manager.stopMagnetometerUpdates()
    manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical, to: queue) { _, _ in told.add("north") }
    manager.stopDeviceMotionUpdates()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(told.values == ["last"])
  }

  /// What waits on the queue at a stop never runs, also if another start follows at once; other work on the queue does.
  @Test func nothingOfAnOldStartRunsAfterTheStop() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    queue.isSuspended = true
    let old = Collected<Double>()
    let new = Collected<Double>()
    let others = Collected<Int>()
    manager.startAccelerometerUpdates(to: queue) { data, _ in data.map { old.add($0.timestamp) } }
    board.advance(1)
    queue.addOperation { others.add(1) }
    manager.stopAccelerometerUpdates()
    manager.startAccelerometerUpdates(to: queue) { data, _ in data.map { new.add($0.timestamp) } }
    board.advance(1)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(old.values.isEmpty)
    #expect(new.values.count > 90)
    #expect(others.values == [1])
  }
}
