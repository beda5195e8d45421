import SimulatedIMU
import Testing

@testable import IMUDrivers

@Suite struct SelfTestRestoringTests {
  /// A board whose chip runs with a configuration of its own, and the values of its registers.
  private func runningBoard(_ model: ChipModel) throws -> (board: SimulatedBoard, chip: SimulatedChip, image: [UInt8]) {
    let (board, chip) = poweredBoard(model)
    let configuration = SensorConfiguration(sampleRateHertz: 100, gyroscopeRange: 500, accelerometerRange: 4)
    _ = try IMUSensor.start(board, chip, configuration)
    return (board, chip, (0...0x7F).map { chip.register($0) })
  }

  private func expectRestored(_ chip: SimulatedChip, _ image: [UInt8], _ comment: Comment) {
    for register in writableRegisters(chip.model) {
      #expect(chip.register(register) == image[Int(register)], "\(comment) register \(hex(register))")
    }
  }

  @Test(arguments: testedModels)
  func afterwardsEveryRegisterIsAsBefore_awakeAndAsleep(model: ChipModel) throws {
    let (board, chip, image) = try runningBoard(model)
    #expect(try !SelfTest.run(bus: board.bus, address: chip.address).hasFailed)
    expectRestored(chip, image, "awake")
    let (sleeping, sleeper) = poweredBoard(model)
    let asleep = (0...0x7F).map { sleeper.register($0) }
    #expect(try !SelfTest.run(bus: sleeping.bus, address: sleeper.address).hasFailed)
    expectRestored(sleeper, asleep, "asleep")
  }

  /// Whichever transfer is the first that fails, and goes on failing longer than a retry lasts.
  @Test(arguments: testedModels)
  func aBusThatFailsAtAnyTransfer_leavesEveryRegisterAsBefore(model: ChipModel) throws {
    let transfers = try transferCount(model)
    var failures = 0
    for first in stride(from: 1, to: transfers, by: 11) {
      let (board, chip, image) = try runningBoard(model)
      chip.follow(
        FaultScript([
          FaultScript.Step(.noAcknowledge(12), at: .transaction(UInt64(first)))
        ]))
      do throws(SelfTestError) { _ = try SelfTest.run(bus: board.bus, address: chip.address) } catch {
        failures += 1
        guard case .chip(let error) = error else {
          Issue.record("transfer \(first): \(error)")
          continue
        }
        #expect(error.description.contains("register"))
      }
      expectRestored(chip, image, "transfer \(first)")
    }
    #expect(failures > transfers / 22)
  }

  /// One wrong bit, in what is read before the test as in what is written behind it, stays in no register.
  @Test(arguments: testedModels)
  func aWrongBitAtAnyTransfer_leavesEveryRegisterAsBefore(model: ChipModel) throws {
    let transfers = try transferCount(model)
    for place in stride(from: 0, to: transfers, by: 19) {
      let (board, chip, image) = try runningBoard(model)
      let bus = FaultyBus(board, chip, faults: [place: .wrongBit(place % 8)])
      // A reading that came wrong is taken for a movement: said, and to be run again.
      _ = try? SelfTest.run(bus: bus, address: chip.address)
      expectRestored(chip, image, "transfer \(place)")
    }
  }

  private func transferCount(_ model: ChipModel) throws -> Int {
    let (board, chip, _) = try runningBoard(model)
    board.startTrace()
    _ = try SelfTest.run(bus: board.bus, address: chip.address)
    return board.stopTrace().count
  }

  @Test(arguments: testedModels)
  func aChipThatIsGoneForGood_isSaidNotToBeRestored_withinABoundedTime(model: ChipModel) throws {
    let (board, chip, _) = try runningBoard(model)
    chip.follow(FaultScript([FaultScript.Step(Fault.unplug, at: .transaction(60))]))
    let begin = board.nowNanoseconds
    #expect {
      try SelfTest.run(bus: board.bus, address: chip.address)
    } throws: { if case .notRestored = $0 as? SelfTestError { true } else { false } }
    #expect(board.nowNanoseconds - begin < 5_000_000_000)
  }
}
