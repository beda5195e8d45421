import IMUDrivers
import SimulatedIMU
import Testing

/// A filter wider than half the output rate lets vibration fold back into the signal.
@Suite struct FilterTests {
  /// Bandwidths by DLPF_CFG: accelerometer, gyroscope (register map 4.2, section 4.3).
  private static let mpuFilters: [UInt8: (accelerometer: Double, gyroscope: Double)] = [
    1: (184, 188), 2: (94, 98), 3: (44, 42), 4: (21, 20), 5: (10, 10), 6: (5, 5),
  ]

  @Test func onAnMPU6050_theFilterIsTheWidestWithinHalfTheRate() throws {
    for hertz in stride(from: 1.0, through: 1000, by: 7) {
      let chip = RegisterChip(.mpu6050, identity: 0x68)
      let sensor = try IMUSensor.start(
        bus: chip, address: 0x68, configuration: SensorConfiguration(sampleRateHertz: hertz))
      let half = sensor.active.sampleRateHertz / 2
      let code = chip.registers[0x1A]
      let filter = try #require(Self.mpuFilters[code], "a filter on the 1 kHz base")
      #expect(filter.accelerometer <= half && filter.gyroscope <= half)
      #expect(sensor.active.accelerometerBandwidthHertz == filter.accelerometer)
      #expect(sensor.active.gyroscopeBandwidthHertz == filter.gyroscope)
      if let wider = Self.mpuFilters[code - 1] { #expect(max(wider.accelerometer, wider.gyroscope) > half) }
    }
  }

  @Test func onAnMPU6500_theAccelerometerHasTheSameFilter() throws {
    for hertz in [10.0, 50, 200, 1000] {
      let chip = RegisterChip(.mpu6050, identity: 0x70)
      _ = try IMUSensor.start(bus: chip, address: 0x68, configuration: SensorConfiguration(sampleRateHertz: hertz))
      #expect(chip.registers[0x1D] == chip.registers[0x1A])
    }
  }

  /// The LSM6DS3's anti-alias filter, set by hand, or LPF2 at a ninth of the rate (DocID026899, CTRL1_XL and CTRL8_XL).
  @Test func onAnLSM6DS3_theAccelerometerFilterIsWithinHalfTheRate() throws {
    for hertz in rates(of: .lsm6ds3) {
      let chip = RegisterChip(.lsm6ds3, identity: 0x69)
      let sensor = try IMUSensor.start(
        bus: chip, address: 0x6A, configuration: SensorConfiguration(sampleRateHertz: hertz))
      let rate = sensor.active.sampleRateHertz
      #expect(chip.registers[0x13] & 0x80 != 0, "BW_XL counts only with XL_BW_SCAL_ODR")
      let antiAlias = [400.0, 200, 100, 50][Int(chip.registers[0x10] & 0x03)]
      let usesLowPass2 = chip.registers[0x17] & 0xE0 == 0xC0
      let bandwidth = usesLowPass2 ? rate / 9 : antiAlias
      #expect(bandwidth <= rate / 2)
      #expect(sensor.active.accelerometerBandwidthHertz == bandwidth)
      #expect(sensor.active.gyroscopeBandwidthHertz <= rate / 2)
      #expect(usesLowPass2 == (rate < 100))
    }
  }

  @Test func onATRC_theFiltersFollowTheRate() throws {
    for hertz in rates(of: .lsm6ds3trc) {
      let chip = RegisterChip(.lsm6ds3, identity: 0x6A)
      let sensor = try IMUSensor.start(
        bus: chip, address: 0x6A, configuration: SensorConfiguration(sampleRateHertz: hertz))
      let rate = sensor.active.sampleRateHertz
      // LPF1_BW_SEL and LPF2 off: half the rate. Bits 1:0 of CTRL1_XL mean something else than on the LSM6DS3.
      #expect(chip.registers[0x10] & 0x03 == 0 && chip.registers[0x17] & 0x80 == 0)
      #expect(sensor.active.accelerometerBandwidthHertz == rate / 2)
      #expect(sensor.active.gyroscopeBandwidthHertz <= rate / 2)
      #expect(chip.registers[0x13] == (rate > 1000 ? 0x02 : 0x00), "LPF1 of the gyroscope at the top rate alone")
    }
  }
}
