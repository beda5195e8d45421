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

  @Test func thePhonesInterfaceKeepsEverythingIfAsked() {
    #expect(DeliveryPolicy.unbounded.capacity == nil)
    #expect(DeliveryPolicy(capacity: 0).capacity == 1)
    var policy = DeliveryPolicy()
    policy.capacity = -3
    #expect(policy.capacity == 1)
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

  @Test func dataCanBeMadeAndArchived() throws {
    let motion = CMDeviceMotion(
      attitude: CMAttitude(roll: 0.1, pitch: 0.2, yaw: 0.3), rotationRate: CMRotationRate(x: 1, y: 2, z: 3),
      gravity: CMAcceleration(x: 0, y: 0, z: -1), userAcceleration: CMAcceleration(x: 0.5, y: 0, z: 0), timestamp: 12.5)
    let data = try NSKeyedArchiver.archivedData(withRootObject: motion, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CMDeviceMotion.self, from: data))
    #expect(read.timestamp == 12.5)
    #expect(abs(read.attitude.yaw - 0.3) < 1e-12)
    #expect(read.rotationRate.z == 3 && read.userAcceleration.x == 0.5)
    #expect(read.magneticField.accuracy == .uncalibrated)
    let copy = try #require(motion.copy() as? CMDeviceMotion)
    copy.attitude.multiply(byInverseOf: copy.attitude)
    #expect(abs(motion.attitude.yaw - 0.3) < 1e-12)
    let gyro = CMGyroData(rotationRate: CMRotationRate(x: 1, y: 2, z: 3), timestamp: 4)
    let gyroArchive = try NSKeyedArchiver.archivedData(withRootObject: gyro, requiringSecureCoding: true)
    let gyroRead = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CMGyroData.self, from: gyroArchive))
    #expect(gyroRead.rotationRate.y == 2 && gyroRead.timestamp == 4)
  }
}
