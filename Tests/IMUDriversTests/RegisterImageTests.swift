import IMUDrivers
import SimulatedIMU
import Testing

/// What the chip holds after the start, compared with tables of its own.
///
/// The simulated chip forgets what is written while it sleeps or resets, so an image that is right was written in time.
@Suite struct RegisterImageTests {
  @Test(arguments: [ChipModel.mpu6050, .mpu6500])
  func overAllRangesAndRates_theMPUHoldsWhatWasAskedFor(model: ChipModel) throws {
    for (index, hertz) in rates(of: model).enumerated() {
      let gyroscope = index % 4
      let accelerometer = (index / 4 + index) % 4
      let (board, chip) = poweredBoard(model)
      let sensor = try IMUSensor.start(
        board, chip,
        SensorConfiguration(
          sampleRateHertz: hertz, gyroscopeRange: 250 << gyroscope, accelerometerRange: 2 << accelerometer))
      #expect(chip.register(0x6B) == 0x01, "awake, clocked by the gyroscope")
      #expect(chip.register(0x6C) == 0, "no axis in standby")
      #expect(chip.register(0x1B) == UInt8(gyroscope) << 3)
      #expect(chip.register(0x1C) == UInt8(accelerometer) << 3)
      #expect(sensor.active.sampleRateHertz == 1000 / (1 + Double(chip.register(0x19))))
      #expect((1...6).contains(chip.register(0x1A)), "the 1 kHz base")
      #expect(chip.register(0x1D) == (model == .mpu6500 ? chip.register(0x1A) : 0))
      #expect(sensor.configuration.gyroscopeRange == sensor.active.gyroscopeRange)
    }
  }

  @Test(arguments: [ChipModel.lsm6ds3, .lsm6ds3trc])
  func overAllRangesAndRates_theLSMHoldsWhatWasAskedFor(model: ChipModel) throws {
    let gyroscopeBits: [Int: UInt8] = [125: 0x02, 250: 0x00, 500: 0x04, 1000: 0x08, 2000: 0x0C]
    let accelerometerBits: [Int: UInt8] = [2: 0x00, 4: 0x08, 8: 0x0C, 16: 0x04]
    for (index, hertz) in rates(of: model).enumerated() {
      let gyroscope = gyroscopeRanges(of: model)[index % 5]
      let accelerometer = accelerometerRanges[index % 4]
      let (board, chip) = poweredBoard(model)
      let sensor = try IMUSensor.start(
        board, chip,
        SensorConfiguration(sampleRateHertz: hertz, gyroscopeRange: gyroscope, accelerometerRange: accelerometer))
      #expect(chip.register(0x11) & 0x0F == gyroscopeBits[gyroscope])
      #expect(chip.register(0x10) & 0x0C == accelerometerBits[accelerometer])
      #expect(chip.register(0x10) >> 4 == chip.register(0x11) >> 4, "both sensors at one rate")
      #expect(chip.register(0x12) == 0x44, "BDU and IF_INC")
      #expect(chip.register(0x15) & 0x10 == 0 && chip.register(0x16) & 0x80 == 0, "high performance")
      #expect(sensor.active.accelerometerRange == accelerometer)
    }
  }

  /// The rate in the registers is the rate at which samples come.
  @Test(arguments: [ChipModel.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc])
  func theChipSamplesAtTheAnsweredRate(model: ChipModel) throws {
    for hertz in rates(of: model) {
      let (board, chip) = poweredBoard(model)
      let sensor = try IMUSensor.start(board, chip, SensorConfiguration(sampleRateHertz: hertz))
      let before = chip.samplesTaken
      board.pause(nanoseconds: 2_000_000_000)
      let taken = Double(chip.samplesTaken - before)
      #expect(abs(taken - 2 * sensor.active.sampleRateHertz) <= 1)
    }
  }

  @Test(arguments: exactModels)
  func theFormOfTheInterruptPin_survivesStartAndRestart(model: ChipModel) throws {
    for pin in pins {
      let (board, chip) = poweredBoard(model)
      var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: pin))
      for _ in 0..<2 {
        if model.family == .mpu6050 {
          // INT_RD_CLEAR would clear the flag of a sample that arrives during a read.
          let expected = (pin.activeLow ? 0x80 : 0) | (pin.openDrain ? 0x40 : 0) | (pin.latched ? 0x20 : 0)
          #expect(Int(chip.register(0x37)) == expected)
          #expect(chip.register(0x38) == 0x01)
        } else {
          let expected = 0x44 | (pin.activeLow ? 0x20 : 0) | (pin.openDrain ? 0x10 : 0)
          #expect(Int(chip.register(0x12)) == expected)
          #expect(chip.register(0x0D) == 0x02)
          #expect(chip.register(0x0B) == (model == .lsm6ds3trc && !pin.latched ? 0x80 : 0x00))
        }
        // An open drain leaves the high level to a resistor.
        let line = board.line(
          for: chip, activeLow: pin.activeLow, bias: pin.openDrain ? .pullUp : .inactive)
        var raw = RawSample()
        board.pause(nanoseconds: 6_000_000)
        _ = sensor.read(into: &raw)
        let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 10_000_000)
        #expect(edge.status >= 1, "\(model.rawValue) \(pin)")
        chip.inject(.brownOut)
        try sensor.restart(patienceMilliseconds: 100)
      }
    }
  }

  @Test(arguments: exactModels)
  func afterAProgramThatLeftTheChipInAMess_theImageIsTheSame(model: ChipModel) throws {
    let (fresh, expected) = poweredBoard(model)
    _ = try IMUSensor.start(fresh, expected)
    let (board, chip) = poweredBoard(model)
    var sensor = try IMUSensor.start(board, chip, SensorConfiguration(interrupt: .init(activeLow: true, latched: true)))
    try sensor.stop()
    for register in model.family == .mpu6050 ? [0x6C, 0x23, 0x1B] as [UInt8] : [0x18, 0x13, 0x0A, 0x15] {
      chip.inject(.flip(register: register, mask: 0x3B))
    }
    _ = try IMUSensor.start(board, chip)
    let configuration: [UInt8] =
      model.family == .mpu6050
      ? [0x19, 0x1A, 0x1B, 0x1C, 0x23, 0x37, 0x38, 0x6A, 0x6B, 0x6C] : (0x06...0x19).map { UInt8($0) }
    for register in configuration {
      #expect(chip.register(register) == expected.register(register), "register \(hex(register))")
    }
  }
}
