import CI2C
import FakeKernel
import Glibc
import Testing

@testable import IMUDrivers

extension LinuxSeams {
  /// Combined transactions, as on a Raspberry Pi.
  @Suite struct I2CTransfers {
    let bus: LinuxI2CBus

    init() throws {
      fake_i2c_reset()
      fake_i2c_add_adapter(90, Functions.raspberryPi, nil)
      fake_i2c_add_chip(0x68)
      bus = try LinuxI2CBus(bus: 90)
      fake_i2c_clear_trace()
    }

    @Test func aFetchIsOneSystemCallWithARepeatedStart() {
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x3B, count: 14) == nil)
      #expect(takeI2CTrace() == ["RDWR w68[3B] r68(14)"])
      #expect((0..<14).map { port.byte($0) } == (0x3B..<0x49).map { 0x68 ^ UInt8($0) })
    }

    /// As i2c-bcm2835 does: a read that is not the last message is refused before the bus is touched.
    @Test func whatTheRaspberryPiRefusesTheFakeKernelRefuses() {
      var memory = TransactionMemory(readCapacity: 64)
      func status(_ build: (inout TransactionMemory) -> Void) -> Int32 {
        memory.begin()
        build(&memory)
        return bus.transfer(memory.transaction(splitting: .registers))
      }
      fake_i2c_set_fifo_port(0x74)
      let pair = status {
        $0.addWrite(to: 0x68, register: 0x74, value: nil)
        $0.addRead(from: 0x68, count: 1, at: 0)
      }
      #expect(pair == 2 && memory.byte(0) == 0)
      #expect(status { $0.addRead(from: 0x68, count: 1, at: 0) } == 1 && memory.byte(0) == 1)
      #expect(status { $0.addWrite(to: 0x68, register: 0x74, value: nil) } == 1)
      let readThenWrite = status {
        $0.addRead(from: 0x68, count: 1, at: 0)
        $0.addWrite(to: 0x68, register: 0x74, value: nil)
      }
      let twoReads = status {
        $0.addRead(from: 0x68, count: 1, at: 0)
        $0.addRead(from: 0x68, count: 1, at: 1)
      }
      #expect(readThenWrite == -EOPNOTSUPP && twoReads == -EOPNOTSUPP)
      #expect(status { $0.addRead(from: 0x68, count: 1, at: 0) } == 1 && memory.byte(0) == 2, "none of it was carried")
    }

    /// Two pairs in one transaction: refused on a Raspberry Pi, mangled without an error on an Orange Pi.
    @Test func longerTransactionsNeverReachTheKernel() {
      var memory = TransactionMemory(readCapacity: 64, messageCapacity: 4, writeCapacity: 2)
      memory.begin()
      for place in 0..<2 {
        memory.addWrite(to: 0x68, register: 0x3A, value: nil)
        memory.addRead(from: 0x68, count: 1, at: place)
      }
      #expect(bus.transfer(memory.transaction(splitting: .registers)) == -EINVAL)
      #expect(takeI2CTrace().isEmpty)
    }

    @Test func aWriteReachesTheRegister() throws {
      var port = RegisterPort(bus: bus, address: 0x68)
      try port.write(0x80, to: 0x6B)
      #expect(takeI2CTrace() == ["RDWR w68[6B 80]"])
      #expect(fake_i2c_register(0x68, 0x6B) == 0x80)
      #expect(try port.read(0x6B) == 0x80)
    }

    // Field report 20: a long read needs no cutting here.
    @Test func aReadOver32BytesIsNotCut() {
      var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 512)
      #expect(
        port.fetch(from: 0x74, count: 504, splitting: ReadSplitting(unitBytes: 14, advancesRegister: false)) == nil)
      #expect(takeI2CTrace() == ["RDWR w68[74] r68(504)"])
    }

    // Field reports 14 to 16: each fault keeps its kind, and the bus itself tries nothing twice.
    @Test(arguments: [
      (ETIMEDOUT, BusError.Kind.timeout), (EREMOTEIO, .noAcknowledge), (ENXIO, .noAcknowledge),
      (EAGAIN, .arbitrationLost), (EIO, .other),
    ])
    func aFaultKeepsItsErrnoAndIsNotRetried(code: Int32, kind: BusError.Kind) {
      fake_i2c_answer(0, -code)
      var port = RegisterPort(bus: bus, address: 0x68)
      let error = port.fetch(from: 0x3B, count: 14)
      #expect(error?.code == code && error?.kind == kind && error?.address == 0x68 && error?.register == 0x3B)
      #expect(takeI2CTrace().count == 1)
      #expect(port.fetch(from: 0x3B, count: 14) == nil, "the next transfer stands on its own")
    }

    @Test func noChipAtTheAddressIsNoAcknowledge() {
      var port = RegisterPort(bus: bus, address: 0x69)
      #expect(port.fetch(from: 0x75, count: 1)?.kind == .noAcknowledge)
    }

    @Test func aShortMessageCountIsAnError() {
      fake_i2c_answer(0, 1)
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x3B, count: 14)?.kind == .shortTransfer)
    }

    @Test func theShimRefusesWhatTheKernelHasNoRoomFor() {
      let descriptor = ci2c_open("/dev/i2c-90")
      defer { #expect(ci2c_close(descriptor) == 0) }
      var byte: UInt8 = 0
      withUnsafeMutablePointer(to: &byte) { byte in
        func status(_ message: ci2c_message, count: Int32) -> Int32 {
          let messages = [ci2c_message](repeating: message, count: Int(max(1, count)))
          return ci2c_transfer(descriptor, messages, count)
        }
        let good = ci2c_message(address: 0x68, flags: 0, length: 1, bytes: byte)
        #expect(status(good, count: 0) == -EINVAL)
        #expect(status(good, count: CI2C_MESSAGE_LIMIT + 1) == -EINVAL)
        #expect(status(good, count: CI2C_MESSAGE_LIMIT) == CI2C_MESSAGE_LIMIT)
        #expect(status(ci2c_message(address: 0x80, flags: 0, length: 1, bytes: byte), count: 1) == -EINVAL)
        #expect(status(ci2c_message(address: 0x68, flags: 0x10, length: 1, bytes: byte), count: 1) == -EINVAL)
      }
      #expect(ci2c_close(-1) == -EBADF)
    }
  }
}
