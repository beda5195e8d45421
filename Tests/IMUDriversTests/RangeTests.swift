import IMUDrivers
import Testing

@Suite struct RangeTests {
  @Test(arguments: [0, -250, 125, 245, 300, 4000, Int.max, Int.min])
  func aGyroscopeRangeThatTheMPULacks_isRefusedWithThoseItHas(range: Int) {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    let error = startError(chip, at: 0x68, SensorConfiguration(gyroscopeRange: range))
    #expect(error?.reason == .range(sensor: "gyroscope", value: range, allowed: [250, 500, 1000, 2000]))
    #expect(
      error?.description
        == "mock bus address 0x68: a gyroscope range of \(range) is not offered; choose one of 250, 500, 1000, 2000")
  }

  @Test(arguments: [0x69, 0x6A] as [UInt8], [0, -125, 245, 4000])
  func aGyroscopeRangeThatTheLSMLacks_isRefusedWithThoseItHas(identity: UInt8, range: Int) {
    let chip = RegisterChip(.lsm6ds3, identity: identity)
    let error = startError(chip, at: 0x6A, SensorConfiguration(gyroscopeRange: range))
    #expect(error?.reason == .range(sensor: "gyroscope", value: range, allowed: [125, 250, 500, 1000, 2000]))
  }

  @Test(
    arguments: [(.mpu6050, 0x68), (.lsm6ds3, 0x69), (.lsm6ds3, 0x6A)] as [(ChipFamily, UInt8)],
    [0, -2, 1, 3, 32, Int.max])
  func anAccelerometerRangeThatNoneHas_isRefused(part: (family: ChipFamily, identity: UInt8), range: Int) {
    let chip = RegisterChip(part.family, identity: part.identity)
    let error = startError(chip, at: chip.address, SensorConfiguration(accelerometerRange: range))
    #expect(error?.reason == .range(sensor: "accelerometer", value: range, allowed: [2, 4, 8, 16]))
  }
}
