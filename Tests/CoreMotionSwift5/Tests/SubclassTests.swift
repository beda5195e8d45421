import CoreMotion
import Foundation
import Pipeline
import Testing

/// Classes that apps make of the module's, and files that import nothing else.
@Suite struct SubclassTests {
  @Test func managersOfOnesOwnWork() {
    MotionBoard.withStandard(.virtual(.still)) {
      let manager = OwnManager(name: "own")
      manager.startDeviceMotionUpdates()
      manager.board.advance(seconds: 0.5)
      #expect(manager.name == "own" && OwnManager().name == "plain")
      #expect(manager.deviceMotion != nil)
      #expect(OwnBatches().isAccelerometerActive == false)
      #expect(OwnRecorder().isRecording == false)
      #expect(OwnHeadphones().isDeviceMotionAvailable == false)
      OwnAltimeter().stopRelativeAltitudeUpdates()
      OwnPedometer().stopUpdates()
      OwnActivityManager().stopActivityUpdates()
    }
  }

  @Test func anInitialiserOfOnesOwnMayHaveAnyLabels() {
    let acceleration = CMAcceleration(x: 1, y: 2, z: 3)
    let rate = CMRotationRate(x: 1, y: 2, z: 3)
    let field = CMMagneticField(x: 1, y: 2, z: 3)
    let date = Date(timeIntervalSince1970: 1)
    #expect(OwnItem(timestamp: 5).timestamp == 5 && OwnItem().timestamp == 0)
    #expect(OwnAcceleration(acceleration: acceleration, timestamp: 5).acceleration.z == 3)
    #expect(OwnRotation(rotationRate: rate, timestamp: 5).rotationRate.z == 3)
    #expect(OwnField(magneticField: field, timestamp: 5).magneticField.z == 3)
    #expect(OwnRate(rotationRate: rate, timestamp: 5).rotationRate.z == 0)
    let recorded = OwnRecordedAcceleration(identifier: 1, startDate: date, acceleration: acceleration, timestamp: 5)
    #expect(recorded.identifier == 0)
    #expect(OwnRecordedRate(startDate: date, rotationRate: rate, timestamp: 5).timestamp == 0)
    let attitude = OwnAttitude(roll: 1, pitch: 2, yaw: 3)
    #expect(attitude.yaw == 3 && OwnAttitude(quaternion: CMQuaternion()).yaw == 0)
    let motion = OwnMotion(
      attitude: attitude, rotationRate: rate, gravity: acceleration, userAcceleration: acceleration,
      magneticField: CMCalibratedMagneticField(), heading: -1, headingAccuracy: -1, sensorLocation: .default,
      timestamp: 5)
    #expect(motion.attitude.pitch == 2)
    #expect(CMDeviceMotion(testing: true).gravity.z == -1)
    #expect(OwnActivity(walking: true).walking)
    #expect(OwnSteps(startDate: date, endDate: date, numberOfSteps: 4, cadence: nil).numberOfSteps == 4)
    #expect(OwnEvent(date: date, type: .pause).type == .pause && OwnEvent().type == .resume)
    #expect(OwnList(samples: [recorded]).samples.isEmpty && OwnList().samples.isEmpty)
    #expect(OwnAltitude(relativeAltitude: 1, pressure: 2, timestamp: 3).pressure == 0)
    #expect(OwnAbsoluteAltitude(altitude: 1, accuracy: 2, precision: 3, timestamp: 4).altitude == 0)
  }

  /// A logger of the phone: once a second is once a second.
  @Test func aFileThatImportsNothingElseLogsOncePerSecond() {
    let board = MotionBoard.virtual(.moving)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    nonisolated(unsafe) let logger = MotionBoard.withStandard(board) { OncePerSecond() }
    logger.log(to: queue)
    board.advance(seconds: 4.9)
    queue.waitUntilAllOperationsAreFinished()
    #expect(logger.lines.count == 5)
    #expect(logger.manager.deviceMotionUpdateInterval == 1)
    #expect(logger.degrees(of: CMDeviceMotion()).hasSuffix(" of 1.4142135623730951"))
  }
}
