import Foundation

/// Recorded samples in a folder: one file an hour, each a row of records of 48 bytes. A record that was cut off by a crash is
/// left out, and overwritten by the next.
struct SampleArchive: Sendable {
  /// One sample.
  struct Record: Equatable, Sendable {
    var identifier: UInt64
    /// Seconds since the reference date (2001).
    var date: Double
    var timestamp: Double
    var x: Double
    var y: Double
    var z: Double
  }

  private static let recordBytes = 48
  private static let hour = 3600.0
  /// No recorder comes to it: what is above is damage, and no number to go on from.
  private static let greatestIdentifier = UInt64.max / 2
  private static let prefix = "accelerometer-"

  let folder: URL

  /// Adds records to the files of their hours.
  func append(_ records: [Record]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (hour, records) in Dictionary(grouping: records, by: { Self.hourIndex($0.date) }) {
      let url = file(hour)
      if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
      let handle = try FileHandle(forUpdating: url)
      defer { do { try handle.close() } catch {} }
      let whole = try handle.seekToEnd() / UInt64(Self.recordBytes) * UInt64(Self.recordBytes)
      try handle.truncate(atOffset: whole)
      try handle.write(contentsOf: Data(records.flatMap(Self.bytes)))
    }
  }

  /// The records from one date to another, both ends included, in order of time. Files that can't be read count as empty.
  func records(from start: Double, to end: Double) -> [Record] {
    var found: [Record] = []
    for (hour, url) in files() where hour >= Self.hourIndex(start) && hour <= Self.hourIndex(end) {
      guard let data = FileManager.default.contents(atPath: url.path) else { continue }
      let bytes = [UInt8](data)
      for offset in stride(from: 0, to: bytes.count - Self.recordBytes + 1, by: Self.recordBytes) {
        let record = Self.record(bytes[offset..<offset + Self.recordBytes])
        if record.date >= start, record.date <= end { found.append(record) }
      }
    }
    return found.sorted { ($0.date, $0.identifier) < ($1.date, $1.identifier) }
  }

  /// The greatest identifier that was given; 0 for an empty folder.
  func lastIdentifier() -> UInt64 {
    // Strangers' files, and those of a clock that was wrong, may have no record.
    for hour in files().map(\.hour).sorted(by: >) {
      let start = Double(hour) * Self.hour
      let numbers = records(from: start, to: start + Self.hour).map(\.identifier)
      if let last = numbers.filter({ $0 <= Self.greatestIdentifier }).max() { return last }
    }
    return 0
  }

  /// Deletes the files whose last sample is older than a date.
  func prune(before date: Double) throws {
    for (hour, url) in files() where (Double(hour) + 1) * Self.hour <= date {
      try FileManager.default.removeItem(at: url)
    }
  }

  private func file(_ hour: Int) -> URL { folder.appendingPathComponent("\(Self.prefix)\(hour).samples") }

  private func files() -> [(hour: Int, url: URL)] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
    return names.compactMap { name in
      guard name.hasPrefix(Self.prefix), let hour = Int(name.dropFirst(Self.prefix.count).prefix { $0 != "." }) else {
        return nil
      }
      return (hour, folder.appendingPathComponent(name))
    }
  }

  /// Dates far beyond any clock count as its ends, so that a query for all time works.
  private static func hourIndex(_ date: Double) -> Int {
    date.isNaN ? 0 : Int((min(max(date, -1e11), 1e11) / hour).rounded(.down))
  }

  private static func bytes(_ record: Record) -> [UInt8] {
    let numbers = [record.date, record.timestamp, record.x, record.y, record.z].map(\.bitPattern)
    return ([record.identifier] + numbers).flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  private static func record(_ bytes: ArraySlice<UInt8>) -> Record {
    let words = (0..<6).map { word in
      // One byte after the other: as one expression it is more than Swift 6.0 can type in its time.
      let start = bytes.startIndex + word * 8
      return bytes[start..<start + 8].reversed().reduce(UInt64(0)) { value, byte in value << 8 | UInt64(byte) }
    }
    let numbers = words.dropFirst().map { Double(bitPattern: $0) }
    return Record(
      identifier: words[0], date: numbers[0], timestamp: numbers[1], x: numbers[2], y: numbers[3], z: numbers[4])
  }
}
