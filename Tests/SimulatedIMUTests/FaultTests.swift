import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct FaultTests {
  private func start(
    _ motion: some MotionSource = .moving(), pin: UInt8 = 0
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: motion)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    try access.write(pin, to: 0x37)
    _ = try access.read(0x3A)
    return (board, chip)
  }

  /// The errno of each of `count` reads; 0 for one that succeeded.
  private func outcomes(_ access: inout RegisterAccess, _ count: Int) -> [Int32] {
    var codes: [Int32] = []
    for _ in 0..<count {
      do throws(BusError) {
        _ = try access.read(0x75)
        codes.append(0)
      } catch {
        codes.append(error.code)
      }
    }
    return codes
  }

  @Test func busFaults_strikeAsOftenAsToldWithTheKernelsErrno() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.noAcknowledge(2))
    #expect(outcomes(&access, 3) == [121, 121, 0])
    chip.inject(.timeout(1))
    let began = board.nowNanoseconds
    #expect(outcomes(&access, 2) == [110, 0])
    #expect(board.nowNanoseconds - began > 35_000_000, "a timeout costs the adapter's patience")
    chip.inject(.arbitrationLost(3))
    #expect(outcomes(&access, 4) == [11, 11, 11, 0])
    chip.inject(.shortCount(1))
    #expect(outcomes(&access, 2) == [5, 0])
    chip.inject(.noAcknowledge(.untilCleared))
    #expect(outcomes(&access, 50).allSatisfy { $0 == 121 })
    chip.clearFaults()
    #expect(outcomes(&access, 1) == [0])
  }

  @Test func aFaultOfOneChip_leavesTheOtherAlone() throws {
    let (board, chip) = try start()
    let other = board.attach(.mpu6050, address: 0x69, motion: .still())
    var access = RegisterAccess(board, other)
    access.pause(milliseconds: 10)
    chip.inject(.noAcknowledge(.untilCleared))
    chip.inject(.timeout(.untilCleared))
    #expect(outcomes(&access, 3) == [0, 0, 0])
  }

  @Test func aShortCount_leavesTheReadUndone() throws {
    let (board, chip) = try start()
    board.startTrace()
    var access = RegisterAccess(board, chip)
    chip.inject(.shortCount(1))
    _ = outcomes(&access, 1)
    #expect(board.stopTrace()[0].status == 1)
  }

  @Test func corruption_changesWhatArrives_notTheChip() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.corrupt(register: 0x75, mask: 0x81, 2))
    #expect(try access.read(0x74, count: 2).count == 2)
    #expect(try access.read(0x75) == 0xE9)
    #expect(try access.read(0x75) == 0xE9)
    #expect(try access.read(0x75) == 0x68)
    #expect(chip.register(0x75) == 0x68)
  }

  @Test func unplugAndReplug_passThroughPowerOn() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.unplug)
    #expect(outcomes(&access, 2) == [121, 121])
    chip.powerOn()
    #expect(outcomes(&access, 1) == [121], "no supply reaches a chip that is not there")
    chip.inject(.replug)
    #expect(outcomes(&access, 1) == [121])
    access.pause(milliseconds: 10)
    #expect(try access.read(0x6B) == 0x40)
  }

  @Test func aBrownOut_resetsTheRegisters() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.brownOut)
    #expect(outcomes(&access, 1) == [121])
    access.pause(milliseconds: 10)
    #expect(try access.read(0x6B) == 0x40)
    #expect(try access.read(0x38) == 0)
  }

  @Test func aFlippedBit_actsLikeAWrite() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.flip(register: 0x6B, mask: 0x40))
    #expect(try access.read(0x6B) == 0x41)
    let count = chip.samplesTaken
    access.pause(milliseconds: 100)
    #expect(chip.samplesTaken == count, "asleep again")
    chip.clearFaults()
    #expect(try access.read(0x6B) == 0x41, "what has flipped stays")
  }

  @Test func frozenData_stayWhileDataReadyGoesOn() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    let line = board.line(for: chip)
    access.pause(milliseconds: 500)
    chip.inject(.freeze(true))
    _ = line.wait(untilNanoseconds: access.now)
    let held = try access.mpuSample()
    for _ in 0..<10 {
      #expect(line.wait(untilNanoseconds: access.now + 20_000_000).status == 1)
      #expect(try access.mpuSample() == held)
    }
    chip.inject(.freeze(false))
    access.pause(milliseconds: 100)
    #expect(try access.mpuSample() != held)
  }

  @Test func aWrongIdentity_isShownUntilCleared() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    chip.inject(.identity(0x98))
    #expect(try access.read(0x75) == 0x98)
    chip.inject(.identity(nil))
    #expect(try access.read(0x75) == 0x68)
  }

  @Test func aSlippedFIFO_losesBytesFromItsHead() throws {
    let (board, chip) = try start(.constant(distinctMotion))
    var access = RegisterAccess(board, chip)
    try access.write(0x40, to: 0x6A)
    try access.write(0x78, to: 0x23)
    access.pause(milliseconds: 35)
    chip.inject(.slipFIFO(bytes: 1))
    let bytes = try access.read(0x74, count: 35)
    let sample = try access.read(0x3B, count: 14)
    #expect(bytes[0] == sample[1] && bytes[11] == sample[0])
  }

  @Test func withheldEdges_areMissing_whileTheLevelMoves() throws {
    let (board, chip) = try start(pin: 0x20)
    var access = RegisterAccess(board, chip)
    let line = board.line(for: chip)
    chip.inject(.withholdEdges(2))
    for _ in 0..<2 {
      #expect(line.wait(untilNanoseconds: access.now + 15_000_000).status == 0)
      #expect(line.level() == 1)
      _ = try access.read(0x3A)
    }
    #expect(line.wait(untilNanoseconds: access.now + 15_000_000).status == 1)
    _ = try access.read(0x3A)
    chip.inject(.withholdEdges(.untilCleared))
    #expect(line.wait(untilNanoseconds: access.now + 500_000_000).status == 0)
    _ = try access.read(0x3A)
    chip.clearFaults()
    #expect(line.wait(untilNanoseconds: access.now + 15_000_000).status == 1)
  }

  @Test func doubleEdges_comeAsTwoEventsOfOneTime() throws {
    let (board, chip) = try start()
    let line = board.line(for: chip)
    chip.inject(.doubleEdges(1))
    let double = line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000)
    #expect(double.status == 2 && double.firstNanoseconds == double.lastNanoseconds && double.lastSequence == 2)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000).status == 1)
  }

  @Test func edgesWhileActive_needNoChangeOfLevel() throws {
    let (board, chip) = try start(pin: 0x20)
    let line = board.line(for: chip)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000).status == 1)
    chip.inject(.edgesWhileActive(2))
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000).status == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000).status == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 0)
  }

  @Test func aStuckLine_isActiveWithoutEdges() throws {
    let (board, chip) = try start()
    let line = board.line(for: chip)
    chip.inject(.stuckActive(true))
    #expect(line.level() == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 1).status == 1, "the edge of getting stuck")
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 100_000_000).status == 0)
    chip.inject(.stuckActive(false))
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 15_000_000).status == 1)
  }

  @Test func aFrozenWord_staysWhileTheOthersMove() throws {
    let noise = SeededNoise(seed: 1, angularRate: 0.02, specificForce: 0.2)
    for (index, word) in [(0, SensorWord.accelerometerX), (5, .gyroscopeY)] {
      let (board, chip) = try start(.moving(noise: noise))
      var access = RegisterAccess(board, chip)
      access.pause(milliseconds: 20)
      let before = try access.mpuSample()
      chip.inject(.freezeWord(word, true))
      access.pause(milliseconds: 500)
      let held = try access.mpuSample()
      for other in [0, 1, 2, 4, 5, 6] {
        #expect((held[other] == before[other]) == (other == index), "word \(other)")
      }
      chip.inject(.freezeWord(word, false))
      access.pause(milliseconds: 500)
      #expect(try access.mpuSample()[index] != before[index])
    }
  }

  @Test func aWordThatIsSet_andAllZeros_areWhatTheBusSees() throws {
    let (board, chip) = try start(.constant(distinctMotion))
    var access = RegisterAccess(board, chip)
    chip.inject(.setWord(.temperature, -32768))
    access.pause(milliseconds: 20)
    #expect(try access.mpuSample()[3] == -32768)
    chip.inject(.zeros(true))
    access.pause(milliseconds: 20)
    #expect(try access.mpuSample() == [0, 0, 0, -32768, 0, 0, 0])
    chip.clearFaults()
    access.pause(milliseconds: 20)
    #expect(try access.mpuSample().allSatisfy { $0 != 0 && $0 != -32768 })
  }

  @Test func aCorruptedFirstByte_leavesTheOthersAndTheChipAlone() throws {
    let (board, chip) = try start(.constant(distinctMotion))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    let whole = try access.read(0x3B, count: 14)
    chip.inject(.corruptFirstByte(mask: 0x80, 1))
    let bytes = try access.read(0x3B, count: 14)
    #expect(bytes[0] == whole[0] ^ 0x80 && bytes.dropFirst() == whole.dropFirst())
    #expect(try access.read(0x3B, count: 14) == whole)
  }

  @Test func aHeldDataLine_stopsTheWholeBus_untilNineClocksOrNewPower() throws {
    let (board, chip) = try start()
    let other = board.attach(.lsm6ds3, motion: .still())
    var access = RegisterAccess(board, chip)
    var second = RegisterAccess(board, other)
    access.pause(milliseconds: 20)
    chip.inject(.holdSDA(.untilClocked))
    #expect(outcomes(&access, 2) == [110, 110])
    #expect(throws: BusError.self) { try second.read(0x0F) }
    #expect(board.bus.clearBus())
    #expect(outcomes(&access, 1) == [0])
    #expect(try second.read(0x0F) == 0x69)
    chip.inject(.holdSDA(.forGood))
    #expect(!board.bus.clearBus())
    #expect(outcomes(&access, 1) == [110])
    chip.powerOff()
    #expect(try second.read(0x0F) == 0x69)
  }
}
