import IMUDrivers
import SimulatedIMU

/// A chip on a bus as the tests speak to it: by the public seam alone.
struct RegisterAccess: ~Copyable {
  private var port: RegisterPort

  init(_ board: SimulatedBoard, _ chip: SimulatedChip) {
    port = RegisterPort(bus: board.bus, address: chip.address, readCapacity: 8192)
  }

  var now: UInt64 { port.bus.nowNanoseconds }

  mutating func read(_ register: UInt8) throws(BusError) -> UInt8 { try port.read(register) }

  mutating func read(_ register: UInt8, count: Int) throws(BusError) -> [UInt8] {
    if let error = port.fetch(from: register, count: count) { throw error }
    return (0..<count).map { port.byte($0) }
  }

  mutating func write(_ value: UInt8, to register: UInt8) throws(BusError) { try port.write(value, to: register) }

  func pause(milliseconds: UInt64) { port.pause(milliseconds: milliseconds) }
  func pause(nanoseconds: UInt64) { port.bus.pause(untilNanoseconds: now + nanoseconds) }

  /// Wakes an MPU-6050 and leaves it with the given sample rate divider, filter and ranges.
  mutating func wakeMPU(
    divider: UInt8 = 9, filter: UInt8 = 3, gyroRange: UInt8 = 0, accelRange: UInt8 = 0, interrupts: UInt8 = 0x01
  ) throws(BusError) {
    pause(milliseconds: 20)
    try write(0x01, to: 0x6B)
    pause(milliseconds: 10)
    try write(gyroRange << 3, to: 0x1B)
    try write(accelRange << 3, to: 0x1C)
    try write(interrupts, to: 0x38)
    try write(filter, to: 0x1A)
    try write(divider, to: 0x19)
  }

  /// The seven words from 0x3B: acceleration, temperature, rate.
  mutating func mpuSample() throws(BusError) -> [Int16] { bigEndian(try read(0x3B, count: 14)) }

  /// The six words from 0x22: rate, acceleration.
  mutating func lsmSample() throws(BusError) -> [Int16] { littleEndian(try read(0x22, count: 12)) }
}

func bigEndian(_ bytes: [UInt8]) -> [Int16] {
  stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])) }
}

func littleEndian(_ bytes: [UInt8]) -> [Int16] {
  stride(from: 0, to: bytes.count - 1, by: 2).map { Int16(bitPattern: UInt16(bytes[$0 + 1]) << 8 | UInt16(bytes[$0])) }
}

/// Six different values that no mix-up of axes survives, within all ranges.
let distinctMotion = Motion(
  specificForce: SIMD3(1.5, -3.25, 9.0), angularRate: SIMD3(0.5, -1.25, 2.0), temperature: 35)
