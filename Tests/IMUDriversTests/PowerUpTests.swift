import IMUDrivers
import SimulatedIMU
import Testing

/// A chip that was powered just now, and one that never comes.
@Suite struct PowerUpTests {
  @Test(arguments: exactModels)
  func aChipThatIsSilentFor80Milliseconds_starts(model: ChipModel) throws {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .still(), options: ChipOptions(powerOnNanoseconds: 80_000_000))
    board.startTrace()
    let sensor = try IMUSensor.start(board, chip)
    #expect(sensor.variant.identity == model.identity)
    let trace = board.stopTrace()
    let silent = trace.prefix { $0.status < 0 }
    #expect(silent.count == 8)
    #expect(silent.allSatisfy { !$0.isWrite })
  }

  @Test(arguments: exactModels)
  func aChipThatIsSilentForLonger_failsWithinTwoSeconds(model: ChipModel) throws {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .still(), options: ChipOptions(powerOnNanoseconds: 2_500_000_000))
    let error = try #require(
      startError(board.bus, at: chip.address, patienceMilliseconds: IMUSensor.powerUpMilliseconds))
    let family = try #require(ChipFamily.at(chip.address))
    let silence = BusError(status: -121, address: chip.address, register: family.identityRegister)
    #expect(error.reason == .identity(.noAnswer(silence), expected: family))
    let waited = board.nowNanoseconds - board.startNanoseconds
    #expect((2_000_000_000...2_020_000_000).contains(waited))
  }

  @Test func withoutPatience_aSilentChipIsAskedOnce() {
    let board = SimulatedBoard()
    board.startTrace()
    #expect(startError(board.bus, at: 0x68) != nil)
    #expect(board.stopTrace().count == 1)
  }

  /// A bus that times out takes time of its own; the deadline counts it.
  @Test func aBusThatTimesOut_failsWithinTwoSeconds() throws {
    let (board, chip) = poweredBoard(.mpu6050)
    chip.inject(.timeout(.untilCleared))
    let begin = board.nowNanoseconds
    let error = try #require(startError(board.bus, at: chip.address, patienceMilliseconds: 2000))
    #expect(
      error.reason
        == .identity(.noAnswer(BusError(status: -110, address: 0x68, register: 0x75)), expected: .mpu6050))
    #expect(board.nowNanoseconds - begin < 2_100_000_000)
  }

  @Test func patienceWithoutEnd_isCutToAMinute() throws {
    let board = SimulatedBoard()
    let error = startError(board.bus, at: 0x68, patienceMilliseconds: .max)
    #expect(error != nil)
    #expect(board.nowNanoseconds - board.startNanoseconds <= 60_100_000_000)
  }

  @Test func aBusWhoseClockStandsStill_endsTheWaitByCount() {
    let bus = StoppedBus()
    #expect(startError(bus, at: 0x68, patienceMilliseconds: 2000) != nil)
    #expect(bus.transfers == 201)
  }

  /// A bus of a user's own whose time does not move.
  private final class StoppedBus: I2CBus, @unchecked Sendable {  // Made and used by one test.
    let name = "stopped bus"
    let nowNanoseconds: UInt64 = 0
    private(set) var transfers = 0
    func pause(untilNanoseconds deadline: UInt64) {}
    func transfer(_ transaction: I2CTransaction) -> Int32 {
      transfers += 1
      return -121
    }
  }
}
