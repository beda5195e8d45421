import IMUDrivers
import SimulatedIMU
import Testing

/// A start survives any single fault: one wrong bit, one silence, one time-out or a held bus, at each of its transfers, and any two of
/// them. Found on benches: one wrong bit ended the program with "WHO_AM_I is 0xE8" or "wrote 0x00, read back 0x80".
@Suite struct SingleFaultStartTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let model: ChipModel
    let usesFIFO: Bool
    var testDescription: String { "\(model.rawValue), \(usesFIFO ? "FIFO" : "registers")" }
  }

  static let cases = (exactModels + [.mpu6500]).flatMap { model in
    [false, true].map { Case(model: model, usesFIFO: $0) }
  }

  /// Starts a chip through a bus on which transfers are disturbed; looks whether it is set up as without a fault.
  private static func start(_ example: Case, _ faults: [Int: BusFault]) throws -> (transfers: Int, registers: [UInt8?])
  {
    let board = SimulatedBoard()
    let chip = board.attach(example.model, motion: .still())
    let bus = FaultyBus(board, chip, faults: faults)
    var configuration = SensorConfiguration()
    configuration.usesFIFO = example.usesFIFO
    var sensor = try IMUSensor.start(bus: bus, address: chip.address, configuration: configuration)
    try sensor.requireBusTime()
    let transfers = bus.transfers
    // What the chip was told; the FIFO's own start belongs to the sampling.
    return (transfers, sensor.readRegisters().map(\.found))
  }

  @Test(arguments: cases) func anySingleFaultAtAnyTransferIsSurvived(_ example: Case) throws {
    let (transfers, good) = try Self.start(example, [:])
    #expect(transfers > 20)
    for place in 0..<transfers {
      for fault in BusFault.singles(at: place) {
        do {
          let (_, registers) = try Self.start(example, [place: fault])
          #expect(registers == good, "\(fault) at transfer \(place)")
        } catch { Issue.record("\(fault) at transfer \(place): \(error)") }
      }
    }
  }

  @Test(arguments: cases) func anyTwoFaultsAreSurvived(_ example: Case) throws {
    let (transfers, good) = try Self.start(example, [:])
    for number in 0..<60 {
      // Steps without common divisors with the counts: pairs as good as random, the same each time.
      let (one, other) = (number * 37 % transfers, (number * 101 + 13) % transfers)
      let (first, second) = (BusFault.singles(at: one), BusFault.singles(at: other))
      var faults = [one: first[number * 5 % first.count]]
      faults[other] = second[(number * 7 + 3) % second.count]
      do {
        let (_, registers) = try Self.start(example, faults)
        #expect(registers == good, "\(faults)")
      } catch { Issue.record("\(faults): \(error)") }
    }
  }

  /// A board whose supply comes up answers 0x00 or 0xFF for a while: waited for as silence is.
  @Test(arguments: cases, [0x00, 0xFF] as [UInt8]) func anIdentityOfNothingIsWaitedFor(
    _ example: Case, _ byte: UInt8
  ) throws {
    let board = SimulatedBoard()
    let chip = board.attach(example.model, motion: .still())
    chip.inject(.identity(byte))
    let bus = FaultyBus(board, chip, faults: [:])
    bus.whenPast = (board.startNanoseconds + 60_000_000, { chip.inject(.identity(nil)) })
    _ = try IMUSensor.start(bus: bus, address: chip.address, configuration: SensorConfiguration())
  }

  /// ... and if it stays so, it is told within the time that silence is given.
  @Test func anIdentityOfNothingThatStays_isRefused() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    chip.inject(.identity(0xFF))
    let error = try #require(startError(board.bus, at: chip.address, patienceMilliseconds: 2000))
    #expect(error.reason == .identity(.stuck(0xFF), expected: .mpu6050))
    #expect((2_000_000_000...2_050_000_000).contains(board.nowNanoseconds - board.startNanoseconds))
  }

  /// Another part is refused by its name, and at once.
  @Test func anotherPart_isRefusedPromptly() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    chip.inject(.identity(0xEA))
    let error = try #require(startError(board.bus, at: chip.address, patienceMilliseconds: 2000))
    #expect(error.description.contains("0xEA"))
    #expect(board.nowNanoseconds - board.startNanoseconds < 50_000_000)
  }
}
