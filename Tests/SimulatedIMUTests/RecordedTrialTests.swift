import Foundation
import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct RecordedTrialTests {
  private static let plain = """
    time_s,gx,gy,gz,ax,ay,az
    0.000000,0.1,-0.2,0.3,1,2,9.5
    0.010000,0.4,0.5,-0.6,-1,-2,9.25

    """

  /// ``plain``, compressed.
  private static let compressed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0xCC, 0x4D, 0x8D, 0x2F, 0xD6, 0x49,
    0xAF, 0xD0, 0x49, 0xAF, 0xD4, 0x49, 0xAF, 0xD2, 0x49, 0xAC, 0xD0, 0x49, 0xAC, 0xD4, 0x49, 0xAC, 0xE2, 0x32,
    0xD0, 0x33, 0x00, 0x03, 0x1D, 0x03, 0x3D, 0x43, 0x1D, 0x5D, 0x03, 0x3D, 0x23, 0x20, 0xC3, 0x58, 0xC7, 0x50,
    0xC7, 0x48, 0xC7, 0x52, 0xCF, 0x14, 0x24, 0x6B, 0x08, 0x95, 0x35, 0x01, 0x62, 0x53, 0x90, 0x0A, 0x33, 0x1D,
    0x5D, 0xA0, 0x4A, 0x90, 0xBC, 0x91, 0x29, 0x17, 0x00, 0xD2, 0x6D, 0xA4, 0xFA, 0x58, 0x00, 0x00, 0x00,
  ]

  private func trial(_ csv: String) throws(RecordedTrialError) -> RecordedTrial {
    try RecordedTrial(csv: Array(csv.utf8), name: "t.csv")
  }

  /// Runs `body` with the path of a file that holds `bytes`.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("trial-\(UUID().uuidString).csv")
    try Data(bytes).write(to: url)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: url) } }
    try body(url.path)
  }

  @Test func blanksAroundFieldsAndBlankLinesAreNoFault() throws {
    let text = " time_s , gx ,gy,\tgz,ax,ay,az \r\n0 , 1,\t2 ,3,4,5, 6.25 \r\n   \n1 ,1,2,3,4,5,6\t\n \n"
    let trial = try RecordedTrial(csv: Array(text.utf8), name: "t.csv")
    #expect(trial.rows.map(\.timeSeconds) == [0, 1])
    #expect(trial.rows.map(\.motion.specificForce.z) == [6.25, 6])
  }

  @Test func plainAndCompressedFiles_areReadAlike() throws {
    for bytes in [Array(Self.plain.utf8), Self.compressed] {
      try withFile(bytes) { path in
        let trial = try RecordedTrial(path: path)
        #expect(trial.rows.count == 2 && trial.sampleCount == 2)
        #expect(trial.rows[0].motion.angularRate == SIMD3(0.1, -0.2, 0.3))
        #expect(trial.rows[1].motion.specificForce == SIMD3(-1, -2, 9.25))
        #expect(trial.sampleInstant(1) == 10_000_000)
        #expect(!trial.hasMagnetometer && !trial.hasReference)
        #expect(trial.rows[0].reference == nil && trial.rows[0].isMoving)
      }
    }
  }

  @Test func allColumns_areTakenByTheirName() throws {
    let trial = try trial(
      """
      moving,time_s,qw,qx,qy,qz,note,mx,my,mz,gx,gy,gz,ax,ay,az,temperature_c
      0,0.5,0.5,-0.5,0.5,-0.5,left out,1,2,3,4,5,6,7,8,9,31.25
      1,1e0,nan,nan,nan,nan,,nan,nan,nan,+4e-3,.5,6.,7,8,123456789012345678,-1
      """)
    #expect(trial.hasMagnetometer && trial.hasReference)
    let first = trial.rows[0]
    #expect(first.timeSeconds == 0.5 && !first.isMoving)
    #expect(first.reference == TrueOrientation(w: 0.5, x: -0.5, y: 0.5, z: -0.5))
    #expect(first.magneticField == SIMD3(1, 2, 3))
    #expect(
      first.motion == Motion(specificForce: SIMD3(7, 8, 9), angularRate: SIMD3(4, 5, 6), temperature: 31.25))
    let second = trial.rows[1]
    #expect(second.reference == nil && second.isMoving && second.magneticField.x.isNaN)
    #expect(second.motion.angularRate == SIMD3(0.004, 0.5, 6))
    #expect(second.motion.specificForce.z == 123456789012345680)
    #expect(second.motion.temperature == -1)
  }

  @Test func windowsLineEnds_andBlankLines_areTolerated() throws {
    let trial = try trial("\u{FEFF}time_s, gx,gy,gz,ax,ay,az\r\n0,1,2,3,4,5,6\r\n\r\n1,1,2,3,4,5,7\r\n")
    #expect(trial.rows.count == 2 && trial.rows[1].motion.specificForce.z == 7)
  }

  @Test func quotedFieldsMayHoldCommas() throws {
    let trial = try trial("\"time_s\",note,\"gx\",gy,gz,ax,ay,az\n\"0\",\"a, b\",\"1.5\",2,3,4,5,\" 6 \"\n")
    #expect(trial.rows[0].motion.angularRate.x == 1.5 && trial.rows[0].motion.specificForce.z == 6)
  }

  /// What loggers of other shapes write, and what the refusal says of it.
  @Test(arguments: [
    ("1000,-12,104,16392,-310,22,47", "there is no header"), ("time_s;gx;gy;gz;ax;ay;az", "separated by ';'"),
    ("time_s\tgx\tgy\tgz", "wanted are time_s"), ("time_s,qw,qx,qy,qz", "it holds attitudes"),
    ("\"Time (s)\",\"X (m/s^2)\"", "the header holds Time(s), X(m/s^2); wanted are time_s"),
    ("time,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z", "rename the columns, and name other units with --units"),
  ])
  func foreignHeaders_areNamedWithTheRemedy(header: String, mention: String) {
    #expect {
      try trial(header + "\n1,2,3\n")
    } throws: { "\($0)".hasPrefix("t.csv, line 1: missing columns ") && "\($0)".contains(mention) }
  }

  @Test(arguments: ["0.1", "-0.000001", "123456.789", "9.81958", "0.0559334", "1e-7", "0.30000000000000004"])
  func numbers_areExactlyThoseOfTheLanguage(text: String) throws {
    let trial = try trial("time_s,gx,gy,gz,ax,ay,az,temperature_c\n0,1,2,3,4,5,6,\(text)")
    #expect(trial.rows[0].motion.temperature == Double(text))
  }

  @Test func whatIsWrong_isNamedWithItsPlace() {
    let header = "time_s,gx,gy,gz,ax,ay,az"
    func missing(_ columns: [String], _ header: String, line: Int = 1) -> RecordedTrialError {
      .missingColumns(
        file: "t.csv", line: line, columns: columns, header: header.split(separator: ",").map(String.init))
    }
    for (csv, error) in [
      ("", .empty(file: "t.csv")),
      (header, .empty(file: "t.csv")),
      ("time_s,gx,gz,ax,ay\n", missing(["gy", "az"], "time_s,gx,gz,ax,ay")),
      ("# a note\n\(header),mx\n", missing(["my", "mz"], "\(header),mx", line: 2)),
      ("\(header),qw,qx,qz\n", missing(["qy"], "\(header),qw,qx,qz")),
      ("\(header),gx\n", .repeatedColumn(file: "t.csv", line: 1, column: "gx")),
      ("\(header)\n0,1,2,3,4,5\n", .fieldCount(file: "t.csv", line: 2, expected: 7, found: 6)),
      ("\(header)\n0,1,2,3,4,5,6,7\n", .fieldCount(file: "t.csv", line: 2, expected: 7, found: 8)),
      ("\(header)\n0,1,2,3,4,5,6\n1,1,x,3,4,5,6", .notANumber(file: "t.csv", line: 3, column: "gy", text: "x")),
      ("\(header)\n0,1,2,3,4,5,nan", .notANumber(file: "t.csv", line: 2, column: "az", text: "nan")),
      ("\(header)\n0,1,inf,3,4,5,6", .notANumber(file: "t.csv", line: 2, column: "gy", text: "inf")),
      ("\(header)\n0,1,,3,4,5,6", .notANumber(file: "t.csv", line: 2, column: "gy", text: "")),
      ("\(header)\n0,1,1.2.3,3,4,5,6", .notANumber(file: "t.csv", line: 2, column: "gy", text: "1.2.3")),
      ("\(header)\n-0.1,1,2,3,4,5,6", .timeNotRising(file: "t.csv", line: 2, column: "time_s")),
      ("\(header)\n1,1,2,3,4,5,6\n1,1,2,3,4,5,6", .timeNotRising(file: "t.csv", line: 3, column: "time_s")),
      ("\(header)\n1e300,1,2,3,4,5,6", .timeNotRising(file: "t.csv", line: 2, column: "time_s")),
    ] as [(String, RecordedTrialError)] {
      #expect(throws: error) { try trial(csv) }
      #expect(error.description.hasPrefix("t.csv"))
    }
  }

  @Test func damagedFiles_areToldFromShortOnes() throws {
    try withFile(Array(Self.compressed.dropLast(12))) { path in
      #expect(throws: RecordedTrialError.truncated(file: path)) { try RecordedTrial(path: path) }
    }
    var damaged = Self.compressed
    damaged[damaged.count - 6] ^= 0x40
    try withFile(damaged) { path in
      do throws(RecordedTrialError) {
        _ = try RecordedTrial(path: path)
        Issue.record("a wrong checksum was accepted")
      } catch {
        guard case .damaged(path, _) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
    #expect(throws: RecordedTrialError.cannotOpen(file: "/nowhere/t.csv", errno: 2)) {
      try RecordedTrial(path: "/nowhere/t.csv")
    }
  }

  /// A recording of uneven instants and of values that fill the ranges.
  private func recording(rows count: Int) throws -> RecordedTrial {
    var csv = "time_s,gx,gy,gz,ax,ay,az\n"
    for index in 0..<count {
      let step = Double(index)
      let time = step * 0.0035 + (index.isMultiple(of: 3) ? 0.0004 : 0)
      csv += "\(time),\(0.01 * step),\(-0.02 * step),\(0.3),\(0.05 * step),\(-4 - 0.01 * step),\(9.7)\n"
    }
    return try trial(csv)
  }

  @Test(arguments: [ChipModel.mpu6050, .lsm6ds3, .lsm6ds3trc])
  func eachRow_comesOnceAtItsInstantWithinHalfACount(model: ChipModel) throws {
    let recording = try recording(rows: 150)
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: recording)
    var access = RegisterAccess(board, chip)
    let isMPU = model.family == .mpu6050
    access.pause(milliseconds: 20)
    if isMPU {
      try access.wakeMPU(gyroRange: 1)  // 100 Hz, which the rows shall not care about.
    } else {
      try access.write(0x44, to: 0x12)
      try access.write(0x03, to: 0x0D)
      try access.write(0x20, to: 0x10)
      try access.write(0x24, to: 0x11)
    }
    let line = board.line(for: chip)
    access.pause(milliseconds: 100)
    #expect(line.wait(untilNanoseconds: access.now + 1_000_000_000).status > 0, "row 0 is held at the chip's rate")
    _ = isMPU ? try access.mpuSample() : try access.lsmSample()
    let zero = try #require(chip.startRecording(atNanoseconds: access.now + 50_000_000))
    let gyroUnit = isMPU ? .pi / 180 / 65.5 : 17.5 / 1000 * .pi / 180
    let accelUnit = isMPU ? 9.80665 / 16384 : 0.061 / 1000 * 9.80665
    for (index, row) in recording.rows.enumerated() {
      let edge = line.wait(untilNanoseconds: access.now + 1_000_000_000)
      try #require(edge.status == 1)
      #expect(edge.firstNanoseconds == zero + recording.sampleInstant(index))
      let words = isMPU ? try access.mpuSample() : try access.lsmSample()
      for axis in 0..<3 {
        let rate = Double(words[(isMPU ? 4 : 0) + axis]) * gyroUnit
        let force = Double(words[(isMPU ? 0 : 3) + axis]) * accelUnit
        #expect(abs(rate - row.motion.angularRate[axis]) <= gyroUnit * 0.500001)
        #expect(abs(force - row.motion.specificForce[axis]) <= accelUnit * 0.500001)
      }
    }
    let count = chip.samplesTaken
    #expect(line.wait(untilNanoseconds: access.now + 1_000_000_000) == .deadline, "after the last row the clock stops")
    #expect(chip.samplesTaken == count)
  }

  @Test func rowsThatPassWhileTheChipSleeps_areLost_theRestStaysInTime() throws {
    let recording = try recording(rows: 100)
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: recording)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    let line = board.line(for: chip)
    let zero = try #require(chip.startRecording())
    access.pause(milliseconds: 100)
    try access.write(0x41, to: 0x6B)
    access.pause(milliseconds: 100)
    let woken = access.now
    try access.write(0x01, to: 0x6B)
    _ = line.wait(untilNanoseconds: woken)
    let edge = line.wait(untilNanoseconds: access.now + 10_000_000)
    #expect((0..<100).contains { zero + recording.sampleInstant($0) == edge.firstNanoseconds })
    #expect(edge.firstNanoseconds > woken)
  }

  @Test func throughTheFIFO_eachRowIsAFrame() throws {
    let recording = try recording(rows: 60)
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: recording)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(gyroRange: 1)
    chip.startRecording(atNanoseconds: access.now + 1_000_000)
    try access.write(0x40, to: 0x6A)
    try access.write(0x78, to: 0x23)
    access.pause(milliseconds: 1000)
    #expect(try access.read(0x72, count: 2) == [0x02, 0xD0])
    let words = bigEndian(try access.read(0x74, count: 720))
    for (index, row) in recording.rows.enumerated() {
      #expect(words[6 * index] == Int16((row.motion.specificForce.x / 9.80665 * 16384).rounded()))
    }
  }

  @Test func aMotionWithoutRows_cannotBePlayed() {
    let board = SimulatedBoard()
    #expect(board.attach(.mpu6050, motion: .still()).startRecording() == nil)
  }
}
