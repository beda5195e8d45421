import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small file, read whole but within a bound, so that a wrong path such as a device never fills the memory.
package enum FileContents {
  /// Why a file could not be read, in words.
  package struct Failure: Error, Equatable {
    package let reason: String
  }

  /// Reads a file, a pipe too.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    // SAFETY: the stream is closed once, on the only way out below.
    guard let file = fopen(path, "rbe") else { throw Failure(reason: errnoText(errno)) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    // SAFETY: fread writes at most limit + 1 bytes, the array's count.
    let count = fread(&bytes, 1, limit + 1, file)
    let code = ferror(file) == 0 ? 0 : errno
    fclose(file)
    guard code == 0 else { throw Failure(reason: errnoText(code)) }
    guard count <= limit else { throw Failure(reason: "larger than \(limit) bytes, so not a configuration") }
    return Array(bytes[..<count])
  }

  /// The bytes of a file such as those in /proc and /sys; nil where there is none, or it is no small one.
  package static func small(_ path: String) -> [UInt8]? {
    do throws(Failure) { return try read(path, limit: 64 * 1024) } catch { return nil }
  }
}
