import Pipeline

/// The options that say how a recording is read; the same for every command that takes one.
struct RecordingOptions {
  var units = ReplayRecording.Units()
  /// Whose rows are wanted, of a stream of several sensors.
  var sensor: String?

  /// Takes the value of --units.
  mutating func takeUnits(from reader: inout ArgumentReader) throws {
    let text = try reader.value(of: "--units")
    do throws(ReplayRecording.Units.Fault) { units = try ReplayRecording.Units(text) } catch {
      throw UsageError("--units: \(error)")
    }
  }

  func open(_ path: String, isCorrected: Bool = true) throws -> ReplayRecording {
    try ReplayRecording(path: path, isCorrected: isCorrected, units: units, sensor: sensor)
  }
}
