import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A named pipe (fifo(7)) for whoever reads it, or nobody: it takes whole lines while there is room, and never waits.
struct NamedPipe {
  /// What it holds for a reader who is late: half a second at 100 Hz. What lies longer is old.
  private static let capacityBytes: Int32 = 16384

  private let number: Int32
  private let path: String

  /// Opens the pipe; makes it where there is none.
  init(_ path: String) throws {
    guard mkfifo(path, 0o666) == 0 || errno == EEXIST else { throw Self.fault(path, errno) }
    // For reading, too: the opening then waits for no reader, and a reader who leaves closes nothing.
    let number = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw Self.fault(path, errno) }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      close(number)
      throw ToolFault("\(path) is no named pipe; name one, or a path where there is nothing yet")
    }
    // A kernel that refuses leaves the usual 64 KiB. F_SETPIPE_SZ of fcntl(2), which Swift does not import, is 1031.
    _ = fcntl(number, 1031, Self.capacityBytes)
    self.number = number
    self.path = path
  }

  /// Writes lines if they fit, all of them or nothing.
  ///
  /// - Parameter text: at most 4096 bytes, which a pipe takes whole (pipe(7), PIPE_BUF).
  /// - Returns: whether they fitted.
  func offer(_ text: String) throws -> Bool {
    var text = text
    // SAFETY: write reads exactly the text's bytes, which live for the call.
    let outcome = text.withUTF8 { write(number, $0.baseAddress, $0.count) < 0 ? errno : 0 }
    switch outcome {
    case 0: return true
    case EAGAIN, EINTR: return false
    default: throw Self.fault(path, outcome)
    }
  }

  private static func fault(_ path: String, _ code: Int32) -> ToolFault {
    ToolFault("can't write to the pipe \(path): \(errnoText(code))")
  }
}
