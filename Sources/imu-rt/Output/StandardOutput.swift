import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes to standard output without losing anything in silence: a closed pipe ends the program quietly, a full disk with an
/// error.
struct StandardOutput {
  /// The reader has gone.
  struct Closed: Error {}

  static var isTerminal: Bool { isatty(1) == 1 }

  static func write(_ text: String) throws {
    do throws(OutputDescriptor.Failure) { try OutputDescriptor.standardOutput.write(text) } catch {
      switch error {
      case .closed: throw Closed()
      case .stuck:
        note("standard output: nobody reads it; what was left is lost")
        throw Closed()
      case .system(let code): throw ToolFault("can't write to standard output: \(errnoText(code))")
      }
    }
  }
}

/// Writes a line to standard error.
func note(_ text: String) {
  // A standard error that is closed or full leaves nowhere to say so, and is no reason to stop streaming.
  do throws(OutputDescriptor.Failure) { try OutputDescriptor.standardError.write(text.singleLine + "\n") } catch {}
}

extension String {
  /// The text with control characters written out, so that a name from outside neither breaks the line nor steers the
  /// terminal.
  var singleLine: String {
    var line = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The text as a JSON string, quotation marks included.
  var jsonText: String {
    "\"" + singleLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
