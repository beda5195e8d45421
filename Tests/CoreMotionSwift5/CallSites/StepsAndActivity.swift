import CoreMotion
import Foundation

/// Steps and activities for a view.
class StepsModel {
  let pedometer = CMPedometer()
  let activityManager = CMMotionActivityManager()
  var steps = 0
  var activity = ""

  func start(_ queue: OperationQueue) {
    if CMPedometer.isStepCountingAvailable() {
      pedometer.startUpdates(from: Date()) { [weak self] data, error in
        guard let data = data, error == nil else { return }
        self?.steps = data.numberOfSteps.intValue
      }
    }
    if CMMotionActivityManager.isActivityAvailable() {
      activityManager.startActivityUpdates(to: queue) { [weak self] activity in
        guard let activity = activity else { return }
        if activity.walking {
          self?.activity = "walking"
        } else if activity.running {
          self?.activity = "running"
        } else if activity.stationary {
          self?.activity = "stationary"
        } else if activity.automotive || activity.cycling {
          self?.activity = "riding"
        }
      }
    }
  }

  func stop() {
    pedometer.stopUpdates()
    activityManager.stopActivityUpdates()
  }
}

extension CMSensorDataList: Sequence {}
extension CMSensorDataList {
  public typealias Iterator = NSFastEnumerationIterator
  public func makeIterator() -> NSFastEnumerationIterator { return NSFastEnumerationIterator(self) }
}

/// Sums what was recorded, as apps for the watch do.
func strongest(in list: CMSensorDataList?) -> Double {
  var strongest = 0.0
  guard let list = list else { return strongest }
  for case let data as CMRecordedAccelerometerData in list {
    strongest = max(strongest, data.acceleration.magnitude)
  }
  return strongest
}
