import IMUDrivers
import SimulatedIMU
import Testing

/// Every transaction with an LSM6DS3 and an LSM6DS3TR-C, written out: address, direction, bytes, result.
@Suite struct LSM6DS3TraceTests {
  static let reset = [
    "6A W 01 00 -> 1", "6A W 1A 00 -> 1", "6A W 12 01 -> 1", "wait 1.0 ms", "6A W 12, 6A R 05 -> 2", "wait 1.0 ms",
    "6A W 12, 6A R 05 -> 2", "wait 1.0 ms",
    "6A W 12, 6A R 05 -> 2", "wait 1.0 ms", "6A W 12, 6A R 05 -> 2", "wait 1.0 ms", "6A W 12, 6A R 04 -> 2",
  ]
  static let first =
    ["6A W 0F, 6A R 69 -> 2"] + reset + [
      "6A W 01 00 -> 1", "6A W 12 44 -> 1", "6A W 0A 00 -> 1", "6A W 14 00 -> 1", "6A W 15 00 -> 1", "6A W 16 00 -> 1",
      "6A W 0E 00 -> 1", "6A W 1A 00 -> 1", "6A W 58 00 -> 1", "6A W 5B 00 -> 1", "6A W 5E 00 -> 1",
      "6A W 0B 00 -> 1", "6A W 13 80 -> 1",
      "6A W 17 00 -> 1", "6A W 18 38 -> 1", "6A W 19 38 -> 1", "6A W 0D 02 -> 1", "6A W 10 5E -> 1", "6A W 11 5C -> 1",
      "6A W 01, 6A R 00 -> 2", "6A W 12, 6A R 44 -> 2", "6A W 0A, 6A R 00 -> 2", "6A W 14, 6A R 00 -> 2",
      "6A W 15, 6A R 00 -> 2", "6A W 16, 6A R 00 -> 2", "6A W 0E, 6A R 00 -> 2", "6A W 1A, 6A R 00 -> 2",
      "6A W 58, 6A R 00 -> 2", "6A W 5B, 6A R 00 -> 2", "6A W 5E, 6A R 00 -> 2",
      "6A W 0B, 6A R 00 -> 2", "6A W 13, 6A R 80 -> 2", "6A W 17, 6A R 00 -> 2", "6A W 18, 6A R 38 -> 2",
      "6A W 19, 6A R 38 -> 2", "6A W 0D, 6A R 02 -> 2", "6A W 10, 6A R 5E -> 2", "6A W 11, 6A R 5C -> 2",
    ]
  static let second =
    ["6A W 0F, 6A R 6A -> 2"] + reset + [
      "6A W 01 00 -> 1", "6A W 12 44 -> 1", "6A W 0A 00 -> 1", "6A W 14 00 -> 1", "6A W 15 00 -> 1", "6A W 16 00 -> 1",
      "6A W 0E 00 -> 1", "6A W 1A 00 -> 1", "6A W 58 00 -> 1", "6A W 5B 00 -> 1", "6A W 5E 00 -> 1",
      "6A W 0B 80 -> 1", "6A W 13 00 -> 1", "6A W 17 00 -> 1", "6A W 18 E0 -> 1", "6A W 19 00 -> 1",
      "6A W 73 00 -> 1", "6A W 74 00 -> 1", "6A W 75 00 -> 1",
      "6A W 0D 02 -> 1", "6A W 10 5C -> 1", "6A W 11 5C -> 1",
      "6A W 01, 6A R 00 -> 2", "6A W 12, 6A R 44 -> 2", "6A W 0A, 6A R 00 -> 2", "6A W 14, 6A R 00 -> 2",
      "6A W 15, 6A R 00 -> 2", "6A W 16, 6A R 00 -> 2", "6A W 0E, 6A R 00 -> 2", "6A W 1A, 6A R 00 -> 2",
      "6A W 58, 6A R 00 -> 2", "6A W 5B, 6A R 00 -> 2", "6A W 5E, 6A R 00 -> 2",
      "6A W 0B, 6A R 80 -> 2", "6A W 13, 6A R 00 -> 2", "6A W 17, 6A R 00 -> 2", "6A W 18, 6A R E0 -> 2",
      "6A W 19, 6A R 00 -> 2", "6A W 73, 6A R 00 -> 2", "6A W 74, 6A R 00 -> 2", "6A W 75, 6A R 00 -> 2",
      "6A W 0D, 6A R 02 -> 2", "6A W 10, 6A R 5C -> 2", "6A W 11, 6A R 5C -> 2",
    ]
  /// 8 g: 0.244 mg a count; 2000 deg/s: 70 mdps a count.
  static let motion = Motion(
    specificForce: SIMD3(0.0244, -0.0488, 0.976) * Motion.standardGravity,
    angularRate: SIMD3(0.7, -1.4, 70) * (.pi / 180), temperature: 35)

  @Test(arguments: [(ChipModel.lsm6ds3, first), (.lsm6ds3trc, second)])
  func theStart(model: ChipModel, expected: [String]) throws {
    let (board, chip) = poweredBoard(model)
    board.startTrace()
    var sensor = try IMUSensor.start(board, chip)
    #expect(script(board.stopTrace()) == expected)
    board.startTrace()
    try sensor.restart(patienceMilliseconds: 100)
    #expect(script(board.stopTrace()) == expected)
  }

  @Test(arguments: [(ChipModel.lsm6ds3, "A0 00", 160), (.lsm6ds3trc, "00 0A", 2560)])
  func aSampleWithItsStatus_isOnePairOf19Bytes(model: ChipModel, temperature: String, word: Int16) throws {
    let (board, chip) = poweredBoard(model, motion: .constant(Self.motion))
    var sensor = try IMUSensor.start(board, chip)
    board.pause(nanoseconds: 6_000_000)
    board.startTrace()
    var raw = RawSample()
    let result = sensor.read(into: &raw)
    #expect(result == .sample)
    let trace = board.stopTrace()
    #expect(script(trace) == ["6A W 1E, 6A R 07 00 \(temperature) 0A 00 EC FF E8 03 64 00 38 FF A0 0F -> 2"])
    #expect(trace.map(\.wireBytes) == [19])
    #expect(raw.words == [100, -200, 4000, 10, -20, 1000, word])
  }

  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func asking_isOnePairWhetherThereIsASampleOrNone(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model, motion: .constant(Self.motion))
    var sensor = try IMUSensor.start(board, chip)
    var raw = RawSample()
    board.startTrace()
    _ = sensor.read(into: &raw)
    board.pause(nanoseconds: 6_000_000)
    _ = sensor.read(into: &raw)
    let temperature = model == .lsm6ds3 ? "A0 00" : "00 0A"
    #expect(
      board.stopTrace().map(\.description) == [
        "6A W 1E, 6A R 00\(String(repeating: " 00", count: 15)) -> 2",
        "6A W 1E, 6A R 07 00 \(temperature) 0A 00 EC FF E8 03 64 00 38 FF A0 0F -> 2",
      ])
  }

  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func stopping_powersBothSensorsDown(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip)
    board.startTrace()
    try sensor.stop()
    #expect(script(board.stopTrace()) == ["6A W 11 00 -> 1", "6A W 10 00 -> 1"])
    let before = chip.samplesTaken
    board.pause(nanoseconds: 1_000_000_000)
    #expect(chip.samplesTaken == before)
  }

  /// Some parts never come back from BOOT.
  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3h, .lsm6ds33, .lsm6dsl, .lsm6dsm, .lsm6ds3trc, .ism330dlc])
  func noWriteEverSetsBOOTOrSwitchesI2COff(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    board.startTrace()
    for hertz in [12.5, 26, 52, 104, 208, 416, 833, 1666] {
      var sensor = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: hertz))
      try sensor.restart(patienceMilliseconds: 100)
      try sensor.stop()
    }
    let writes = board.stopTrace().filter(\.isWrite).map { $0.messages[0].bytes }
    #expect(writes.count > 150)
    #expect(writes.allSatisfy { $0.count == 2 })
    #expect(!writes.contains { $0[0] == 0x12 && $0[1] & 0x80 != 0 })
    #expect(!writes.contains { $0[0] == 0x13 && $0[1] & 0x04 != 0 })
  }
}
