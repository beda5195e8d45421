import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a file could not be written; what was there before is still whole.
public struct FileWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  public let file: String
  /// The errno, positive.
  public let code: Int32

  public var description: String { "can't write \(file): \(errnoText(code))" }
}

/// Replaces a file whole or not at all.
package enum AtomicFile {
  /// Writes beside the file, has it reach the disk, and only then puts it in the old one's place: rename(2) is atomic.
  /// Whatever ends the program meanwhile, the old file or the new one is there. May block.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileWriteError) {
    let target = try resolved(path)
    // Beside the target, since rename works within one file system only.
    let temporary = "\(target).\(getpid()).tmp"
    unlink(temporary)
    let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw FileWriteError(file: path, code: errno) }
    var code = fill(number, bytes)
    if close(number) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw FileWriteError(file: path, code: code)
    }
    syncFolder(of: target)
  }

  /// Writes everything and waits for the disk.
  ///
  /// - Returns: 0, or the errno.
  private static func fill(_ number: Int32, _ bytes: [UInt8]) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: write reads exactly the slice's bytes, which live for the call.
      let written = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? errno : ENOSPC }
      rest = rest.dropFirst(written)
    }
    return fsync(number) == 0 ? 0 : errno
  }

  /// The file that a link leads to, so that the link stays; the path itself where nothing is yet.
  package static func resolved(_ path: String) throws(FileWriteError) -> String {
    // SAFETY: realpath allocates a terminated string when given no buffer; it is copied and freed once.
    guard let found = realpath(path, nil) else {
      guard errno == ENOENT else { throw FileWriteError(file: path, code: errno) }
      return path
    }
    defer { free(found) }
    var status = stat()
    guard stat(found, &status) == 0 else { throw FileWriteError(file: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileWriteError(file: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    return String(cString: found)
  }

  /// Has the new name reach the disk, too. The file is whole either way, so a fault here is none.
  static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }
}
