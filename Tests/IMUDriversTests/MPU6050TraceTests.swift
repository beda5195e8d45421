import IMUDrivers
import SimulatedIMU
import Testing

/// Every transaction with an MPU-6050, written out: address, direction, bytes, result.
@Suite struct MPU6050TraceTests {
  static let configured = [
    "68 W 6C 00 -> 1", "68 W 6A 00 -> 1", "68 W 23 00 -> 1", "68 W 1A 02 -> 1", "68 W 19 04 -> 1", "68 W 1B 18 -> 1",
    "68 W 1C 10 -> 1", "68 W 37 00 -> 1", "68 W 38 01 -> 1",
    "68 W 6C, 68 R 00 -> 2", "68 W 6A, 68 R 00 -> 2", "68 W 23, 68 R 00 -> 2", "68 W 1A, 68 R 02 -> 2",
    "68 W 19, 68 R 04 -> 2", "68 W 1B, 68 R 18 -> 2", "68 W 1C, 68 R 10 -> 2", "68 W 37, 68 R 00 -> 2",
    "68 W 38, 68 R 01 -> 2",
  ]
  static let started =
    [
      "68 W 75, 68 R 68 -> 2", "68 W 6A 00 -> 1", "68 W 6B 80 -> 1", "wait 100.0 ms", "68 W 75, 68 R 68 -> 2",
      "68 W 6B, 68 R 40 -> 2",
      "68 W 6B 01 -> 1", "68 W 6B, 68 R 01 -> 2", "wait 10.0 ms",
    ] + configured + offsets + ["wait 60.0 ms"] + offsets
  /// The offset registers, as the reset has left them.
  static let offsets = (Array(0x06...0x0B) + Array(0x13...0x18)).map {
    "68 W \($0 < 0x10 ? "0" : "")\(String($0, radix: 16, uppercase: true)), 68 R 00 -> 2"
  }

  @Test func theStart() throws {
    let (board, chip) = poweredBoard(.mpu6050)
    board.startTrace()
    _ = try IMUSensor.start(board, chip)
    // The gyroscope needs 30 ms, samples before that are not worth reading: the wait of 60 ms.
    #expect(script(board.stopTrace()) == Self.started)
  }

  @Test func theStartOfAnMPU6500_setsItsAccelerometerFilterToo() throws {
    let (board, chip) = poweredBoard(.mpu6500)
    board.startTrace()
    _ = try IMUSensor.start(board, chip)
    let lines = script(board.stopTrace())
    let writes = lines.filter { $0.hasSuffix("-> 1") }
    #expect(
      writes == [
        "68 W 6A 00 -> 1", "68 W 6B 80 -> 1", "68 W 6B 01 -> 1", "68 W 6C 00 -> 1", "68 W 6A 00 -> 1",
        "68 W 23 00 -> 1",
        "68 W 1A 02 -> 1", "68 W 19 04 -> 1", "68 W 1B 18 -> 1", "68 W 1C 10 -> 1", "68 W 1D 02 -> 1",
        "68 W 37 00 -> 1", "68 W 38 01 -> 1",
      ])
    #expect(lines.contains("68 W 1D, 68 R 02 -> 2"))
  }

  @Test func aSampleWithItsStatus_isOnePairOf18Bytes() throws {
    // 8 g: 4096 counts a g; 2000 deg/s: 16.4 counts a deg/s; (35 - 36.53) * 340 = -520.
    let gravity = Motion.standardGravity
    let motion = Motion(
      specificForce: SIMD3(0.5, -0.25, 1) * gravity, angularRate: SIMD3(10, -20, 30) * (.pi / 180), temperature: 35)
    let (board, chip) = poweredBoard(.mpu6050, motion: .constant(motion))
    var sensor = try IMUSensor.start(board, chip)
    board.startTrace()
    var raw = RawSample()
    let result = sensor.read(into: &raw)
    #expect(result == .sample)
    let trace = board.stopTrace()
    #expect(script(trace) == ["68 W 3A, 68 R 01 08 00 FC 00 10 00 FD F8 00 A4 FE B8 01 EC -> 2"])
    #expect(trace.map(\.wireBytes) == [18])
    #expect(raw.words == [2048, -1024, 4096, 164, -328, 492, -520])
  }

  @Test(arguments: [false, true])
  func asking_isOnePairWhetherThereIsASampleOrNone(isLatched: Bool) throws {
    let (board, chip) = poweredBoard(.mpu6050)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(latched: isLatched)))
    var raw = RawSample()
    board.startTrace()
    _ = sensor.read(into: &raw)
    _ = sensor.read(into: &raw)
    #expect(
      script(board.stopTrace()) == [
        "68 W 3A, 68 R 01 00 00 00 00 10 00 F0 B0 00 00 00 00 00 00 -> 2",
        "68 W 3A, 68 R 00 00 00 00 00 10 00 F0 B0 00 00 00 00 00 00 -> 2",
      ])
  }

  @Test func stopping_putsTheChipToSleep() throws {
    let (board, chip) = poweredBoard(.mpu6050)
    var sensor = try IMUSensor.start(board, chip)
    board.startTrace()
    try sensor.stop()
    #expect(script(board.stopTrace()) == ["68 W 6B 40 -> 1"])
    let before = chip.samplesTaken
    board.pause(nanoseconds: 1_000_000_000)
    #expect(chip.samplesTaken == before)
  }

  @Test func restarting_repeatsTheStart() throws {
    let (board, chip) = poweredBoard(.mpu6050)
    var sensor = try IMUSensor.start(board, chip)
    board.startTrace()
    try sensor.restart(patienceMilliseconds: 100)
    #expect(script(board.stopTrace()) == Self.started)
  }
}
