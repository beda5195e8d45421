// Unsafe code of this module: reading a file, compressed or not, and writing a compressed one, through zlib. The other part is RigDevice.

import CZlib

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that zlib reads or writes whole: gzip is unpacked, anything else comes as it is (zlib manual, "gzip File Access Functions").
package enum GzipFile {
  /// Why a file could not be read.
  enum Failure: Error, Equatable {
    case cannotOpen(errno: Int32)
    /// The compressed data end before their end mark.
    case truncated
    /// The compressed data are damaged, or the file cannot be read; zlib's own words.
    case damaged(String)
    case tooLarge
  }

  private static let chunkBytes = 256 * 1024

  /// - Parameter limit: most bytes that are kept, so that a small file cannot unpack into all memory.
  static func contents(path: String, limit: Int) throws(Failure) -> [UInt8] {
    errno = 0
    // SAFETY: gzopen copies the path; the handle is closed exactly once, below.
    guard let file = gzopen(path, "rb") else { throw .cannotOpen(errno: errno == 0 ? ENOMEM : errno) }
    var contents: [UInt8] = []
    let failure = read(file, into: &contents, limit: limit)
    // SAFETY: the handle is open and not used afterwards. Z_BUF_ERROR tells that the last read ended inside a stream.
    let closing = gzclose_r(file)
    if let failure { throw failure }
    if closing == Z_BUF_ERROR { throw .truncated }
    guard closing == Z_OK else { throw .damaged("zlib error \(closing)") }
    return contents
  }

  private static func read(_ file: gzFile, into contents: inout [UInt8], limit: Int) -> Failure? {
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      // SAFETY: zlib writes at most the buffer's count into the buffer, which lives for the call.
      let count = chunk.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
      if count < 0 { return failure(of: file) }
      if count == 0 { return nil }
      guard contents.count + Int(count) <= limit else { return .tooLarge }
      contents.append(contentsOf: chunk[..<Int(count)])
    }
  }

  private static func failure(of file: gzFile) -> Failure {
    let errno = errno
    var code: Int32 = 0
    // SAFETY: gzerror returns a terminated string that is valid until the file is closed; it is copied at once.
    let text = gzerror(file, &code).map { String(cString: $0) } ?? ""
    // Z_ERRNO: not the data but the reading failed, as for a directory.
    if code == Z_ERRNO { return .cannotOpen(errno: errno) }
    return code == Z_BUF_ERROR ? .truncated : .damaged(text)
  }

  /// Writes a file whole, compressed. What is there already is replaced; after a failure the file is of no use. May block.
  ///
  /// - Returns: 0, or the errno.
  package static func write(_ contents: [UInt8], path: String) -> Int32 {
    errno = 0
    // SAFETY: gzopen copies the path; the handle is closed exactly once, below.
    guard let file = gzopen(path, "wbe") else { return errno == 0 ? ENOMEM : errno }
    var isWhole = true
    var rest = contents[...]
    while isWhole, !rest.isEmpty {
      let piece = rest.prefix(chunkBytes)
      // SAFETY: zlib reads exactly the piece's bytes, which live for the call.
      isWhole = piece.withUnsafeBytes { gzwrite(file, $0.baseAddress, UInt32($0.count)) } == piece.count
      rest = rest.dropFirst(piece.count)
    }
    let code = errno
    // SAFETY: the handle is open and not used afterwards. What was still to be written may fail only now.
    let closing = gzclose_w(file)
    if isWhole, closing == Z_OK { return 0 }
    return isWhole ? (errno == 0 ? EIO : errno) : (code == 0 ? EIO : code)
  }
}
