#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why an I2C adapter could not be used. The description says what to do about it.
public enum I2CBusError: Error, Equatable, Sendable {
  /// The node may not be opened (EACCES, EPERM).
  case noPermission(path: String)
  /// There is no such node, or nothing behind it (ENOENT, ENODEV, ENXIO).
  case notFound(path: String)
  /// Opening failed for another reason.
  case cannotOpen(path: String, code: Int32)
  /// The node opened, and does not answer as an I2C adapter.
  case notAnAdapter(path: String, code: Int32)
  /// The adapter lacks the functions named, by their names in the kernel's functionality mask: first "I2C", then what
  /// could have stood in for it.
  case unsupportedAdapter(path: String, missing: [String])
  /// The nodes in /dev could not be listed.
  case cannotList(code: Int32)

  /// Sorts the errno of a failed open.
  init(opening path: String, code: Int32) {
    switch code {
    case EACCES, EPERM: self = .noPermission(path: path)
    case ENOENT, ENODEV, ENXIO: self = .notFound(path: path)
    default: self = .cannotOpen(path: path, code: code)
    }
  }
}

extension I2CBusError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noPermission(let path):
      return "\(path): permission denied; the node is open to group i2c: "
        + "run 'sudo usermod -aG i2c $USER' and log in again"
    case .notFound(let path):
      return "\(path): not there, I2C is not switched on; on a Raspberry Pi run 'sudo raspi-config nonint do_i2c 0' "
        + "(or put 'dtparam=i2c_arm=on' into config.txt and reboot), elsewhere and if that is done "
        + "'sudo modprobe i2c-dev'"
    case .cannotOpen(let path, let code):
      return "\(path): cannot be opened: \(errnoText(code)) (errno \(code)); see 'imu-rt doctor'"
    case .notAnAdapter(let path, let code):
      return "\(path): not an I2C adapter: \(errnoText(code)) (errno \(code)); 'imu-rt detect' lists those that are"
    case .unsupportedAdapter(let path, let missing):
      let others = missing.dropFirst().joined(separator: " and ")
      return "\(path): the adapter has neither \(missing.first ?? "I2C") nor, instead of it, \(others); "
        + "choose another bus, see 'imu-rt detect'"
    case .cannotList(let code):
      return "/dev: cannot be listed: \(errnoText(code)) (errno \(code))"
    }
  }
}
