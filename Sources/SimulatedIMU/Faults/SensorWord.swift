/// A word of a chip's sample, by the names that `imu-rt stream` gives the fields.
public enum SensorWord: String, Sendable, CaseIterable {
  case accelerometerX = "ax"
  case accelerometerY = "ay"
  case accelerometerZ = "az"
  case gyroscopeX = "gx"
  case gyroscopeY = "gy"
  case gyroscopeZ = "gz"
  case temperature = "temperature"

  /// The word's place in ``SampleFaults``.
  var index: Int {
    switch self {
    case .accelerometerX: 0
    case .accelerometerY: 1
    case .accelerometerZ: 2
    case .gyroscopeX: 3
    case .gyroscopeY: 4
    case .gyroscopeZ: 5
    case .temperature: 6
    }
  }
}
