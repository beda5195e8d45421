import CoreMotion
import Foundation
import Pipeline
import SimulatedIMU
import Testing

/// What this module has beside the phone's surface.
@Suite struct ConvenienceTests {
  @Test func theFirstMotionIsWaitedFor() async throws {
    let manager = VirtualBoard(.still(pose: TrueOrientation(axis: [1, 0, 0], angle: 0.4))).manager()
    let motion = try await manager.firstDeviceMotion(timeout: .seconds(1))
    #expect(abs(motion.attitude.pitch - 0.4) < 0.01)
    #expect(manager.isDeviceMotionActive)
  }

  /// A chip that is lost before its first value is asked for: the wait ends with the reason.
  @Test func theWaitForTheFirstMotionEnds() async throws {
    let board = VirtualBoard(.still(), isLineWired: true)
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.chip.powerOff()
    board.advance(2)
    await #expect {
      _ = try await manager.firstDeviceMotion(timeout: .milliseconds(300))
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
  }

  @Test func theFirstMotionComesOnTheRealClockToo() async throws {
    let manager = CMMotionManager(board: .simulated(.still, chip: .lsm6ds3trc))
    let motion = try await manager.firstDeviceMotion(timeout: .seconds(30))
    #expect(isClose(motion.gravity, (0, 0, -1), 0.05))
    #expect(try manager.waitForDeviceMotion(timeout: .seconds(30)).timestamp >= motion.timestamp)
  }

  @Test func eachKindIsASequence() async throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = 0.05
    let motions = manager.deviceMotionValues()
    let forces = manager.accelerometerValues()
    let rates = manager.gyroValues()
    #expect(!manager.isDeviceMotionActive)
    board.advance(1.5)
    var times: [Double] = []
    for try await motion in motions {
      times.append(motion.timestamp)
      if times.count == 20 { break }
    }
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.05) < 0.006 })
    var iterator = forces.makeAsyncIterator()
    let force = try #require(try await iterator.next())
    #expect(isClose(force.acceleration, (0, 0, -1)))
    var rateIterator = rates.makeAsyncIterator()
    #expect(abs(try #require(try await rateIterator.next()).rotationRate.x) < 0.01)
  }

  @Test func aSequenceWithoutAChipThrowsTheReason() async {
    let board = VirtualBoard()
    board.chip.powerOff()
    await #expect {
      for try await _ in board.manager().gyroValues() {}
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
  }

  /// No supported chip has a magnetometer: its sequence says so at once, and starts nothing.
  @Test(.timeLimit(.minutes(1))) func theMagnetometersSequenceThrowsTheReason() async {
    let board = VirtualBoard()
    await #expect {
      for try await _ in board.manager().magnetometerValues() {}
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noMagnetometer
    }
    #expect(board.board.sensor == nil)
  }

  /// A slow consumer loses the oldest values and can learn how many.
  @Test func aSlowSequenceLosesTheOldestAndCountsThem() async throws {
    let manager = CMMotionManager(board: .simulated(.still))
    let values = manager.accelerometerValues(capacity: 3)
    let deadline = Date(timeIntervalSinceNow: 30)
    while values.dropped < 10, Date() < deadline { try await Task.sleep(for: .milliseconds(5)) }
    #expect(values.dropped >= 10)
    var times: [Double] = []
    for try await data in values.prefix(3) { times.append(data.timestamp) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// A sequence is left when its task is.
  @Test(.timeLimit(.minutes(1))) func aCancelledTaskEndsItsSequence() async throws {
    let board = VirtualBoard()
    let values = board.manager().deviceMotionValues()
    let task = Task {
      var count = 0
      for try await _ in values { count += 1 }
      return count
    }
    task.cancel()
    _ = try await task.value
    #expect(board.board.sensor == nil)
  }

  /// A sequence that is left keeps nothing running.
  @Test func aSequenceThatGoesStopsThePipeline() async throws {
    let board = VirtualBoard()
    do {
      let values = board.manager().deviceMotionValues()
      board.advance(0.1)
      for try await _ in values { break }
    }
    #expect(board.board.sensor == nil)
  }

  /// No value yet, and no reason but that: the wait ends when it is told to.
  @Test func aWaitWithoutTimeEndsAtOnce() async throws {
    let manager = CMMotionManager(board: .simulated(.still))
    #expect {
      _ = try manager.waitForDeviceMotion(timeout: .zero)
    } throws: { ($0 as? MotionUnavailable)?.kind == .timeout }
    #expect(MotionUnavailable.timeout(seconds: 1).code.rawValue == CMErrorNilData.rawValue)
  }

  /// Without a handler the property's readers tell how often it changed.
  @Test func theRateOfAPropertyIsReportedToo() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.accelerometerUpdateInterval = 0.02
    #expect(manager.report(of: .accelerometer).actualUpdateInterval == nil)
    manager.startAccelerometerUpdates()
    for _ in 0..<1000 {
      board.advance(0.005)
      _ = manager.accelerometerData
    }
    #expect(abs(try #require(manager.report(of: .accelerometer).actualUpdateInterval) - 0.02) < 0.0002)
    manager.stopAccelerometerUpdates()
    #expect(manager.report(of: .accelerometer).actualUpdateInterval == nil)
  }

  @Test func theRealRateIsReported() throws {
    let board = VirtualBoard(options: ChipOptions(clockError: 0.04))
    let manager = board.manager()
    manager.deviceMotionUpdateInterval = 0.02
    let queue = serialQueue()
    manager.startDeviceMotionUpdates(to: queue) { _, _ in }
    board.advance(5)
    queue.waitUntilAllOperationsAreFinished()
    let report = manager.report(of: .deviceMotion)
    #expect(report.updateInterval == 0.02)
    #expect(abs(try #require(report.actualUpdateInterval) - 0.02) < 0.0002)
    #expect(abs(report.chipHertz - 208) < 0.5)
    #expect(report.jitter < 0.001)
    #expect(report.lostSamples == 0 && report.dropped == 0)
    #expect(manager.report(of: .gyro).chipHertz == 0)
  }

  /// Above 100 Hz only by name.
  @Test func aControlLoopAsksByName() throws {
    let board = VirtualBoard(sampleRateHertz: 500)
    let manager = board.manager()
    manager.setUpdateInterval(.controlLoop(hertz: 250), of: .deviceMotion)
    #expect(manager.deviceMotionUpdateInterval == 0.004)
    let queue = serialQueue()
    let seen = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in motion.map { seen.add($0.timestamp) } }
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    #expect((245...255).contains(seen.values.count))
    manager.setUpdateInterval(.milliseconds(20), of: .deviceMotion)
    #expect(manager.deviceMotionUpdateInterval == 0.02)
  }

  /// Tests that run side by side each have a standard board of their own.
  @Test func aTaskMayHaveItsOwnStandardBoard() async {
    let one = MotionBoard.virtual(.still)
    let two = MotionBoard.virtual(.still)
    await MotionBoard.withStandard(one) {
      await Task.yield()
      #expect(CMMotionManager().board === one)
      MotionBoard.withStandard(two) { #expect(CMMotionManager().board === two) }
      #expect(CMMotionManager().board === one)
    }
    #expect(CMMotionManager().board === MotionBoard.installed)
  }

  @Test func theSameCallsGiveTheSameValues() throws {
    let runs = try (0..<2).map { _ in
      let board = MotionBoard.virtual(.moving, chip: .lsm6ds3)
      let manager = CMMotionManager(board: board)
      manager.startDeviceMotionUpdates()
      return try (0..<20).map { _ in
        board.advance(seconds: 0.1)
        let motion = try #require(manager.deviceMotion)
        return [
          motion.timestamp, motion.attitude.roll, motion.attitude.pitch, motion.attitude.yaw, motion.rotationRate.x,
        ]
      }
    }
    #expect(runs[0] == runs[1])
  }

  /// The same motion in m/s^2 and with the signs of physics: pushed to its right.
  @Test func quantitiesAreThereInSIUnits() {
    let motion = CMDeviceMotion(
      attitude: CMAttitude(roll: 0, pitch: 0, yaw: .pi / 2), rotationRate: CMRotationRate(),
      gravity: CMAcceleration(x: 0, y: 0, z: -1), userAcceleration: CMAcceleration(x: -0.5, y: 0, z: 0), timestamp: 1)
    #expect(abs(motion.trueAcceleration.x - 0.5 * 9.80665) < 1e-12)
    #expect(abs(motion.properAcceleration.x - 0.5 * 9.80665) < 1e-12)
    #expect(abs(motion.properAcceleration.z - 9.80665) < 1e-12)
    #expect(abs(motion.gravityInSI.z + 9.80665) < 1e-12)
    // A quarter turn counter-clockwise: the device's right is the reference's forward.
    let reference = motion.trueAccelerationInReferenceFrame
    #expect(abs(reference.x) < 1e-9 && abs(reference.y - 0.5 * 9.80665) < 1e-9)
    let data = CMAccelerometerData(acceleration: CMAcceleration(x: 0, y: 0, z: -1), timestamp: 1)
    #expect(data.specificForce.z == 9.80665 && data.specificForce.length == 9.80665)
  }
}
