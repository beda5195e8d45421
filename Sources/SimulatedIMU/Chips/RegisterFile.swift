/// The stored registers of a chip: values, reset values and which bits a write changes.
struct RegisterFile {
  /// Registers that I2C can address in these chips.
  static let count = 128

  private var values = [UInt8](repeating: 0, count: Self.count)
  private var resetValues = [UInt8](repeating: 0, count: Self.count)
  private var writableBits = [UInt8](repeating: 0, count: Self.count)

  /// A stored value, free of rules; addresses wrap at 128.
  subscript(register: UInt8) -> UInt8 {
    get { values[Int(register & 0x7F)] }
    set { values[Int(register & 0x7F)] = newValue }
  }

  /// Declares what a write may change.
  mutating func declare(_ registers: ClosedRange<UInt8>, writable bits: UInt8, reset value: UInt8 = 0) {
    for register in registers {
      writableBits[Int(register)] = bits
      resetValues[Int(register)] = value
      values[Int(register)] = value
    }
  }

  /// A write from the bus: bits that are not writable keep their value.
  mutating func write(_ value: UInt8, to register: UInt8) {
    let bits = writableBits[Int(register & 0x7F)]
    self[register] = (self[register] & ~bits) | (value & bits)
  }

  /// What a write may change.
  func writableBits(of register: UInt8) -> UInt8 { writableBits[Int(register & 0x7F)] }

  mutating func reset() {
    times(Self.count) { values[$0] = resetValues[$0] }
  }
}
