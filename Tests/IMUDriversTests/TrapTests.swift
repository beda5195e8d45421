import IMUDrivers
import Testing

#if compiler(>=6.2)
  /// Mistakes of a caller stop the program instead of touching memory that is not theirs.
  @Suite struct TrapTests {
    /// A bus that reaches for a byte or a message of the transaction that does not exist.
    private final class GraspingBus: I2CBus {
      let name = "grasping bus"
      let nowNanoseconds: UInt64 = 0
      private let message: Int
      private let byte: Int

      init(message: Int, byte: Int) {
        self.message = message
        self.byte = byte
      }

      func pause(untilNanoseconds deadline: UInt64) {}
      func transfer(_ transaction: I2CTransaction) -> Int32 { Int32(transaction[message, byte]) }
    }

    @Test func aByteOrMessageOutsideTheTransaction_traps() async {
      await #expect(processExitsWith: .failure) {
        var port = RegisterPort(bus: GraspingBus(message: 1, byte: 14), address: 0x68)
        _ = port.fetch(from: 0x3B, count: 14)
      }
      await #expect(processExitsWith: .failure) {
        var port = RegisterPort(bus: GraspingBus(message: 2, byte: 0), address: 0x68)
        _ = port.fetch(from: 0x3B, count: 14)
      }
      await #expect(processExitsWith: .failure) {
        var port = RegisterPort(bus: GraspingBus(message: -1, byte: 0), address: 0x68)
        _ = port.fetch(from: 0x3B, count: 14)
      }
    }

    @Test func aReadLargerThanThePort_traps() async {
      await #expect(processExitsWith: .failure) {
        var port = RegisterPort(bus: RegisterChip(.mpu6050, identity: 0x68), address: 0x68, readCapacity: 16)
        _ = port.fetch(from: 0x3B, count: 17)
      }
    }

    @Test func aByteThatWasNotRead_traps() async {
      await #expect(processExitsWith: .failure) {
        var port = RegisterPort(bus: RegisterChip(.mpu6050, identity: 0x68), address: 0x68)
        _ = port.fetch(from: 0x3B, count: 14)
        _ = port.byte(14)
      }
    }

    @Test func aReservedAddress_traps() async {
      await #expect(processExitsWith: .failure) {
        _ = RegisterPort(bus: RegisterChip(.mpu6050, identity: 0x68), address: 0x07)
      }
    }
  }
#endif
