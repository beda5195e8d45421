import Foundation
import SimulatedIMU
import Testing

/// Which recordings are refused or remarked upon for their units, and which are not.
@Suite struct UnitDoubtsTests {
  private typealias Sample = (rate: SIMD3<Double>, force: SIMD3<Double>)

  /// A motion in SI, and what a logger makes of it.
  private struct Logger {
    var hertz = 100.0
    var seconds = 20.0
    var time = 1.0
    var rate = 1.0
    var force = 1.0
    var isWhole = false
    var start = 0.0
    var header = "time_s"

    func csv(_ motion: (Double) -> Sample) -> String {
      var csv = "\(header),gx,gy,gz,ax,ay,az\n"
      for row in 0..<Int(hertz * seconds) {
        let t = Double(row) / hertz
        let sample = motion(t)
        // Noise that repeats nowhere in a recording.
        let noise = sin(Double(row * row % 1009)) * SIMD3(1, -0.7, 0.4)
        var (g, a) = ((sample.rate + 0.001 * noise) * rate, (sample.force + 0.02 * noise) * force)
        if isWhole { (g, a) = (g.rounded(.toNearestOrEven), a.rounded(.toNearestOrEven)) }
        csv += "\((start + t) * time),\(g.x),\(g.y),\(g.z),\(a.x),\(a.y),\(a.z)\n"
      }
      return csv
    }
  }

  private static let gravity = Motion.standardGravity
  private static let degrees = 180 / Double.pi

  /// A roll that swings by 40 degrees.
  private static func swing(_ t: Double) -> Sample {
    let (roll, rate) = (40 / degrees * sin(t), 40 / degrees * cos(t))
    return (SIMD3(rate, 0, 0), gravity * SIMD3(0, sin(roll), cos(roll)))
  }

  private static func still(_ t: Double) -> Sample { (.zero, SIMD3(0, 0, gravity)) }

  private func read(_ csv: String, units: String? = nil) throws -> RecordedTrial {
    try RecordedTrial(
      csv: Array(csv.utf8), name: "t.csv", units: units.map { try RecordingUnits($0) } ?? RecordingUnits())
  }

  /// Refused, with the units that read it so; and read so it is the motion that it was.
  private func expectRefused(_ csv: String, units: String) throws {
    do {
      _ = try read(csv)
      Issue.record("\(units) is taken for SI")
    } catch let error as RecordedTrialError {
      guard case .unitsUnlikely("t.csv", _, units) = error else {
        Issue.record("\(error) instead of \(units)")
        return
      }
      #expect("\(error)".contains("--units \(units)"))
    }
    #expect(try read(csv, units: units).remarks.isEmpty)
  }

  private func expectAccepted(_ csv: String) throws { #expect(try read(csv).remarks == []) }

  /// Accepted with one remark.
  private func expectRemark(_ csv: String, _ mention: String) throws {
    let remarks = try read(csv).remarks
    #expect(remarks.count == 1 && remarks[0].hasPrefix("t.csv: ") && remarks[0].contains(mention), "\(remarks)")
  }

  // MARK: What can't be

  @Test func gravityNearOne_isG() throws {
    for reading in [0.6, 1, 1.26, 1.5] {
      let logger = Logger(force: reading / Self.gravity)
      for motion in [Self.still, Self.swing] { try expectRefused(logger.csv(motion), units: "accelerometer=g") }
    }
    try expectRefused(Logger(force: 1000 / Self.gravity).csv(Self.swing), units: "accelerometer=mg")
    // A phone's sign, face up; a chip that lay face down reads the same, and that has to be said.
    try expectRefused(Logger(force: -1).csv(Self.swing), units: "accelerometer=-m/s2")
    try expectRefused(Logger(force: -1 / Self.gravity).csv(Self.swing), units: "accelerometer=-g")
  }

  @Test(arguments: [16384, 8192, 4096, 2048, 512, 256] as [Double])
  func gravityInCounts(count: Double) throws {
    for reading in [0.8, 1, 1.26] {
      let csv = Logger(force: count * reading / Self.gravity, isWhole: false).csv(Self.swing)
      try expectRefused(csv, units: "accelerometer=counts/\(Int(count))")
    }
  }

  @Test func degrees_areToldByGravity() throws {
    let logger = Logger(rate: Self.degrees)
    try expectRefused(logger.csv(Self.swing), units: "gyro=deg/s")
    // Slow, short, and at rest with an offset of half a degree a second.
    try expectRefused(logger.csv { Self.swing($0 / 10) }, units: "gyro=deg/s")
    try expectRefused(Logger(seconds: 3, rate: Self.degrees).csv(Self.swing), units: "gyro=deg/s")
    try expectRefused(
      logger.csv { _ in (SIMD3(0.5, 0.5, 0) / Self.degrees, SIMD3(0, 0, Self.gravity)) }, units: "gyro=deg/s")
    // At rest with an offset of 1 to 5 deg/s, however it lies to the vertical, but for nearly along it.
    for lean in stride(from: 16.0, through: 90, by: 6) {
      for offset in [1.0, 3, 5] {
        let (x, z) = (sin(lean / Self.degrees), cos(lean / Self.degrees))
        try expectRefused(
          logger.csv { _ in (offset * SIMD3(x, 0, z) / Self.degrees, SIMD3(0, 0, Self.gravity)) }, units: "gyro=deg/s")
      }
    }
    // A turn about the vertical that gravity does not show, faster than any chip measures.
    try expectRefused(
      logger.csv { _ in (SIMD3(0, 0, 90) / Self.degrees, SIMD3(0, 0, Self.gravity)) }, units: "gyro=deg/s")
    // Every second row is of a motion, the others of a rest.
    try expectRefused(logger.csv { $0 < 10 ? Self.still($0) : Self.swing($0) }, units: "gyro=deg/s")
    try expectRefused(Logger(rate: 1000 * Self.degrees).csv(Self.swing), units: "gyro=mdeg/s")
  }

  @Test(arguments: ["131", "65.5", "32.8", "16.4", "114.3", "57.1", "28.6", "14.3"])
  func ratesInCounts(count: String) throws {
    let scale = try #require(Double(count))
    try expectRefused(
      Logger(rate: scale * Self.degrees, force: 4096 / Self.gravity, isWhole: true).csv(Self.swing),
      units: "accelerometer=counts/4096,gyro=counts/\(count)")
  }

  /// Where it hardly turned, the range can't be told, and none is made up.
  @Test func ratesInCountsOfAChipThatHardlyTurned() throws {
    let logger = Logger(rate: 16.4 * Self.degrees, force: 2048 / Self.gravity, isWhole: true)
    let csv = logger.csv { _ in (SIMD3(1, -1, 0.5) / Self.degrees, SIMD3(0, 0, Self.gravity)) }
    #expect {
      try read(csv)
    } throws: { "\($0)".contains("Say --units accelerometer=counts/2048,gyro=counts/N, or") }
    #expect(try read(csv, units: "accelerometer=counts/2048,gyro=counts/16.4").remarks.isEmpty)
    // Thousandths are whole numbers, too.
    try expectRefused(
      Logger(rate: 1000 * Self.degrees, force: 1000 / Self.gravity, isWhole: true).csv(Self.swing),
      units: "accelerometer=mg,gyro=mdeg/s")
  }

  @Test(arguments: [("ms", 1e3), ("us", 1e6), ("ns", 1e9)] as [(String, Double)])
  func times(unit: String, scale: Double) throws {
    for hertz in [10.0, 500] {
      for start in [0, 1.7e9] {
        let csv = Logger(hertz: hertz, seconds: 4, time: scale, start: start).csv(Self.swing)
        try expectRefused(csv, units: "time=\(unit)")
      }
    }
    // All at once.
    try expectRefused(
      Logger(time: scale, rate: Self.degrees, force: 1 / Self.gravity).csv(Self.swing),
      units: "time=\(unit),accelerometer=g,gyro=deg/s")
    // By its name it is in milliseconds.
    if unit != "ms" {
      try expectRefused(Logger(time: scale, header: "time_ms").csv(Self.swing), units: "time=\(unit)")
    }
    try expectAccepted(Logger(time: scale, header: "time_\(unit)").csv(Self.swing))
  }

  @Test func rowsFasterThanAnyChip_areRefused() throws {
    #expect {
      try read(Logger(time: 1.0 / 86_400).csv(Self.swing))
    } throws: { "\($0)".contains("rows a second are more than any chip gives") }
  }

  // MARK: What can be

  @Test func realMotions_areTakenWithoutARemark() throws {
    for hertz in [3.0, 10, 100, 1000] {
      let logger = Logger(hertz: hertz, seconds: hertz > 500 ? 5 : 20)
      for motion in [Self.still, Self.swing] { try expectAccepted(logger.csv(motion)) }
    }
    // Modules whose gravity is off, and an offset of 20 deg/s, the part's tolerance.
    for reading in [0.6, 1.26, 1.5] { try expectAccepted(Logger(force: reading).csv(Self.swing)) }
    try expectAccepted(Logger().csv { _ in (SIMD3(20, -10, 5) / Self.degrees, SIMD3(0, 0, Self.gravity)) })
    // On its edge, upside down and back, in a wheel that turns for ever.
    try expectAccepted(Logger().csv { _ in (.zero, SIMD3(-Self.gravity, 0, 0)) })
    try expectAccepted(Logger().csv { (SIMD3(3, 0, 0), Self.gravity * SIMD3(0, sin(3 * $0), cos(3 * $0))) })
    // The edge of a turntable, where a force stands beside gravity that does not turn.
    try expectAccepted(Logger().csv { _ in (SIMD3(0, 0, 4), Self.gravity * SIMD3(0.8, 0, 1)) })
    for force in [0.1, 0.2, 0.3, 0.5, 1] {
      try expectAccepted(Logger().csv { _ in (SIMD3(0, 0, 3), Self.gravity * SIMD3(force, 0, 1)) })
    }
    // A swing, which feels no force but along its ropes: gravity seems not to turn at all.
    try expectAccepted(
      Logger(seconds: 30).csv { t in
        let (angle, rate) = (60 / Self.degrees * sin(2 * t), 120 / Self.degrees * cos(2 * t))
        return (SIMD3(rate, 0, 0), SIMD3(0, 0, Self.gravity * (cos(angle) + rate * rate / 4)))
      })
    // Run with: 2 g up and down, cut off.
    try expectAccepted(
      Logger().csv { t in
        let bounce = min(max(1 + 1.8 * sin(17 * t), -2), 2)
        return (SIMD3(2 * cos(9 * t), 1.5 * sin(8 * t), 0), Self.gravity * SIMD3(0.3, 0.2, 1) * bounce)
      })
  }

  @Test func fewRows_andBunches_andPauses_areTaken() throws {
    try expectAccepted(Logger(seconds: 0.01).csv(Self.still))
    try expectAccepted("time_s,gx,gy,gz,ax,ay,az\n0,0,0,0,0,0,9.8\n20,0,0,0,0,0,9.8\n")
    var (bunches, pauses) = ("time_s,gx,gy,gz,ax,ay,az\n", "time_s,gx,gy,gz,ax,ay,az\n")
    for row in 0..<300 {
      // Ten rows at once, as a radio delivers them, and a day between two halves.
      bunches += "\(Double(row / 10) / 10 + Double(row % 10) * 1e-5),0,0,0,0,0,9.8\n"
      pauses += "\(Double(row) / 100 + (row < 150 ? 0 : 86_400)),0,0,0,0,0,9.8\n"
    }
    try expectAccepted(bunches)
    try expectAccepted(pauses)
  }

  /// One row of nonsense is no unit.
  @Test func aGlitch_isNoUnit() throws {
    var lines = Logger().csv(Self.swing).split(separator: "\n").map(String.init)
    lines[700] = "6.99,0,0,0,32767,-32768,32767"
    try expectAccepted(lines.joined(separator: "\n"))
  }

  // MARK: What hardly can be

  @Test func doubtfulOnes_areTakenWithARemark() throws {
    try expectRemark(Logger(hertz: 1, seconds: 60).csv(Self.swing), "--units time=ms")
    try expectRemark(Logger(rate: -1).csv(Self.swing), "--units gyro=-rad/s")
    try expectRemark(Logger().csv { _ in (SIMD3(0, 0, 50), SIMD3(0, 0, Self.gravity)) }, "rates reach 50 rad/s")
    try expectRemark(Logger().csv { _ in (.zero, SIMD3(0, 0, 50)) }, "median norm is 50")
    // Gravity taken out, at rest and in motion.
    try expectRemark(Logger().csv { _ in (.zero, .zero) }, "is gravity taken out")
    try expectRemark(
      Logger().csv { t in (SIMD3(0.5 * cos(t), 0, 0), SIMD3(sin(9 * t), cos(7 * t), sin(5 * t))) },
      "is gravity taken out")
    // What is said is not doubted.
    for (csv, units) in [
      (Logger(force: -1).csv(Self.swing), "accelerometer=m/s2"),
      (Logger(hertz: 1, seconds: 60).csv(Self.swing), "time=s"),
      (Logger(rate: -1).csv(Self.swing), "gyro=rad/s"), (Logger(rate: Self.degrees).csv(Self.swing), "gyro=rad/s"),
      (Logger(force: 1 / Self.gravity).csv(Self.swing), "accelerometer=m/s2"),
    ] { #expect(try read(csv, units: units).remarks.isEmpty) }
  }
}
