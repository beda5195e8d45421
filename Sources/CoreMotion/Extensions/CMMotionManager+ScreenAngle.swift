import Foundation
import Fusion

extension CMMotionManager {
  /// How far the device is turned clockwise from portrait, in radians, (-pi, pi]: asked once, with a deadline. For occasional questions;
  /// blocks the calling thread until the first sample, and leaves the accelerometer as it was.
  ///
  /// - Throws: ``MotionUnavailable``, `.timeout` if nothing came; never waits for ever.
  public func screenAngle(timeout: Duration = .seconds(1)) throws(MotionUnavailable) -> Double {
    ScreenAngle.radians(try oneSample(timeout: timeout).acceleration)
  }

  /// How the device is held, asked once, with a deadline; see ``screenAngle(timeout:)``.
  public func deviceOrientation(timeout: Duration = .seconds(1)) throws(MotionUnavailable) -> DeviceOrientation {
    DeviceOrientation(acceleration: try oneSample(timeout: timeout).acceleration)
  }

  /// One sample by a manager of its own, so that nobody's settings are touched.
  private func oneSample(timeout: Duration) throws(MotionUnavailable) -> CMAccelerometerData {
    if let data = accelerometerData { return data }
    let manager = CMMotionManager(board: board)
    _ = try manager.waitForDeviceMotion(timeout: timeout)
    do throws(MotionUnavailable) { try manager.channel(.accelerometer).start() } catch { throw error }
    guard let data = manager.accelerometerData else { throw .timeout(seconds: timeout / .seconds(1)) }
    return data
  }
}
