import SimulatedIMU
import Testing

/// What `imu-rt stream` printed, read as a recording.
@Suite struct StreamedTrialTests {
  private static let names =
    "seq,time_ns,ax,ay,az,gx,gy,gz,temperature_c,qw,qx,qy,qz,roll,pitch,yaw,gravity_x,gravity_y,gravity_z,user_x,user_y,"
    + "user_z,bias_x,bias_y,bias_z,health,dropped"

  /// A row whose numbers say where they belong.
  private func values(_ row: Int, sensor: String? = nil) -> [(name: String, value: String)] {
    let values =
      ["\(row)", "\(2_004_510_005_359 + row * 16_666_667)", "1", "2", "9.5", "0.1", "0.2", "0.3", "31.5"]
      + ["1", "0", "0", "0", "0", "0", "0", "0", "0", "9.8", "0", "0", "0", "0.01", "-0.02", "0.5", "running", "0"]
    let pairs = zip(Self.names.split(separator: ",").map(String.init), values).map { (name: $0, value: $1) }
    return (sensor.map { [(name: "sensor", value: $0)] } ?? []) + pairs
  }

  private func csv(_ rows: [[(name: String, value: String)]]) -> String {
    ([rows[0].map(\.name)] + rows.map { $0.map(\.value) }).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private func jsonl(_ rows: [[(name: String, value: String)]]) -> String {
    let words: Set = ["health", "sensor"]
    let lines = rows.map { row in
      "{" + row.map { "\"\($0)\":" + (words.contains($0) ? "\"\($1)\"" : $1) }.joined(separator: ",") + "}\n"
    }
    let event = "{\"event\":\"samples_lost\",\"time_ns\":1,\"count\":3}\n"
    return event + lines.joined(separator: event)
  }

  private func read(_ text: String, units: String? = nil, sensor: String? = nil) throws -> RecordedTrial {
    let units = try units.map { try RecordingUnits($0) } ?? RecordingUnits()
    return try RecordedTrial(csv: Array(text.utf8), name: "t", units: units, sensor: sensor)
  }

  @Test func bothForms_areReadAlike_withTheBiasInTheRates() throws {
    let rows = (0..<5).map { values($0) }
    for text in [
      csv(rows), jsonl(rows), csv(rows).replacing("\n", with: "\r\n"), jsonl(rows).replacing("\n", with: "\r\n"),
      "\u{FEFF}" + csv(rows), "\u{FEFF}" + jsonl(rows), "\n" + jsonl(rows) + "\n",
    ] {
      let trial = try read(text)
      #expect(trial.isStream && trial.rows.count == 5 && trial.remarks == [])
      #expect(trial.rows[2].motion.specificForce == SIMD3(1, 2, 9.5))
      #expect(trial.rows[2].motion.angularRate == SIMD3(0.1, 0.2, 0.3) + SIMD3(0.01, -0.02, 0.5))
      #expect(trial.rows[2].motion.temperature == 31.5)
      // Its own estimate is no truth.
      #expect(!trial.hasReference && trial.rows[2].reference == nil)
      #expect(trial.sampleInstant(3) - trial.sampleInstant(0) == 50_000_001)
    }
  }

  @Test func rowsOfSeveralSensors_areTakenOneSensorAtATime() throws {
    let rows = (0..<6).map { values($0 / 2, sensor: $0 % 2 == 0 ? "left" : "right") }
    for text in [csv(rows), jsonl(rows)] {
      #expect(throws: RecordedTrialError.severalSensors(file: "t", names: ["left", "right"])) { try read(text) }
      for sensor in ["left", "right"] { #expect(try read(text, sensor: sensor).rows.count == 3) }
      #expect(throws: RecordedTrialError.noSensor(file: "t", sensor: "up", names: ["left", "right"])) {
        try read(text, sensor: "up")
      }
    }
    #expect(try read(csv(Array(rows.prefix(1)))).rows.count == 1)
    #expect(throws: RecordedTrialError.noSensor(file: "t", sensor: "left", names: [])) {
      try read(csv([values(0)]), sensor: "left")
    }
  }

  /// Wherever it was cut: whole rows are read, a half one is left out and told.
  @Test func aTornLastLine_isLeftOut() throws {
    let rows = (0..<3).map { values($0) }
    for text in [csv(rows), jsonl(rows)] {
      let last = try #require(text.dropLast().lastIndex(of: "\n"))
      for length in 1..<text.distance(from: last, to: text.endIndex) - 1 {
        let cut = text[...text.index(last, offsetBy: length)]
        let trial = try read(String(cut))
        #expect(trial.rows.count == 2 && trial.remarks == ["t: its last line is cut off and left out"])
      }
      #expect(try read(String(text.dropLast())).rows.count == 2)
      #expect(try read(String(text[...last])).remarks == [])
    }
  }

  @Test func damagedLines_areNamed() throws {
    let rows = (0..<3).map { values($0) }
    let good = jsonl(rows)
    let cases = [
      (good.replacing("\"gx\":0.1", with: "\"gx\":\"fast\""), "t, line 2: column gx must be a finite number"),
      (good.replacing("\"gx\":0.1", with: "\"g\":0.1"), "t, line 2: missing columns gx; the header holds "),
      (good.replacing("}\n{\"seq\":1", with: "\n{\"seq\":1"), "t, line 3: "),
      (good + "[1]\n", "t, line 7: a line must be one object"), ("{\"event\":\"x\"}\n", "t: no rows"),
      ("{\n", "t, line 1: "),
      (csv(rows).replacing(",running,", with: ","), "t, line 2: 26 fields"), ("{}\n", "missing columns time_s"),
      (csv(rows).replacing("20045", with: "90045", maxReplacements: 1), "t, line 3: time_ns must rise"),
    ]
    for (text, mention) in cases {
      #expect {
        try read(text)
      } throws: { "\($0)".contains(mention) }
    }
  }

  @Test func itsUnitsAreKnown() throws {
    let own = "# imu-rt recording\ntime_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,9.8\n"
    for text in [csv([values(0)]), jsonl([values(0)]), own] {
      #expect(throws: RecordedTrialError.unitsKnown(file: "t")) { try read(text, units: "gyro=deg/s") }
    }
  }

  /// Nobody knows whether another's bias is out of its rates.
  @Test func columnsOfABiasInAnothersRecording_areLeftAlone() throws {
    let text = "time_s,gx,gy,gz,ax,ay,az,bias_x,bias_y,bias_z\n0,0.1,0,0,0,0,9.8,5,5,5\n"
    let trial = try read(text)
    #expect(!trial.isStream && trial.rows[0].motion.angularRate == SIMD3(0.1, 0, 0))
  }

  /// Objects of another program, with the names of a recording.
  @Test func objectsWithTheNamesOfARecording_areRead() throws {
    let trial = try read("{time_s: 0, gx: 1, gy: 0, gz: 0, ax: 0, ay: 0, az: 9.8, moving: 0}")
    #expect(trial.rows.count == 1 && !trial.isStream && !trial.rows[0].isMoving)
  }
}
