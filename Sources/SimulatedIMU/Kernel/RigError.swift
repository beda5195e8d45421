#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a simulated board could not be put behind a kernel's bus, or stopped being there.
public enum RigError: Error, Equatable, Sendable {
  /// There is no such device: the module is not loaded.
  case noModule(path: String)
  /// The device may not be opened.
  case noPermission(path: String)
  /// Another process serves the bus.
  case alreadyServed(path: String)
  /// A system call failed.
  case failed(path: String, call: String, code: Int32)
  /// The module sent what this version does not understand.
  case notUnderstood(path: String)

  init(opening path: String, code: Int32) {
    switch code {
    case ENOENT, ENODEV, ENXIO: self = .noModule(path: path)
    case EACCES, EPERM: self = .noPermission(path: path)
    case EBUSY: self = .alreadyServed(path: path)
    default: self = .failed(path: path, call: "open", code: code)
    }
  }
}

extension RigError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noModule(let path):
      "\(path): no such device; build the module with 'make -C rig/kmod' and load it with 'sudo insmod rig/kmod/imu_rig.ko' (docs/hil.md)"
    case .noPermission(let path): "\(path): permission denied; run as root, or 'sudo chown $USER \(path)'"
    case .alreadyServed(let path): "\(path): another process simulates chips on this bus; stop it first"
    case .failed(let path, let call, let code):
      "\(path): \(call) failed: \(String(cString: strerror(code))) (errno \(code))"
    case .notUnderstood(let path): "\(path): the module speaks another version; build and load rig/kmod of this version"
    }
  }
}
