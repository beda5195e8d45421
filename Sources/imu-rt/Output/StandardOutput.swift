import Foundation

/// Writes to standard output without losing anything in silence: a closed pipe ends the program quietly, a full disk with an
/// error.
struct StandardOutput {
  /// The reader has gone.
  struct Closed: Error {}

  static var isTerminal: Bool { isatty(1) == 1 }

  static func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Foundation.write(
          1, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest.indices]).baseAddress, rest.count)
        if written >= 0 {
          rest = rest.dropFirst(written)
          continue
        }
        switch errno {
        case EINTR: continue
        case EPIPE: throw Closed()
        default: throw ToolFault("can't write to standard output: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}

/// Writes a line to standard error. Nothing can be done where that fails.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
