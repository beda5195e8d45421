import IMUDrivers

/// A chip made of registers alone, the only one on its bus, that keeps what is sent to it.
///
/// Besides storing bytes it knows one thing: how its family's reset ends. Whatever a test wants to go wrong it sets itself.
///
/// @unchecked Sendable: each test makes its own and uses it on its own thread.
final class RegisterChip: I2CBus, @unchecked Sendable {
  struct Write: Equatable {
    let register: UInt8
    let value: UInt8
  }

  let name = "mock bus"
  let family: ChipFamily
  let address: UInt8
  /// What the registers hold; each begins with its own number, so that no two are alike.
  var registers = (0...255).map { UInt8($0) }
  /// Registers that forget what is written to them.
  var deafRegisters: Set<UInt8> = []
  var heldAddresses: Set<UInt8> = []
  /// What happens while the bus is idle.
  var onPause: (RegisterChip) -> Void = { _ in }
  private(set) var transactionCount = 0
  private(set) var writes: [Write] = []
  private(set) var nowNanoseconds: UInt64 = 5_000_000_000

  init(_ family: ChipFamily, identity: UInt8, address: UInt8? = nil) {
    self.family = family
    self.address = address ?? family.addresses[0]
    registers[Int(family.identityRegister)] = identity
  }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    transactionCount += 1
    var pointer = 0
    for message in 0..<transaction.count {
      guard transaction.address(of: message) == address else { return -121 }
      if transaction.isRead(message) {
        for byte in 0..<transaction.byteCount(of: message) {
          transaction[message, byte] = registers[(pointer + byte) & 0x7F]
        }
      } else {
        let bytes = transaction.bytes(of: message)
        pointer = Int(bytes[0])
        for (offset, value) in bytes.dropFirst().enumerated() { store(value, at: UInt8(pointer + offset)) }
      }
    }
    return Int32(transaction.count)
  }

  func pause(untilNanoseconds deadline: UInt64) {
    nowNanoseconds = max(nowNanoseconds, deadline)
    onPause(self)
  }

  func isAddressInUse(_ address: UInt8) -> Bool { heldAddresses.contains(address) }

  private func store(_ value: UInt8, at register: UInt8) {
    writes.append(Write(register: register, value: value))
    if deafRegisters.contains(register) { return }
    switch (family, register) {
    case (.mpu6050, 0x6B) where value & 0x80 != 0: registers[0x6B] = 0x40
    case (.lsm6ds3, 0x12) where value & 0x01 != 0: registers[0x12] = 0x04
    default: registers[Int(register)] = value
    }
  }
}
