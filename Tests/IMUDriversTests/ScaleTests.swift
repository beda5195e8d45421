import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct ScaleTests {
  private func scale(
    _ family: ChipFamily, _ identity: UInt8, gyroscope: Int = 2000, accelerometer: Int = 8
  ) throws -> SampleScale {
    let chip = RegisterChip(family, identity: identity)
    let sensor = try IMUSensor.start(
      bus: chip, address: chip.address,
      configuration: SensorConfiguration(gyroscopeRange: gyroscope, accelerometerRange: accelerometer))
    return sensor.scale
  }

  /// Degrees per second that a gyroscope word stands for.
  private func degrees(_ scale: SampleScale, _ word: Int16) -> Double {
    var raw = RawSample()
    raw.gyroscopeX = word
    return scale.scaled(raw).angularRate.x * 180 / .pi
  }

  private func celsius(_ scale: SampleScale, _ word: Int16) -> Double {
    var raw = RawSample()
    raw.temperature = word
    return scale.scaled(raw).temperatureCelsius
  }

  @Test(arguments: [(250, 131.0), (500, 65.5), (1000, 32.8), (2000, 16.4)])
  func rates_ofTheMPU(range: Int, bitsPerDegree: Double) throws {
    let scale = try scale(.mpu6050, 0x68, gyroscope: range)
    #expect(abs(degrees(scale, 10000) - 10000 / bitsPerDegree) < 1e-9)
    #expect(abs(degrees(scale, -32768) + 32768 / bitsPerDegree) < 1e-9)
  }

  /// Not range / 32768, which is 13 % low.
  @Test(
    arguments: [0x69, 0x6A] as [UInt8],
    [(125, 43.75), (250, 87.5), (500, 175), (1000, 350), (2000, 700)] as [(Int, Double)])
  func rates_ofTheLSM_followItsMillidegreesPerBit(identity: UInt8, range: (Int, Double)) throws {
    let scale = try scale(.lsm6ds3, identity, gyroscope: range.0)
    #expect(abs(degrees(scale, 10000) - range.1) < 1e-9)
    #expect(abs(degrees(scale, -10000) + range.1) < 1e-9)
  }

  @Test(arguments: [(2, 16384.0), (4, 8192), (8, 4096), (16, 2048)])
  func accelerations_ofTheMPU(range: Int, bitsPerGravity: Double) throws {
    let scale = try scale(.mpu6050, 0x68, accelerometer: range)
    #expect(abs(scale.accelerometer * bitsPerGravity - 9.80665) < 1e-12)
  }

  @Test(arguments: [(2, 0.061), (4, 0.122), (8, 0.244), (16, 0.488)])
  func accelerations_ofTheLSM(range: Int, milligravityPerBit: Double) throws {
    let scale = try scale(.lsm6ds3, 0x6A, accelerometer: range)
    #expect(abs(scale.accelerometer / 9.80665 * 1000 - milligravityPerBit) < 1e-12)
  }

  @Test func temperatures_ofTheMPU6050() throws {
    let scale = try scale(.mpu6050, 0x68)
    #expect(celsius(scale, 0) == 36.53)
    #expect(abs(celsius(scale, -521) - 35) < 0.01)
    // One bit is 0.003 degrees: an integer division would lose it.
    #expect(abs(celsius(scale, 1) - celsius(scale, 0) - 1 / 340.0) < 1e-12)
  }

  @Test(arguments: [(0x70, 0, 21), (0x71, 3339, 31.001), (0x98, 0, 36.53)] as [(UInt8, Int16, Double)])
  func temperatures_ofSiblings(identity: UInt8, word: Int16, expected: Double) throws {
    #expect(abs(celsius(try scale(.mpu6050, identity), word) - expected) < 0.001)
  }

  @Test(arguments: [(0x69, 160), (0x6A, 2560)] as [(UInt8, Int16)])
  func temperatures_ofTheLSM_dependOnTheGeneration(identity: UInt8, at35: Int16) throws {
    let scale = try scale(.lsm6ds3, identity)
    #expect(celsius(scale, 0) == 25)
    #expect(celsius(scale, at35) == 35)
  }

  @Test(arguments: [ChipModel.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc])
  func atRest_theNormIsOneGravityInEveryRange(model: ChipModel) throws {
    for range in accelerometerRanges {
      let (board, chip) = poweredBoard(model)
      var sensor = try IMUSensor.start(board, chip, SensorConfiguration(accelerometerRange: range))
      board.pause(nanoseconds: 10_000_000)
      var raw = RawSample()
      _ = sensor.read(into: &raw)
      let force = sensor.scale.scaled(raw).specificForce
      #expect(abs((force * force).sum().squareRoot() - 9.80665) <= sensor.scale.accelerometer / 2 + 1e-9)
    }
  }

  @Test(arguments: [ChipModel.mpu6050, .mpu6500, .lsm6ds3, .lsm6ds3trc])
  func aMotion_comesBackInSIUnitsInEveryRange(model: ChipModel) throws {
    let motion = Motion(
      specificForce: SIMD3(1.5, -3.25, 9), angularRate: SIMD3(0.5, -1.25, 2), temperature: 35)
    for range in gyroscopeRanges(of: model) {
      let (board, chip) = poweredBoard(model, motion: .constant(motion))
      var sensor = try IMUSensor.start(board, chip, SensorConfiguration(gyroscopeRange: range))
      board.pause(nanoseconds: 10_000_000)
      var raw = RawSample()
      _ = sensor.read(into: &raw)
      let sample = sensor.scale.scaled(raw)
      for axis in 0..<3 {
        #expect(abs(sample.specificForce[axis] - motion.specificForce[axis]) <= sensor.scale.accelerometer / 2 + 1e-9)
        #expect(abs(sample.angularRate[axis] - motion.angularRate[axis]) <= sensor.scale.gyroscope / 2 + 1e-9)
      }
      #expect(abs(sample.temperatureCelsius - 35) < 0.04)
      #expect(!raw.isClipped)
    }
  }

  @Test func aWordAtItsRail_isClipped_oneBesideIsNot() {
    let axes: [WritableKeyPath<RawSample, Int16>] = [
      \.accelerometerX, \.accelerometerY, \.accelerometerZ, \.gyroscopeX, \.gyroscopeY, \.gyroscopeZ,
    ]
    for axis in axes {
      for (word, isClipped) in [(Int16.max, true), (.min, true), (.max - 1, false), (.min + 1, false), (0, false)] {
        var raw = RawSample()
        raw[keyPath: axis] = word
        #expect(raw.isClipped == isClipped)
      }
    }
    var warm = RawSample()
    warm.temperature = .max
    #expect(!warm.isClipped)
  }
}
