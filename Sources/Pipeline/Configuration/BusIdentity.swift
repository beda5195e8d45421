#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What tells one I2C bus from another, whatever its path is written like: the device that a node leads to, else the path without
/// detours and links.
enum BusIdentity: Hashable {
  case device(UInt64)
  case path(String)

  /// Looks at the file system as it is now; a bus that is not there yet is told by its path. May block.
  init(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR {
      self = .device(UInt64(status.st_rdev))
    } else {
      self = .path(Self.resolved(path))
    }
  }

  private static func resolved(_ path: String) -> String {
    // SAFETY: realpath allocates a terminated string when given no buffer; it is copied and freed once.
    if let found = realpath(path, nil) {
      defer { free(found) }
      return String(cString: found)
    }
    // Names that are no paths, as those of simulated buses, stay as they are.
    guard path.contains("/") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." || parts.last == ".." || (parts.isEmpty && !path.hasPrefix("/")) {
        parts.append(part)
      } else if !parts.isEmpty {
        parts.removeLast()
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
