import SimulatedIMU
import Testing

/// What `--units` takes, and what it makes of the numbers.
@Suite struct RecordingUnitsTests {
  private func row(_ fields: String, units: String, header: String = "time_s") throws -> RecordedTrial.Row {
    let csv = "\(header),gx,gy,gz,ax,ay,az,mx,my,mz\n\(fields)\n"
    return try RecordedTrial(csv: Array(csv.utf8), name: "t.csv", units: RecordingUnits(units)).rows[0]
  }

  @Test(
    arguments: [
      ("accelerometer=g", 1, Motion.standardGravity), ("accelerometer=mg", 1000, Motion.standardGravity),
      ("accelerometer=m/s2", 9.5, 9.5), ("accelerometer=m/s^2", 9.5, 9.5), ("a=-m/s2", -9.5, 9.5),
      ("acc=-g", -2, 2 * Motion.standardGravity), ("accelerometer=counts/16384", 16384, Motion.standardGravity),
      ("accelerometer=-counts/2048", -1024, Motion.standardGravity / 2),
    ] as [(String, Double, Double)])
  func forces(units: String, written: Double, meant: Double) throws {
    let force = try row("0,0,0,0,0,0,\(written),1,1,1", units: units).motion.specificForce
    #expect(abs(force.z - meant) < 1e-12 && force.x == 0)
  }

  @Test(
    arguments: [
      ("gyro=deg/s", 180, Double.pi), ("gyroscope=dps", -90, -Double.pi / 2), ("g=mdps", 180_000, Double.pi),
      ("gyro=mdeg/s", 90_000, Double.pi / 2), ("gyro=rad/s", 1.5, 1.5), ("gyro=-rad/s", 1.5, -1.5),
      ("gyro=counts/131", 131 * 180, Double.pi), ("gyro=counts/16.4", 16.4 * 90, Double.pi / 2),
    ] as [(String, Double, Double)])
  func rates(units: String, written: Double, meant: Double) throws {
    let rate = try row("0,\(written),0,0,0,0,9.8,1,1,1", units: units).motion.angularRate
    #expect(abs(rate.x - meant) < 1e-12)
  }

  @Test(
    arguments: [("m=uT", 40.0), ("mag=nT", 40_000), ("mag=mG", 400), ("mag=G", 0.4), ("mag=counts/3", 120)]
      as [(String, Double)])
  func fields(units: String, written: Double) throws {
    let field = try row("0,0,0,0,0,0,9.8,0,0,\(written)", units: units).magneticField
    #expect(abs(field.z - 40) < 1e-9)
  }

  /// Divided, so that a whole number of them is the double that the decimal fraction is.
  @Test(arguments: [
    ("time=ms", "12345", 12.345), ("time=us", "7", 7e-6), ("t=ns", "3", 3e-9), ("time=counts/250", "1", 0.004),
  ])
  func times(units: String, written: String, meant: Double) throws {
    #expect(try row("\(written),0,0,0,0,0,9.8,1,1,1", units: units).timeSeconds == meant)
  }

  @Test(
    arguments: [("time_s", 1.5), ("time_ms", 1500), ("time_us", 1_500_000), ("time_ns", 1_500_000_000)]
      as [(String, Double)])
  func aTimesNameTellsItsUnit(header: String, written: Double) throws {
    #expect(try row("\(written),0,0,0,0,0,9.8,1,1,1", units: "acc=m/s2", header: header).timeSeconds == 1.5)
  }

  @Test func severalAreNamedAtOnce() throws {
    let row = try row("10,180,0,0,0,0,1,1,1,1", units: "accelerometer=g,gyro=deg/s,time=ms")
    #expect(row.timeSeconds == 0.01 && row.motion.angularRate.x == .pi)
    #expect(row.motion.specificForce.z == Motion.standardGravity)
  }

  @Test(arguments: [
    ("", "QUANTITY=UNIT"), ("g", "QUANTITY=UNIT"), ("speed=m/s", "accelerometer, gyroscope, time, magnetometer"),
    ("=g", "QUANTITY=UNIT"), ("gyro=deg/s,", "'' is no unit"), ("gyro=deg", "rad/s, deg/s, mdeg/s, counts/N"),
    ("time=min", "s, ms, us, ns"), ("time=-s", "no unit '-s'"), ("acc=counts", "no unit 'counts'"),
    ("acc=counts/0", "no unit"),
    ("acc=counts/-5", "no unit"), ("acc=counts/nan", "no unit"), ("acc=counts/inf", "no unit"),
    ("acc=G", "no unit 'G'"),
    ("acc=g,a=mg", "named twice"), ("acc=--g", "no unit"),
  ])
  func whatIsNoUnit_isSaidWithWhatIs(text: String, mention: String) {
    #expect {
      try RecordingUnits(text)
    } throws: { "\($0)".contains(mention) }
  }

  @Test func aUnitThatMakesNumbersInfinite_isRefusedWithTheLine() {
    #expect {
      try row("0,0,0,0,0,0,1e10,1,1,1", units: "accelerometer=counts/1e-300")
    } throws: { "\($0)".contains("t.csv, line 2") }
  }
}
