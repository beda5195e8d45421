/// Files in one archive as every `tar` reads it: the "ustar Interchange Format" of IEEE Std 1003.1-2017, pax.
///
/// Written here and not by `tar`, so that no system's own puts the names of user and group into it.
enum TarArchive {
  /// A file of an archive.
  struct File {
    /// At most 100 bytes.
    let name: String
    let bytes: [UInt8]
  }

  private static let blockBytes = 512

  /// - Parameter modified: the time of all files, in seconds since 1970.
  static func bytes(_ files: [File], modified: Int) -> [UInt8] {
    var archive: [UInt8] = []
    for file in files {
      archive += header(file, modified: modified)
      archive += file.bytes
      archive += zeros((blockBytes - file.bytes.count % blockBytes) % blockBytes)
    }
    // Two blocks of zeros end it.
    return archive + zeros(2 * blockBytes)
  }

  private static func header(_ file: File, modified: Int) -> [UInt8] {
    var header = zeros(blockBytes)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    precondition(file.name.utf8.count <= 100, "a name that the format has no room for")
    put(file.name, at: 0)
    put(octal(0o644, digits: 7), at: 100)
    // User and group: root's numbers, and no names.
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(file.bytes.count, digits: 11), at: 124)
    put(octal(modified, digits: 11), at: 136)
    // A regular file.
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    // The sum is taken with blanks in its own place.
    put("        ", at: 148)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0", at: 148)
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
