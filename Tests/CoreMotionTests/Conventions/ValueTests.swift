import CoreMotion
import Foundation
import Testing

/// Plain values: what they hold when nothing was said, and the numbers of codes.
@Suite struct ValueTests {
  @Test func emptyValuesAreAllZero() {
    let q = CMQuaternion()
    #expect(q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0)
    let m = CMRotationMatrix()
    #expect(m.m11 == 0 && m.m22 == 0 && m.m33 == 0 && m.m12 == 0 && m.m31 == 0)
    #expect(CMAcceleration().z == 0 && CMRotationRate().x == 0 && CMMagneticField().y == 0)
    #expect(CMCalibratedMagneticField().accuracy == .low)
    #expect(CMAttitude().quaternion.w == 1)
  }

  @Test func fieldsMayBeSet() {
    var acceleration = CMAcceleration()
    acceleration.x = 1
    #expect(acceleration.x == 1)
    var matrix = CMRotationMatrix()
    matrix.m23 = 0.5
    #expect(matrix.m23 == 0.5)
  }

  @Test func codesAreThoseOfThePhone() {
    let codes = [
      CMErrorNULL, CMErrorDeviceRequiresMovement, CMErrorTrueNorthNotAvailable, CMErrorUnknown,
      CMErrorMotionActivityNotAvailable, CMErrorMotionActivityNotAuthorized, CMErrorMotionActivityNotEntitled,
      CMErrorInvalidParameter, CMErrorInvalidAction, CMErrorNotAvailable, CMErrorNotEntitled, CMErrorNotAuthorized,
      CMErrorNilData, CMErrorSize,
    ]
    #expect(codes.map(\.rawValue) == Array(100...113))
    #expect(CMErrorDomain == "CMErrorDomain")
    #expect(CMAuthorizationStatus.authorized.rawValue == 3)
    #expect(CMMagneticFieldCalibrationAccuracy.uncalibrated.rawValue == -1)
    #expect(CMAttitudeReferenceFrame.xTrueNorthZVertical.rawValue == 8)
  }

  /// Programs compare what a handler gets by domain and code.
  @Test func anErrorIsAnNSErrorOfTheDomain() {
    let error: any Error = MotionUnavailable.noMagnetometer.asNSError
    #expect((error as NSError).domain == CMErrorDomain)
    #expect((error as NSError).code == Int(CMErrorNotAvailable.rawValue))
    #expect(!error.localizedDescription.isEmpty)
  }

  /// What no chip here has says so.
  @Test func headphonesAndAltitudeAreNotAvailable() {
    let queue = serialQueue()
    let codes = Collected<Int>()
    let headphones = CMHeadphoneMotionManager()
    headphones.startDeviceMotionUpdates(to: queue) { _, error in
      if let error { codes.add((error as NSError).code) }
    }
    CMAltimeter().startRelativeAltitudeUpdates(to: queue) { _, error in
      if let error { codes.add((error as NSError).code) }
    }
    CMAltimeter().startAbsoluteAltitudeUpdates(to: queue) { _, error in
      if let error { codes.add((error as NSError).code) }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(codes.values == [109, 109, 109])
    // Told no more after a stop.
    queue.isSuspended = true
    let altimeter = CMAltimeter()
    altimeter.startRelativeAltitudeUpdates(to: queue) { _, _ in codes.add(1) }
    altimeter.stopRelativeAltitudeUpdates()
    altimeter.startAbsoluteAltitudeUpdates(to: queue) { _, _ in codes.add(2) }
    altimeter.stopAbsoluteAltitudeUpdates()
    headphones.startDeviceMotionUpdates(to: queue) { _, _ in codes.add(3) }
    headphones.stopDeviceMotionUpdates()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(codes.values == [109, 109, 109])
    #expect(!headphones.isDeviceMotionAvailable && headphones.deviceMotion == nil)
    #expect(!CMAltimeter.isRelativeAltitudeAvailable() && !CMAltimeter.isAbsoluteAltitudeAvailable())
  }
}
