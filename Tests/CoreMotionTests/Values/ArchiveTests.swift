import CoreMotion
import Foundation
import Testing

/// Every class that says it can be archived and copied: written, read and copied, with each of its values.
@Suite struct ArchiveTests {
  /// An object of each class, with numbers that are nobody's default, and what tells it from others.
  private struct Specimen<Object: NSObject & NSSecureCoding & NSCopying> {
    let object: Object
    let values: (Object) -> [Double]

    /// A copy through an archive.
    func archived() throws -> Object {
      let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
      return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
    }

    func check() throws {
      #expect(Object.supportsSecureCoding)
      let expected = values(object)
      #expect(expected.count > 1 && Set(expected).count > 1)
      #expect(values(try archived()) == expected, "\(Object.self)")
      let copy = try #require(object.copy() as? Object)
      #expect(values(copy) == expected, "\(Object.self)")
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 790_000_000.125)
  private static let rate = CMRotationRate(x: 1.5, y: -2.25, z: 3)
  private static let force = CMAcceleration(x: 0.25, y: -0.5, z: -1)

  @Test func itemsKeepTheirTime() throws {
    try Specimen(object: CMLogItem(timestamp: 12.5)) { [$0.timestamp, 0] }.check()
  }

  @Test func samplesKeepTheirValues() throws {
    try Specimen(object: CMAccelerometerData(acceleration: Self.force, timestamp: 1.5)) {
      [$0.acceleration.x, $0.acceleration.y, $0.acceleration.z, $0.timestamp]
    }.check()
    try Specimen(object: CMGyroData(rotationRate: Self.rate, timestamp: 2.5)) {
      [$0.rotationRate.x, $0.rotationRate.y, $0.rotationRate.z, $0.timestamp]
    }.check()
    try Specimen(object: CMRotationRateData(rotationRate: Self.rate, timestamp: 3.5)) {
      [$0.rotationRate.x, $0.rotationRate.y, $0.rotationRate.z, $0.timestamp]
    }.check()
    try Specimen(object: CMMagnetometerData(magneticField: CMMagneticField(x: 20, y: -4, z: 43), timestamp: 4.5)) {
      [$0.magneticField.x, $0.magneticField.y, $0.magneticField.z, $0.timestamp]
    }.check()
  }

  @Test func recordingsKeepTheirDates() throws {
    try Specimen(
      object: CMRecordedAccelerometerData(
        identifier: 1 << 40 + 7, startDate: Self.date, acceleration: Self.force, timestamp: 5.5)
    ) {
      [
        Double($0.identifier), $0.startDate.timeIntervalSinceReferenceDate, $0.acceleration.x, $0.acceleration.z,
        $0.timestamp,
      ]
    }.check()
    try Specimen(
      object: CMRecordedRotationRateData(startDate: Self.date, rotationRate: Self.rate, timestamp: 6.5)
    ) {
      [$0.startDate.timeIntervalSinceReferenceDate, $0.rotationRate.y, $0.timestamp]
    }.check()
  }

  @Test func attitudesKeepTheirRotation() throws {
    let attitude = CMAttitude(roll: 0.1, pitch: -0.2, yaw: 0.3)
    try Specimen(object: attitude) {
      [$0.quaternion.x, $0.quaternion.y, $0.quaternion.z, $0.quaternion.w].map { ($0 * 1e12).rounded() }
    }.check()
    // It changes in place, so a copy is another one.
    let copy = try #require(attitude.copy() as? CMAttitude)
    copy.multiply(byInverseOf: attitude)
    #expect(copy.quaternion.angle < 1e-7 && abs(attitude.yaw - 0.3) < 1e-12)
  }

  @Test func motionsKeepEverything() throws {
    let motion = CMDeviceMotion(
      attitude: CMAttitude(roll: 0.1, pitch: -0.2, yaw: 0.3), rotationRate: Self.rate, gravity: Self.force,
      userAcceleration: CMAcceleration(x: 0.75, y: 0.5, z: 0.125),
      magneticField: CMCalibratedMagneticField(field: CMMagneticField(x: 20, y: -4, z: 43), accuracy: .medium),
      heading: 270.5, headingAccuracy: 12, sensorLocation: .headphoneRight, timestamp: 7.5)
    try Specimen(object: motion) { motion in
      let (gravity, user, field) = (motion.gravity, motion.userAcceleration, motion.magneticField)
      return [
        (motion.attitude.yaw * 1e12).rounded(), motion.rotationRate.x, motion.rotationRate.y, motion.rotationRate.z,
        gravity.x, gravity.y, gravity.z, user.x, user.y, user.z, field.field.x, field.field.y, field.field.z,
        Double(field.accuracy.rawValue), motion.heading, motion.headingAccuracy,
        Double(motion.sensorLocation.rawValue), motion.timestamp,
      ]
    }.check()
    let copy = try #require(motion.copy() as? CMDeviceMotion)
    copy.attitude.multiply(byInverseOf: copy.attitude)
    #expect(abs(motion.attitude.yaw - 0.3) < 1e-12)
  }

  @Test func activitiesKeepTheirVerdict() throws {
    try Specimen(object: CMMotionActivity(.running, confidence: .high, startDate: Self.date, timestamp: 8.5)) {
      [
        $0.running ? 1 : 0, $0.walking ? 1 : 0, Double($0.confidence.rawValue),
        $0.startDate.timeIntervalSinceReferenceDate, $0.timestamp,
      ]
    }.check()
  }

  @Test func stepsKeepTheirNumbers() throws {
    try Specimen(
      object: CMPedometerData(startDate: Self.date, endDate: Self.date + 60, numberOfSteps: 111, cadence: 1.85)
    ) {
      [
        $0.startDate.timeIntervalSinceReferenceDate, $0.endDate.timeIntervalSinceReferenceDate,
        $0.numberOfSteps.doubleValue, $0.currentCadence?.doubleValue ?? -1,
      ]
    }.check()
    try Specimen(object: CMPedometerEvent(date: Self.date, type: .resume)) {
      [$0.date.timeIntervalSinceReferenceDate, Double($0.type.rawValue)]
    }.check()
  }

  @Test func altitudesKeepTheirNumbers() throws {
    try Specimen(object: CMAltitudeData(relativeAltitude: 3.25, pressure: 101.5, timestamp: 9.5)) {
      [$0.relativeAltitude.doubleValue, $0.pressure.doubleValue, $0.timestamp]
    }.check()
    try Specimen(object: CMAbsoluteAltitudeData(altitude: 450, accuracy: 4, precision: 0.5, timestamp: 10.5)) {
      [$0.altitude, $0.accuracy, $0.precision, $0.timestamp]
    }.check()
  }

  /// As on the phone every class has a bare initialiser, whose object means nothing.
  @Test func emptyObjectsCanBeMade() {
    #expect(CMLogItem().timestamp == 0 && CMAccelerometerData().acceleration.z == 0)
    #expect(CMGyroData().rotationRate.x == 0 && CMMagnetometerData().magneticField.x == 0)
    #expect(CMRotationRateData().rotationRate.x == 0 && CMRecordedRotationRateData().rotationRate.x == 0)
    #expect(CMRecordedAccelerometerData().identifier == 0 && CMSensorDataList().samples.isEmpty)
    #expect(CMDeviceMotion().timestamp == 0 && CMAttitude().yaw == 0)
    #expect(CMMotionActivity().unknown && CMPedometerData().numberOfSteps == 0)
    #expect(CMPedometerEvent().type == .pause && CMAltitudeData().pressure == 0)
    #expect(CMAbsoluteAltitudeData().altitude == 0)
  }

  /// What holds no rotation gives no attitude.
  @Test func anArchiveOfNoRotationIsRefused() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(1.0, forKey: "timestamp")
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CMAttitude(coder: reader) == nil)
  }
}
