import IMUDrivers
import SimulatedIMU
import Testing

/// Nothing is written on a bus before the chip has said who it is: somebody else may sit at the address.
@Suite struct ProbeTests {
  @Test(arguments: ChipFamily.allCases)
  func aChipThatIsNotOurs_isNeverWrittenTo(family: ChipFamily) {
    for byte: UInt8 in 0...255 where ChipIdentity(family: family, byte: byte).variant == nil {
      let chip = RegisterChip(family, identity: byte)
      let before = chip.registers
      #expect(startError(chip, at: chip.address) != nil)
      #expect(chip.writes.isEmpty, "identity \(hex(byte))")
      #expect(chip.registers == before)
    }
  }

  /// DS1307 and DS3231 share 0x68. Beyond their registers they repeat them, so 0x75 reads as some time in BCD.
  @Test func aRealTimeClockAt0x68_keepsItsTime() throws {
    let clock = RegisterChip(.mpu6050, identity: 0x59)
    for (register, value) in [0x59, 0x58, 0x23, 0x07, 0x31, 0x12, 0x99].enumerated() {
      clock.registers[register] = UInt8(value)
    }
    let before = clock.registers
    let error = try #require(startError(clock, at: 0x68, patienceMilliseconds: 2000))
    #expect(error.reason == .identity(.unknown(0x59, name: nil), expected: .mpu6050))
    #expect(error.description.contains("RTC"))
    let scan = BusScan(clock)
    #expect(scan.chips.isEmpty)
    #expect(clock.registers == before)
    #expect(clock.writes.isEmpty)
  }

  @Test func aSiblingThatIsRefused_isNotWrittenTo() {
    let chip = RegisterChip(.mpu6050, identity: 0x70)
    let error = startError(chip, at: 0x68, SensorConfiguration(acceptsSiblings: false))
    #expect(error?.reason == ChipIdentity(family: .mpu6050, byte: 0x70).variant.map { .siblingRefused($0) })
    #expect(chip.writes.isEmpty)
  }

  @Test(arguments: [
    SensorConfiguration(sampleRateHertz: 5000), SensorConfiguration(gyroscopeRange: 300),
    SensorConfiguration(accelerometerRange: 3),
  ])
  func aConfigurationThatTheChipCannotDo_isNotWritten(configuration: SensorConfiguration) {
    for (family, identity) in [(ChipFamily.mpu6050, 0x68), (.lsm6ds3, 0x69), (.lsm6ds3, 0x6A)] {
      let chip = RegisterChip(family, identity: UInt8(identity))
      #expect(startError(chip, at: chip.address, configuration) != nil)
      #expect(chip.writes.isEmpty)
    }
  }

  @Test func anAddressThatAKernelDriverHolds_isLeftAlone() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    chip.heldAddresses = [0x68]
    let error = startError(chip, at: 0x68)
    #expect(error?.reason == .addressInUse)
    #expect(error?.description.contains("modprobe -r") == true)
    #expect(chip.transactionCount == 0)
  }

  @Test func anAddressOfNoFamily_isRefusedBeforeAnyTransfer() {
    for address: UInt8 in [0x00, 0x07, 0x67, 0x6C, 0x78, 0xFF] {
      let chip = RegisterChip(.mpu6050, identity: 0x68, address: address)
      let error = startError(chip, at: address)
      #expect(error?.reason == .addressNotOurs)
      #expect(error?.description.contains("0x68 or 0x69") == true)
      #expect(chip.transactionCount == 0)
    }
  }

  @Test(arguments: exactModels)
  func theFirstWrite_comesAfterTheIdentity(model: ChipModel) throws {
    let (board, chip) = poweredBoard(model)
    board.startTrace()
    _ = try IMUSensor.start(board, chip)
    let trace = board.stopTrace()
    #expect(trace[0].messages.map(\.isRead) == [false, true])
    #expect(trace[0].messages[1].bytes == [model.identity])
    #expect(trace.firstIndex { $0.isWrite } == 1)
  }
}
