import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct BusScanTests {
  @Test func aScan_tellsWhatSitsAtEachAddress() {
    let board = SimulatedBoard()
    board.attach(.mpu6050, motion: .still())
    board.attach(.mpu6500, address: 0x69, motion: .still())
    board.attach(.lsm6ds3trc, address: 0x6B, motion: .still())
    board.pause(nanoseconds: 20_000_000)
    board.startTrace()
    let scan = BusScan(board.bus)
    let writes = board.stopTrace().filter(\.isWrite)
    #expect(writes.isEmpty)
    #expect(scan.findings.map(\.address) == [0x68, 0x69, 0x6A, 0x6B])
    #expect(scan.findings[0].identity == .exact(.mpu6050))
    #expect(scan.findings[1].identity?.variant?.name == "MPU-6500")
    #expect(scan.findings[2].identity == .noAnswer(BusError(status: -121, address: 0x6A, register: 0x0F)))
    #expect(scan.findings[3].identity == .exact(.lsm6ds3trc))
    #expect(scan.chips.map(\.address) == [0x68, 0x69, 0x6B])
  }

  @Test func anAddressHeldByTheKernel_isReportedAndNotAsked() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    chip.heldAddresses = [0x68]
    let scan = BusScan(chip, addresses: [0x68])
    #expect(scan.findings.map(\.isHeldByKernel) == [true])
    #expect(scan.findings[0].identity == nil)
    #expect(scan.chips.isEmpty)
    #expect(chip.transactionCount == 0)
  }

  @Test func anAddress_isAskedThreeTimes() {
    let chip = RegisterChip(.lsm6ds3, identity: 0x69)
    let twice = FilteredBus(chip) { number, _ in number <= 2 ? -121 : nil }
    #expect(BusScan(twice, addresses: [0x6A]).findings[0].identity == .exact(.lsm6ds3))
    let never = FilteredBus(chip) { _, _ in -121 }
    #expect(BusScan(never, addresses: [0x6A]).chips.isEmpty)
    #expect(never.transfers == 3)
  }

  @Test func addressesOfNoFamily_areLeftOut() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    #expect(BusScan(chip, addresses: [0x20, 0x76]).findings.isEmpty)
    #expect(chip.transactionCount == 0)
  }
}
