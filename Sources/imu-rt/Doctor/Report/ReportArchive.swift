/// What a report holds, with a list of it that goes along.
struct ReportArchive {
  /// The folder in the archive. The same for all: a name of one's own would say whose it is.
  private static let folder = "imu-rt-report"
  static let listName = "README.txt"

  /// A file of the report.
  private struct Entry {
    let name: String
    let what: String
    let bytes: [UInt8]
  }

  private var entries: [Entry] = []

  mutating func add(_ name: String, _ what: String, _ text: String) { add(name, what, Array(text.utf8)) }

  mutating func add(_ name: String, _ what: String, _ bytes: [UInt8]) {
    entries.append(Entry(name: name, what: what, bytes: bytes))
  }

  /// Name, size and meaning of each file.
  var list: [String] {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { $0.name.padded(to: width + 2) + "\($0.bytes.count) bytes".padded(to: 16) + $0.what }
  }

  /// The archive, with the list as its first file.
  ///
  /// - Parameter now: seconds since 1970.
  func bytes(title: String, now: Int) -> [UInt8] {
    let recordings = entries.map(\.name).filter { $0.hasSuffix(".csv") }
    var text = title + "\n\n" + list.joined(separator: "\n") + "\n\n"
    text +=
      "It names no host and no person: no host or user name, no home folder, no serial number, no network address. "
    text +=
      "Files that a\nconfiguration names are called by the last part of their path. The date of the recording is in it.\n"
    for name in recordings {
      text += "\n  imu-rt replay \(Self.folder)/\(name) --through filter --output attitude.csv"
    }
    if !recordings.isEmpty { text += "\n\ngives the attitudes that the session had, bit for bit.\n" }
    let files = [Entry(name: Self.listName, what: "", bytes: Array(text.utf8))] + entries
    return TarArchive.bytes(
      files.map { TarArchive.File(name: "\(Self.folder)/\($0.name)", bytes: $0.bytes) }, modified: now)
  }
}
