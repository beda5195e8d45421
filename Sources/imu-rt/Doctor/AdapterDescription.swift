import IMUDrivers
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the kernel knows of an I2C adapter besides its functions, from sysfs.
struct AdapterDescription {
  /// The adapter's device. /sys/class/i2c-adapter, where it stood as well, is gone from newer kernels.
  private let device: String

  /// - Parameter path: the adapter's node, such as "/dev/i2c-1".
  init(path: String) { device = "/sys/bus/i2c/devices/" + path.dropping(prefix: "/dev/") }

  /// The adapter's name, such as "bcm2835 (i2c@7e804000)".
  var name: String? { SystemText.line(device + "/name") }

  /// The driver of the device that the adapter belongs to, such as "i2c-bcm2835"; nil where it belongs to none, as a multiplexer's
  /// channel does.
  var driver: String? { SystemText.linkTarget(device + "/../driver") }

  /// The bus clock that the device tree asks for, in hertz; nil where the machine has none.
  var clockHertz: Int? {
    guard let bytes = FileContents.small(device + "/of_node/clock-frequency"), bytes.count == 4 else { return nil }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Short texts in /proc and /sys.
enum SystemText {
  /// The first line of a file; nil where there is none.
  static func line(_ path: String) -> String? {
    guard let bytes = FileContents.small(path) else { return nil }
    // A device tree's texts end with a null byte.
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
    return line.isEmpty ? nil : line.singleLine
  }

  /// The last part of what a link leads to; nil for no link.
  static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: readlink writes at most the array's count.
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).lastPathPart
  }
}

extension String {
  /// What stands behind the last slash.
  var lastPathPart: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }
}
