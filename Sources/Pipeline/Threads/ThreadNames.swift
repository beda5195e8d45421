/// What the threads of a pipeline are called, as `top -H` and `ps -T` show them: "imu-acquisition" for the only sensor,
/// "acq-front" where several sensors have names. The kernel keeps 15 bytes.
struct ThreadNames {
  let acquisition: String
  let fusion: String
  let delivery: String
  let recording: String

  init(sensor: String?) {
    acquisition = sensor.map { "acq-\($0)" } ?? "imu-acquisition"
    fusion = sensor.map { "fus-\($0)" } ?? "imu-fusion"
    delivery = sensor.map { "del-\($0)" } ?? "imu-delivery"
    recording = sensor.map { "rec-\($0)" } ?? "imu-recording"
  }
}

/// What a sensor may be called.
public enum SensorName {
  /// Most characters: what the kernel's 15 bytes leave behind "acq-".
  public static let longest = 11
  /// The rule in words.
  public static let rule = "1 to 11 letters, digits, '-' or '_', each sensor another"

  /// Whether a text names a sensor: short and plain, so that it needs no escaping in any output.
  public static func isValid(_ name: String) -> Bool {
    (1...longest).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
