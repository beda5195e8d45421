import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a result to a file.
enum OutputFile {
  /// Writes a whole text; a file that is there already is replaced.
  static func write(_ text: String, to path: String) throws {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw fault(path, errno) }
    do throws(OutputDescriptor.Failure) { try OutputDescriptor(number: number).write(text) } catch {
      close(number)
      switch error {
      case .closed, .stuck: throw StandardOutput.Closed()
      case .system(let code): throw fault(path, code)
      }
    }
    // Some file systems tell only now that the disk is full.
    guard close(number) == 0 else { throw fault(path, errno) }
  }

  /// Whether two paths lead to the same file.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func fault(_ path: String, _ code: Int32) -> ToolFault {
    ToolFault("can't write \(path): \(errnoText(code))")
  }
}
