import Foundation
import Fusion
import SimulatedIMU
import Testing

@testable import Pipeline

/// The whole way on recorded motion: registers, driver, ring and filter against the filter alone.
@Suite struct ReplayTests {
  static func excerptPath() throws -> String {
    try #require(Bundle.module.path(forResource: "broad_21_excerpt.csv", ofType: "gz"))
  }

  private func angle(_ a: Quaternion, _ b: Quaternion) -> Double { 2 * acos(min(1, abs(a.dot(b)))) * 180 / .pi }

  @Test(arguments: SimulatedSource.Chip.allCases)
  func throughAChipItIsTheSameMotion(_ chip: SimulatedSource.Chip) throws {
    let recording = try ReplayRecording(path: Self.excerptPath())
    let filter = try Replay(recording).run(through: .filter)
    let result = try Replay(recording).run(through: .chip(chip))
    #expect(result.orientations.count == recording.count)
    #expect(result.missingRows == 0)
    #expect(result.counters.lost == 0)
    // Quantisation is all that differs: 16 bits over 4000 degrees a second and 32 g.
    let worst = zip(filter.orientations, result.orientations).map(angle).max() ?? 180
    #expect(worst < 0.5)
    let inclinations = zip(filter.orientations, result.orientations).map { inclination($0, $1) }
    let mean = (inclinations.map { $0 * $0 }.reduce(0, +) / Double(inclinations.count)).squareRoot()
    #expect(mean < 0.1)
  }

  @Test func withoutAMagnetometerThereIsNoHeading() throws {
    let recording = try recording("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,9.8\n")
    for path in [Replay.Path.filter, .chip(.mpu6050)] {
      #expect(throws: ReplayError.noMagnetometer) {
        try Replay(recording, usesMagnetometer: true).run(through: path)
      }
    }
  }

  /// Half of the rows without a field: the heading holds on the others.
  @Test(arguments: [Replay.Path.filter, .chip(.lsm6ds3)])
  func rowsWithoutAFieldAreBridged(_ path: Replay.Path) throws {
    var csv = "time_s,gx,gy,gz,ax,ay,az,mx,my,mz\n"
    for row in 0..<400 {
      csv += "\(Double(row) / 100),0,0,0,0,0,9.80665,\(row % 2 == 0 ? "nan,nan,nan" : "18,0,-44")\n"
    }
    let result = try Replay(recording(csv), usesMagnetometer: true).run(through: path)
    #expect(result.missingRows == 0)
    let last = try #require(result.orientations.last)
    #expect((last.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 0.01)
  }

  @Test func twiceGivesTheSameBits() throws {
    let recording = try ReplayRecording(path: Self.excerptPath())
    let first = try Replay(recording).run(through: .chip(.lsm6ds3))
    let second = try Replay(recording).run(through: .chip(.lsm6ds3))
    #expect(first == second)
  }

  @Test func fastMotionIsFollowedWithinTheReferencesBounds() throws {
    let trial = try RecordedTrial(path: Self.excerptPath())
    let result = try Replay(ReplayRecording(path: Self.excerptPath())).run(through: .chip(.mpu6050))
    var squares = 0.0
    var count = 0.0
    for (row, estimate) in zip(trial.rows, result.orientations) {
      guard row.isMoving, let reference = row.reference else { continue }
      let truth = Quaternion(w: reference.w, x: reference.x, y: reference.y, z: reference.z)
      squares += pow(inclination(estimate, truth), 2)
      count += 1
    }
    #expect(count > 6000)
    #expect((squares / count).squareRoot() < 1.6)
  }

  @Test(arguments: [12.0, 60, 100, 285, 900]) func anyRateOfRecordingFitsTheChip(_ hertz: Double) throws {
    var csv = "time_s,gx,gy,gz,ax,ay,az\n"
    for row in 0..<200 { csv += "\(Double(row) / hertz),0,0,0.1,0,0,9.80665\n" }
    let recording = try recording(csv)
    for chip in SimulatedSource.Chip.allCases {
      let result = try Replay(recording).run(through: .chip(chip))
      #expect(result.missingRows == 0)
      #expect(result.counters.lost == 0)
    }
  }

  /// A Pi without a clock of its own gets the time from the network while it records.
  @Test func aClockThatWasSetInARecordingIsRefusedWithItsRow() throws {
    var csv = "time_s,gx,gy,gz,ax,ay,az\n"
    for row in 0..<100 { csv += "\(Double(row) / 100 + (row > 50 ? 1.7e9 : 0)),0,0,0.1,0,0,9.80665\n" }
    let replay = Replay(try recording(csv))
    #expect {
      try replay.run(through: .chip(.mpu6050))
    } throws: { "\($0)".contains("between rows 51 and 52") && "\($0)".contains("--through filter") }
    #expect(try replay.run(through: .filter).orientations.count == 100)
  }

  @Test func rowsThatAreMissingInTheRecordingAreAGap() throws {
    var csv = "time_s,gx,gy,gz,ax,ay,az\n"
    for row in 0..<400 where row % 10 != 5 { csv += "\(Double(row) / 100),0,0,0.1,0,0,9.80665\n" }
    let result = try Replay(recording(csv)).run(through: .chip(.mpu6050))
    #expect(result.orientations.count == 360)
    #expect(result.missingRows == 0)
    #expect(result.counters.lostToMissedEdges == 40)
  }

  /// Seconds since boot, seconds since 1970: a recording's zero says nothing of its length.
  @Test(arguments: [1e6, 1.7e9]) func aRecordingMayBeginAtAnyTime(_ start: Double) throws {
    let rows = (0..<300).map { "\(start + Double($0) * 0.0078125),0.1,0,0,0,0,9.8" }
    let recording = try recording("time_s,gx,gy,gz,ax,ay,az\n" + rows.joined(separator: "\n"))
    for path in [Replay.Path.filter, .chip(.mpu6050), .chip(.lsm6ds3trc)] {
      let result = try Replay(recording).run(through: path)
      #expect(result.orientations.count == 300)
      #expect(result.missingRows == 0)
    }
    #expect(recording.seconds(0) == start)
  }

  @Test func aSingleRowIsReplayed() throws {
    let result = try Replay(recording("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,9.8\n")).run(through: .chip(.mpu6050))
    #expect(result.orientations.count == 1)
    #expect(result.missingRows == 0)
  }

  @Test func aMissingFileIsNamed() {
    #expect(throws: ReplayError.self) { try ReplayRecording(path: "/nowhere/motion.csv") }
  }

  private func inclination(_ a: Quaternion, _ b: Quaternion) -> Double {
    let error = a * b.conjugate
    return 2 * acos(min(1, (error.w * error.w + error.z * error.z).squareRoot())) * 180 / .pi
  }

  private func recording(_ csv: String) throws -> ReplayRecording {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: path) }
    try csv.write(to: path, atomically: true, encoding: .utf8)
    return try ReplayRecording(path: path.path)
  }
}
