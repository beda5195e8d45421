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

    @Test func twoRunsOfRegistersAreOneSystemCallToo() {
      var port = RegisterPort(bus: bus, address: 0x68)
      #expect(port.fetch(from: 0x3A, count: 1, thenFrom: 0x3B, count: 14) == nil)
      #expect(takeI2CTrace() == ["RDWR w68[3A] r68(1) w68[3B] r68(14)"])
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
