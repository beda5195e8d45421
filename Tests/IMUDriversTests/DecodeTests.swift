import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct DecodeTests {
  /// Every register holds its own number, so a byte from the wrong place shows.
  @Test func everyByte_comesFromItsOwnRegister() throws {
    let mpu: [Int16] = [0x3B3C, 0x3D3E, 0x3F40, 0x4344, 0x4546, 0x4748, 0x4142]
    let lsm: [Int16] = [0x2928, 0x2B2A, 0x2D2C, 0x2322, 0x2524, 0x2726, 0x2120]
    for (family, identity, latched) in [
      (ChipFamily.mpu6050, 0x68, false), (.mpu6050, 0x68, true), (.mpu6050, 0x70, false), (.lsm6ds3, 0x69, false),
      (.lsm6ds3, 0x6A, false), (.lsm6ds3, 0x6A, true),
    ] {
      let chip = RegisterChip(family, identity: UInt8(identity))
      var sensor = try IMUSensor.start(
        bus: chip, address: chip.address, configuration: SensorConfiguration(interrupt: .init(latched: latched)))
      let expected = family == .mpu6050 ? mpu : lsm
      chip.registers[family == .mpu6050 ? 0x3A : 0x1E] = 0x03
      var read = RawSample()
      _ = sensor.read(into: &read)
      #expect(read.words == expected)
      var polled = RawSample()
      let result = sensor.read(into: &polled)
      #expect(result == .sample)
      #expect(polled.words == expected)
    }
  }

  @Test func bothSignsAndBothRails_arrive() throws {
    let words: [Int16] = [.min, .max, -1, 1, 256, -256, 0]
    for (family, identity) in [(ChipFamily.mpu6050, UInt8(0x68)), (.lsm6ds3, 0x69)] {
      let chip = RegisterChip(family, identity: identity)
      var sensor = try IMUSensor.start(bus: chip, address: chip.address, configuration: SensorConfiguration())
      for (index, word) in words.enumerated() {
        let high = UInt8(truncatingIfNeeded: word >> 8)
        let low = UInt8(truncatingIfNeeded: word)
        let place = (family == .mpu6050 ? 0x3B : 0x20) + 2 * index
        chip.registers[place] = family == .mpu6050 ? high : low
        chip.registers[place + 1] = family == .mpu6050 ? low : high
      }
      var raw = RawSample()
      _ = sensor.read(into: &raw)
      let expected: [Int16] =
        family == .mpu6050 ? [.min, .max, -1, 256, -256, 0, 1] : [256, -256, 0, .max, -1, 1, .min]
      #expect(raw.words == expected)
    }
  }

  @Test(arguments: exactModels)
  func sixDistinctConstants_mapOneToOne(model: ChipModel) throws {
    for axis in 0..<6 {
      var force = SIMD3<Double>.zero
      var rate = SIMD3<Double>.zero
      if axis < 3 { force[axis] = 9.80665 } else { rate[axis - 3] = 1 }
      let (board, chip) = poweredBoard(model, motion: .constant(Motion(specificForce: force, angularRate: rate)))
      var sensor = try IMUSensor.start(board, chip)
      board.pause(nanoseconds: 10_000_000)
      var raw = RawSample()
      _ = sensor.read(into: &raw)
      let moved = raw.words.prefix(6).enumerated().filter { $0.element != 0 }.map(\.offset)
      #expect(moved == [axis])
      #expect(raw.words[axis] > 0)
    }
  }
}
