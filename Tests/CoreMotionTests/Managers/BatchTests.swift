import Foundation
import SimulatedIMU
import Testing

@testable import CoreMotion

/// Every sample, about a second at a time.
@Suite struct BatchTests {
  @Test func batchesSpanASecondAndLoseNothing() async throws {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    #expect(manager.accelerometerBatch == nil)
    manager.startAccelerometerUpdates()
    #expect(manager.accelerometerDataFrequency == 200)
    let updates = manager.deviceMotionUpdates()
    board.advance(3.5)
    let batch = try #require(manager.accelerometerBatch)
    #expect((199...201).contains(batch.count))
    var times: [Double] = []
    var batches = 0
    for try await batch in updates {
      times += batch.map(\.timestamp)
      batches += 1
      if batches == 3 { break }
    }
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.005) < 1e-5 })
    manager.stopAccelerometerUpdates()
    #expect(manager.accelerometerBatch == nil && !manager.isAccelerometerActive)
  }

  /// Known before a start, as the chip will run: the smallest rate of the family that is not below the wanted one.
  @Test(arguments: [
    (ChipModel.mpu6050, 200.0, 200), (.mpu6050, 300, 333), (.lsm6ds3, 200, 208), (.lsm6ds3trc, 833, 833),
  ])
  func theFrequencyIsToldBeforeTheStart(_ model: ChipModel, _ wanted: Double, _ frequency: Int) {
    let board = VirtualBoard(model: model, sampleRateHertz: wanted)
    let manager = CMBatchedSensorManager(board: board.board)
    #expect(manager.accelerometerDataFrequency == frequency && manager.deviceMotionDataFrequency == frequency)
    manager.startDeviceMotionUpdates()
    #expect(manager.accelerometerDataFrequency == frequency && manager.deviceMotionDataFrequency == frequency)
    manager.stopDeviceMotionUpdates()
    board.chip.powerOff()
    #expect(manager.accelerometerDataFrequency == 0 && manager.deviceMotionDataFrequency == 0)
  }

  @Test func handlersGetEachBatchOnceAndInOrder() {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    let forces = Collected<[CMAccelerometerData]>()
    let motions = Collected<[CMDeviceMotion]>()
    manager.startAccelerometerUpdates { batch, _ in batch.map(forces.add) }
    manager.startDeviceMotionUpdates { batch, _ in batch.map(motions.add) }
    #expect(manager.isAccelerometerActive && manager.isDeviceMotionActive)
    board.advance(4.5)
    manager.drain()
    #expect(forces.values.count == 4 && motions.values.count == 4)
    for times in [forces.values.joined().map(\.timestamp), motions.values.joined().map(\.timestamp)] {
      #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.005) < 1e-5 })
    }
    #expect(motions.values.first?.first?.attitude.yaw == 0)
    #expect(manager.deviceMotionBatch?.map(\.timestamp) == motions.values.last?.map(\.timestamp))
    #expect(manager.droppedAccelerometerBatches == 0 && manager.droppedDeviceMotionBatches == 0)
    manager.stopAccelerometerUpdates()
    manager.stopDeviceMotionUpdates()
    #expect(manager.deviceMotionBatch == nil && !manager.isDeviceMotionActive)
    board.advance(3)
    manager.drain()
    #expect(forces.values.count == 4 && motions.values.count == 4)
    #expect(board.board.sensor == nil)
  }

  /// What waits at a stop is dropped, a second handler replaces the first.
  @Test func nothingOfAnOldHandlerComesAfterItsEnd() {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    let (old, new) = (Collected<Int>(), Collected<Int>())
    manager.suspend()
    manager.startAccelerometerUpdates { batch, _ in batch.map { old.add($0.count) } }
    board.advance(3.5)
    manager.startAccelerometerUpdates { batch, _ in batch.map { new.add($0.count) } }
    board.advance(2.5)
    manager.resume()
    manager.drain()
    #expect(old.values.isEmpty)
    #expect(new.values.count == 2)
  }

  /// In real time a slow handler has eight batches waiting at most; the oldest go, and are counted.
  @Test func aSlowHandlerGetsABoundedBacklogAndTheDropsAreCounted() {
    let board = MotionBoard.virtual(.still)
    let channel = BatchChannel(board, mostWaiting: 2) { sample, _ in sample.timestamp }
    let seen = Collected<[Double]>()
    channel.queue.suspend()
    channel.start { batch, _ in batch.map(seen.add) }
    board.advance(seconds: 6.5)
    #expect(channel.dropped == 4)
    channel.queue.resume()
    channel.queue.sync {}
    channel.queue.sync {}
    #expect(seen.values.count == 2)
    #expect(channel.batch == seen.values.last)
    #expect(BatchChannel<Double>(.simulated(.still)) { sample, _ in sample.timestamp }.mostWaiting == 8)
    channel.stop()
  }

  @Test func withoutAChipTheHandlersGetOneError() {
    let board = VirtualBoard()
    board.chip.powerOff()
    let manager = CMBatchedSensorManager(board: board.board)
    let codes = Collected<Int>()
    manager.startAccelerometerUpdates { _, error in if let error { codes.add((error as NSError).code) } }
    manager.startDeviceMotionUpdates { _, error in if let error { codes.add((error as NSError).code) } }
    manager.drain()
    #expect(codes.values == [109, 109])
    #expect(!manager.isAccelerometerActive && !manager.isDeviceMotionActive)
  }

  /// A loss is told once, and batches come again after it.
  @Test func aLostChipIsToldOnce() {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    let codes = Collected<Int>()
    let counts = Collected<Int>()
    manager.startDeviceMotionUpdates { batch, error in
      if let error { codes.add((error as NSError).code) }
      if let batch { counts.add(batch.count) }
    }
    board.advance(2.5)
    board.chip.powerOff()
    board.advance(4)
    board.chip.powerOn()
    board.advance(4)
    manager.drain()
    #expect(codes.values == [109])
    #expect(counts.values.count >= 4)
  }

  @Test(.timeLimit(.minutes(1))) func theAccelerometersSequenceIsWholeAndEndsWithItsReason() async throws {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    let updates = manager.accelerometerUpdates()
    #expect(!manager.isAccelerometerActive)
    board.advance(3.5)
    board.chip.powerOff()
    board.advance(3)
    var times: [Double] = []
    await #expect {
      for try await batch in updates { times += batch.map(\.timestamp) }
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
    #expect((598...602).contains(times.count))
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.005) < 1e-5 })
    #expect(updates.dropped == 0)
    #expect(board.board.sensor == nil)
  }
}

extension CMBatchedSensorManager {
  fileprivate var queues: [DispatchQueue] { [accelerometer.queue, motion.queue] }
  /// Waits until what has been handed over is handled.
  fileprivate func drain() { for queue in queues { queue.sync {} } }
  fileprivate func suspend() { for queue in queues { queue.suspend() } }
  fileprivate func resume() { for queue in queues { queue.resume() } }
}
