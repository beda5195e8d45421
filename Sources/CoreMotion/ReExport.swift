// As the phone's module does: a file that imports CoreMotion alone has Date, OperationQueue and RunLoop. No other module imports
// Foundation, so that `imu-rt` does without.
@_exported import Dispatch
@_exported import Foundation
