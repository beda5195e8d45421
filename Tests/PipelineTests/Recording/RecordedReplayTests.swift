import Foundation
import Fusion
import IMUDrivers
import Testing

@testable import Pipeline

/// Issue 5 and the design: `record | replay`, a session to a file and back, bit for bit.
@Suite struct RecordedReplayTests {
  @Test(arguments: SimulatedSource.Chip.allCases, [Readout.registers, .fifo])
  func aRecordingGivesTheAttitudesThatWerePublished(chip: SimulatedSource.Chip, readout: Readout) throws {
    let session = try RecordedSession.run(SimulatedSource(chip: chip, clockErrorPercent: 1.7)) {
      $0.readout = readout
      $0.sensor.accelerometerRange = 4
      $0.sensor.gyroscopeRange = 500
    }
    #expect(session.report.failure == nil && session.report.isFinished && session.report.misses.isNone)
    #expect(Int(session.report.rows) == session.rows.count)
    // Every sample of the chip, though every second one was published.
    #expect(session.rows.count > 700)
    try session.expectSameAttitudes()
  }

  /// The rows are the chip's own; mounting and calibration stand above them and are done again.
  @Test func mountingAndCalibrationAreDoneAgain() throws {
    let folder = try CalibrationSamples.folder()
    var calibration = Calibration(chip: CalibratedChip(.mpu6050))
    calibration.gyroscope = .init(try CalibrationSamples.gyroscope, date: "a \"day\"\n")
    calibration.accelerometer = .init(CalibrationSamples.accelerometer, date: "now")
    let file = folder.appending(path: "c.json5").path
    try CalibrationFile.write(calibration, to: file)
    let mounting = try #require(Mounting(x: "-y", y: "+x", z: "+z"))
    let plain = try RecordedSession.run(SimulatedSource(motion: .gestures))
    let session = try RecordedSession.run(SimulatedSource(motion: .gestures)) {
      $0.mounting = mounting
      $0.calibrationPath = file
    }
    try session.expectSameAttitudes()
    #expect(session.rows.map { $0[1...7] } == plain.rows.map { $0[1...7] })
    #expect(session.published != plain.published)
    // Who calibrates from it wants the chip's own values.
    let raw = try ReplayRecording(path: session.path, isCorrected: false)
    let corrected = try ReplayRecording(path: session.path)
    let uncalibrated = try ReplayRecording(path: plain.path)
    #expect(raw.sample(50) == uncalibrated.sample(50))
    #expect(raw.sample(50) != corrected.sample(50))
  }

  /// Gaps, restarts, clipping and impossible temperatures: what went wrong stands in its place, and changes no bit.
  @Test func aSickChipIsRecordedWithItsEventsAndGaps() throws {
    let folder = try CalibrationSamples.folder()
    let script = folder.appending(path: "faults.json5")
    try """
    {faults: [
      {atSample: 150, fault: 'noAcknowledge', times: 12}, {atSample: 300, fault: 'withholdEdges', times: 40},
      {atSample: 420, fault: 'brownOut'}, {atSample: 600, fault: 'unplug', forSeconds: 0.4},
    ]}
    """.write(to: script, atomically: true, encoding: .utf8)
    let session = try RecordedSession.run(SimulatedSource(faultScriptPath: script.path), seconds: 9)
    try session.expectSameAttitudes()
    #expect(session.events("health_changed").contains { $0.contains("\"to\":\"faulted\"") })
    #expect(!session.events("chip_restarted").isEmpty)
    let lost = session.events("samples_lost").compactMap { line in
      line.firstMatch(of: #/"count":(\d+)/#).flatMap { UInt64($0.output.1) }
    }.reduce(0, +)
    let numbers = session.rows.compactMap { UInt64($0[8]) }
    let (first, last) = (try #require(numbers.first), try #require(numbers.last))
    // The books close: each number is a row, or among the lost ones that are stated.
    #expect(last - first + 1 == UInt64(numbers.count) + lost && lost > 0)
    let remarks = try ReplayRecording(path: session.path).remarks
    #expect(remarks == ["\(session.path): \(lost) samples were lost before recording; each gap is stated"])
  }

  @Test func theHeaderTellsChipSetUpAndStart() throws {
    let session = try RecordedSession.run(SimulatedSource(chip: .lsm6ds3), seconds: 1)
    #expect(session.lines[0].hasPrefix("# imu-rt recording"))
    let header = session.lines[1]
    for part in [
      "# header {\"version\":1,\"part\":\"LSM6DS3\",\"who_am_i\":105,", "\"sample_rate_hz\":208.0,",
      "\"gyroscope_range_dps\":2000,\"accelerometer_range_g\":8,",
      "\"mounting\":[\"+x\",\"+y\",\"+z\"],\"calibration\":null",
      "\"started\":\"20", "\"started_unix_ns\":1", "\"started_time_ns\":",
    ] { #expect(header.contains(part), "\(header)") }
    #expect(session.lines.last == "# end {\"rows\":\(session.rows.count),\"not_recorded\":0}")
    #expect(try ReplayRecording(path: session.path).remarks.isEmpty)
    // Times are exact: the columns agree to the nanosecond.
    let start = try #require(UInt64(session.rows[0][9]))
    for row in session.rows {
      let seconds = try #require(Double(row[0]))
      #expect(try #require(UInt64(row[9])) - start == UInt64((seconds * 1e9).rounded()))
    }
  }

  @Test func aLimitEndsItToTheRow() throws {
    let session = try RecordedSession.run(rowLimit: 333)
    #expect(session.rows.count == 333 && session.report.rows == 333)
    #expect(session.lines.last == "# end {\"rows\":333,\"not_recorded\":0}")
    #expect(session.published.count > 380)
  }

  /// A robot that loses power: whatever was written last, the lines before it are a recording.
  @Test func everyPrefixIsARecordingUpToItsLastWholeLine() throws {
    let session = try RecordedSession.run(seconds: 0.1)
    let bytes = Array(try Data(contentsOf: URL(filePath: session.path)))
    let whole = try Replay(ReplayRecording(path: session.path)).run(through: .filter).orientations
    let text = String(decoding: bytes, as: UTF8.self)
    let firstRow = try #require(text.range(of: "\n0,")).lowerBound
    let begin = text.utf8.distance(from: text.startIndex, to: firstRow) + 1
    let firstEnd = try #require(bytes[begin...].firstIndex(of: 10)) + 1
    let cut = URL(filePath: session.path + ".cut")
    for count in stride(from: firstEnd, to: bytes.count, by: 11) {
      // Some file systems leave zeros behind the last byte that reached the disk.
      for zeros in [0, 5] {
        try Data(bytes[..<count] + [UInt8](repeating: 0, count: zeros)).write(to: cut)
        let recording = try ReplayRecording(path: cut.path)
        let rows = bytes[begin..<count].split(separator: 10, omittingEmptySubsequences: false).dropLast()
          .filter { $0.first != UInt8(ascii: "#") }.count
        #expect(recording.count == rows)
        #expect(recording.remarks == ["\(cut.path): ends without its closing line: \(rows) rows read"])
        let result = try Replay(recording).run(through: .filter)
        #expect(result.orientations == Array(whole[..<rows]))
      }
    }
  }

  @Test(arguments: [
    ("\"version\":1", "\"version\":9", "header.version"), ("\"+x\"", "\"+y\"", "header.mounting"),
    ("\"gyroscope_limit\":", "\"x\":", "header.gyroscope_limit"), ("# header {", "# header ", "header"),
    ("# header ", "# heather ", "header"),
  ])
  func aDamagedHeaderIsNamed(old: String, new: String, key: String) throws {
    let session = try RecordedSession.run(seconds: 0.2)
    let text = try String(contentsOfFile: session.path, encoding: .utf8).replacing(old, with: new, maxReplacements: 1)
    try text.write(toFile: session.path, atomically: true, encoding: .utf8)
    #expect {
      try ReplayRecording(path: session.path)
    } throws: {
      "\($0)".contains(session.path) && "\($0)".contains(key)
    }
  }

  @Test func rowsTakenOutAreNoticed() throws {
    let session = try RecordedSession.run(seconds: 0.5)
    var lines = session.lines
    lines.removeSubrange(20..<23)
    try (lines.joined(separator: "\n") + "\n").write(toFile: session.path, atomically: true, encoding: .utf8)
    let rows = session.rows.count
    #expect(
      try ReplayRecording(path: session.path).remarks == [
        "\(session.path): its closing line says \(rows) rows, \(rows - 3) are there"
      ])
  }
}
