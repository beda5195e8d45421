import CI2C
import FakeKernel
import Glibc
import Testing

@testable import IMUDrivers

extension LinuxSeams {
  /// Transactions on an adapter that has only the SMBus functions.
  @Suite struct I2CBlocks {
    let bus: LinuxI2CBus

    init() throws {
      fake_i2c_reset()
      fake_i2c_add_adapter(90, Functions.smbusBlocks, nil)
      for address: UInt8 in [0x68, 0x69] { fake_i2c_add_chip(address) }
      bus = try LinuxI2CBus(bus: 90)
      fake_i2c_clear_trace()
    }

    private func bytes(_ port: borrowing RegisterPort, _ count: Int) -> [UInt8] { (0..<count).map { port.byte($0) } }
    private func registers(_ range: Range<Int>) -> [UInt8] { range.map { 0x68 ^ UInt8($0) } }

    @Test func aFetchIsOneBlockAndTheAddressIsSetOnce() {
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x3B, count: 14) == nil)
      #expect(bytes(port, 14) == registers(0x3B..<0x49))
      #expect(takeI2CTrace() == ["SLAVE 68", "SMBUS r68 3B (14)"])
      #expect(port.fetch(from: 0x3B, count: 14) == nil)
      #expect(takeI2CTrace() == ["SMBUS r68 3B (14)"], "one system call a sample from the second on")
    }

    @Test func aWriteReachesTheRegister() throws {
      var port = RegisterPort(bus: bus, address: 0x68)
      try port.write(0x80, to: 0x6B)
      #expect(takeI2CTrace() == ["SLAVE 68", "SMBUS w68 6B (1)"])
      #expect(fake_i2c_register(0x68, 0x6B) == 0x80)
    }

    // Field report 20: long reads are split on whole units, and nothing is cut off.
    @Test(arguments: [
      (33, 2, ["3B (32)", "5B (1)"]), (64, 2, ["3B (32)", "5B (32)"]), (70, 14, ["3B (28)", "57 (28)", "73 (14)"]),
      (32, 14, ["3B (32)"]), (36, 12, ["3B (24)", "53 (12)"]), (34, 0, ["3B (32)", "5B (2)"]),
    ])
    func aLongReadIsSplitOnWholeUnits(count: Int, unit: Int, blocks: [String]) {
      var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 128)
      let splitting = ReadSplitting(unitBytes: unit, advancesRegister: true)
      #expect(port.fetch(from: 0x3B, count: count, splitting: splitting) == nil)
      #expect(bytes(port, count) == registers(0x3B..<0x3B + count))
      #expect(takeI2CTrace().dropFirst() == blocks.map { "SMBUS r68 " + $0 }[...])
    }

    @Test func aFIFOIsReadFromItsPortPieceByPiece() {
      fake_i2c_set_fifo_port(0x74)
      var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 128)
      let splitting = ReadSplitting(unitBytes: 12, advancesRegister: false)
      #expect(port.fetch(from: 0x74, count: 60, splitting: splitting) == nil)
      #expect(bytes(port, 60) == (0..<60).map { UInt8($0) }, "nothing lost, nothing twice")
      #expect(takeI2CTrace().dropFirst() == ["SMBUS r68 74 (24)", "SMBUS r68 74 (24)", "SMBUS r68 74 (12)"])
    }

    @Test func aUnitThatNoBlockHoldsIsRefusedBeforeTheFirstByte() {
      var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 128)
      let splitting = ReadSplitting(unitBytes: 33, advancesRegister: false)
      #expect(port.fetch(from: 0x74, count: 66, splitting: splitting)?.code == EMSGSIZE)
      #expect(takeI2CTrace().isEmpty)
    }

    @Test(arguments: [ETIMEDOUT, EREMOTEIO, EAGAIN])
    func aFaultInAnyPieceIsTheTransactionsFault(code: Int32) {
      for piece: Int32 in 0..<3 {
        fake_i2c_answer(piece, -code)
        var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 128)
        #expect(
          port.fetch(from: 0x3B, count: 70, splitting: ReadSplitting(unitBytes: 14, advancesRegister: true))?.code
            == code)
      }
    }

    @Test func aBlockShorterThanAskedIsAShortTransfer() {
      fake_i2c_answer(0, 5)
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x3B, count: 14)?.kind == .shortTransfer)
    }

    @Test func anAdapterThatClaimsMoreThanAskedWritesNoFurther() {
      fake_i2c_answer(0, 32)
      let descriptor = ci2c_open("/dev/i2c-90")
      defer { _ = ci2c_close(descriptor) }
      #expect(ci2c_select(descriptor, 0x68) == 0)
      var bytes = [UInt8](repeating: 0xEE, count: 32)
      #expect(ci2c_smbus_read(descriptor, 0x3B, &bytes, 4) == 4)
      #expect(bytes == registers(0x3B..<0x3F) + [UInt8](repeating: 0xEE, count: 28))
    }

    @Test(arguments: [(0, -EINVAL), (-1, -EINVAL), (33, -EMSGSIZE), (32, 32)] as [(Int32, Int32)])
    func theShimMovesOneTo32Bytes(length: Int32, status: Int32) {
      let descriptor = ci2c_open("/dev/i2c-90")
      defer { _ = ci2c_close(descriptor) }
      #expect(ci2c_select(descriptor, 0x68) == 0)
      var bytes = [UInt8](repeating: 1, count: 64)
      #expect(ci2c_smbus_read(descriptor, 0x10, &bytes, length) == status)
      #expect(ci2c_smbus_write(descriptor, 0x10, bytes, length) == status)
    }

    @Test func shapesThatSMBusDoesNotKnowAreRefusedWhole() {
      func status(_ build: (inout TransactionMemory) -> Void) -> Int32 {
        var memory = TransactionMemory(readCapacity: 64)
        memory.begin()
        build(&memory)
        return bus.transfer(memory.transaction(splitting: .registers))
      }
      #expect(status { $0.addRead(from: 0x68, count: 2, at: 0) } == -EOPNOTSUPP)
      #expect(status { $0.addWrite(to: 0x68, register: 1, value: nil) } == -EOPNOTSUPP)
      let toTwoChips = status {
        $0.addWrite(to: 0x68, register: 1, value: nil)
        $0.addRead(from: 0x69, count: 1, at: 0)
      }
      #expect(toTwoChips == -EOPNOTSUPP)
      let goodThenBad = status {
        $0.addWrite(to: 0x68, register: 0x6B, value: 0)
        $0.addRead(from: 0x68, count: 1, at: 0)
      }
      #expect(goodThenBad == -EOPNOTSUPP)
      let twoWrites = status {
        $0.addWrite(to: 0x68, register: 0x6B, value: nil)
        $0.addWrite(to: 0x68, register: 0x6B, value: nil)
      }
      #expect(twoWrites == -EOPNOTSUPP)
      #expect(takeI2CTrace().isEmpty, "no part of them was carried out")
    }

    @Test func anAddressHeldByAKernelDriverIsNotTouched() {
      fake_i2c_hold(0x68)
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x75, count: 1)?.code == EBUSY)
      #expect(takeI2CTrace() == ["SLAVE 68"])
      #expect(fake_i2c_open_descriptors() == 1, "the descriptor made for the address is closed again")
    }

    // Field report 22: the address belongs to the descriptor, so two chips on one bus must not share one.
    @Test func twoThreadsOnOneBusNeverReadTheOthersChip() async {
      let bus = bus
      let mixed = await withTaskGroup(of: Int.self) { group in
        for address: UInt8 in [0x68, 0x69] {
          group.addTask {
            var port = RegisterPort(bus: bus, address: address)
            var wrong = 0
            for _ in 0..<2000 where port.fetch(from: 0x75, count: 1) != nil || port.byte(0) != address ^ 0x75 {
              wrong += 1
            }
            return wrong
          }
        }
        return await group.reduce(0, +)
      }
      #expect(mixed == 0)
    }

    @Test func allDescriptorsAreClosedWithTheLastUse() throws {
      let before = fake_i2c_open_descriptors()
      do {
        let other = try LinuxI2CBus(bus: 90)
        for address: UInt8 in [0x68, 0x69] {
          var port = RegisterPort(bus: other, address: address)
          #expect(port.fetch(from: 0x75, count: 1) == nil)
        }
        #expect(fake_i2c_open_descriptors() == before + 3)
      }
      #expect(fake_i2c_open_descriptors() == before)
    }
  }
}
