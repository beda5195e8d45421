import IMUDrivers
import SimulatedIMU
import Testing

/// What a script does to a chip, in virtual time.
@Suite struct FaultScriptTests {
  /// An awake MPU-6050 at 1 kHz whose script has begun.
  private func follow(
    _ steps: String,
    motion: some MotionSource = .moving(noise: SeededNoise(seed: 1, angularRate: 0.01, specificForce: 0.1))
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: motion)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    chip.follow(try FaultScript("{faults: [\(steps)]}"))
    return (board, chip)
  }

  /// The errno of each of `count` reads; 0 for one that succeeded.
  private func outcomes(_ access: inout RegisterAccess, _ count: Int) -> [Int32] {
    (0..<count).map { _ in
      do throws(BusError) {
        _ = try access.read(0x75)
        return 0
      } catch { return error.code }
    }
  }

  @Test func atATime_aFaultStrikesToTheNanosecond_andEndsAfterItsDuration() throws {
    let (board, chip) = try follow("{atSeconds: 0.25, fault: 'unplug', forSeconds: 0.5}")
    let start = board.nowNanoseconds
    board.pause(nanoseconds: 249_999_999)
    #expect(chip.register(0x6B) == 0x01)
    board.pause(nanoseconds: 1)
    #expect(chip.register(0x6B) == 0x40, "without supply the registers are at their reset values")
    var access = RegisterAccess(board, chip)
    #expect(outcomes(&access, 1) == [121])
    board.pause(nanoseconds: start + 750_000_000 - board.nowNanoseconds)
    #expect(outcomes(&access, 1) == [121], "the chip powers up")
    access.pause(milliseconds: 10)
    #expect(outcomes(&access, 1) == [0])
  }

  @Test func atATransaction_thatVeryOneMeetsTheFault() throws {
    let (board, chip) = try follow(
      "{atTransaction: 3, fault: 'noAcknowledge', times: 1}, {atTransaction: 5, fault: 'timeout', times: 2}")
    var access = RegisterAccess(board, chip)
    #expect(outcomes(&access, 8) == [0, 0, 121, 0, 110, 110, 0, 0])
  }

  @Test func everySoManyTransactions_aFaultStrikesAsOftenAsToldAndNoMore() throws {
    let (board, chip) = try follow(
      "{atTransaction: 2, fault: 'arbitrationLost', times: 1, everyTransactions: 3, strikes: 3}")
    var access = RegisterAccess(board, chip)
    #expect(outcomes(&access, 12) == [0, 11, 0, 0, 11, 0, 0, 11, 0, 0, 0, 0])
    chip.follow(try FaultScript("{faults: [{atTransaction: 1, fault: 'shortCount', times: 1, everyTransactions: 2}]}"))
    #expect(outcomes(&access, 6) == [5, 0, 5, 0, 5, 0])
  }

  @Test func atASample_theChipHasTakenSoManySinceTheScriptBegan() throws {
    let (board, chip) = try follow("{atSample: 10, fault: 'flip', register: 0x6B, mask: 0x40}")
    let before = chip.samplesTaken
    board.pause(nanoseconds: 100_000_000)
    #expect(chip.samplesTaken - before == 10, "asleep from the tenth on")
  }

  @Test func everySoManySeconds_forAsLongAsTheScriptIsFollowed() throws {
    let (board, chip) = try follow("{atSeconds: 0.1, fault: 'brownOut', everySeconds: 0.2}")
    var access = RegisterAccess(board, chip)
    for _ in 0..<5 {
      access.pause(milliseconds: 150)
      #expect(chip.register(0x6B) == 0x40)
      try access.write(0x01, to: 0x6B)
      access.pause(milliseconds: 40)
      #expect(chip.register(0x6B) == 0x01)
      access.pause(milliseconds: 10)
    }
    chip.follow(nil)
    access.pause(milliseconds: 20)
    try access.write(0x01, to: 0x6B)
    access.pause(milliseconds: 1000)
    #expect(chip.register(0x6B) == 0x01)
  }

  @Test func stepsOfOneMoment_strikeInTheirOrder() throws {
    let (board, chip) = try follow(
      "{atSeconds: 0.1, fault: 'identity', value: 0x98}, {atSeconds: 0.1, fault: 'identity', value: 0x70}")
    board.pause(nanoseconds: 100_000_000)
    #expect(chip.register(0x75) == 0x70)
  }

  @Test func twiceTheSameScript_isTheSameToTheByteAndTheNanosecond() throws {
    func run() throws -> [TracedTransaction] {
      let (board, chip) = try follow(
        """
        {atSeconds: 0.01, fault: 'freeze', word: 'gy', forSeconds: 0.05},
        {atTransaction: 20, fault: 'corrupt', register: 0x3D, mask: 0x80, times: 3, everyTransactions: 7},
        {atSample: 55, fault: 'clockError', percent: 5, forSeconds: 0.1},
        {atSeconds: 0.08, fault: 'noAcknowledge', times: 2, everySeconds: 0.03}
        """)
      var access = RegisterAccess(board, chip)
      board.startTrace()
      for _ in 0..<200 {
        do throws(BusError) { _ = try access.read(0x3B, count: 14) } catch {}
        access.pause(milliseconds: 1)
      }
      return board.stopTrace()
    }
    let (first, second) = (try run(), try run())
    #expect(first.contains { $0.status < 0 })
    #expect(first.count == second.count)
    for (a, b) in zip(first, second) {
      #expect(a.startNanoseconds == b.startNanoseconds && a.endNanoseconds == b.endNanoseconds && a.status == b.status)
      #expect(a.messages.map(\.bytes) == b.messages.map(\.bytes))
    }
  }

  @Test func theExampleOfTheDocuments_isAccepted() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let script = try FaultScript(path: "/\(folder)/docs/faults-example.json5")
    #expect(script.steps.count == 5)
  }

  @Test func aScriptBuiltInSwift_isTheSameAsItsText() throws {
    let text = """
      {faults: [
        {atSeconds: 2, fault: "noAcknowledge", times: 3, everySeconds: 10, strikes: 5},
        {atSample: 7, fault: "set", word: "ax", value: -5, forSeconds: 1.5},
        {atTransaction: 9, fault: "holdSDA", freedByClocks: false},
      ]}
      """
    #expect(
      try FaultScript(text)
        == FaultScript([
          .init(
            .noAcknowledge(3), at: .time(nanoseconds: 2_000_000_000),
            repetition: .init(every: 10_000_000_000, count: 5)),
          .init(.setWord(.accelerometerX, -5), at: .sample(7), lastsNanoseconds: 1_500_000_000),
          .init(.holdSDA(.forGood), at: .transaction(9)),
        ]))
  }
}
