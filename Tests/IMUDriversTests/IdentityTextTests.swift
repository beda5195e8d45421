import IMUDrivers
import Testing

/// What a user reads where the chip is not the one that was expected.
@Suite struct IdentityTextTests {
  private func text(identity: UInt8, _ configuration: SensorConfiguration = SensorConfiguration()) -> String {
    startError(RegisterChip(.mpu6050, identity: identity), at: 0x68, configuration)?.description ?? "started"
  }

  @Test func fiveAnswersHaveFiveTexts() {
    let silent = startError(RegisterChip(.mpu6050, identity: 0x68), at: 0x69)?.description ?? "started"
    let texts = [
      text(identity: 0x68), text(identity: 0x70, SensorConfiguration(acceptsSiblings: false)), text(identity: 0x12),
      text(identity: 0x42), text(identity: 0xFF), silent,
    ]
    #expect(
      texts == [
        "started",
        "mock bus address 0x68: found MPU-6500 (WHO_AM_I 0x70), which the configuration does not accept; "
          + "set acceptSiblings to true",
        "mock bus address 0x68: found ICM-20602 (WHO_AM_I 0x12), which imu-rt does not drive",
        "mock bus address 0x68: WHO_AM_I is 0x42, no part that imu-rt knows (is it an RTC?); "
          + "run 'imu-rt detect' and compare with the board's papers; "
          + "treatUnknownAs in the configuration names a part that it follows",
        "mock bus address 0x68: WHO_AM_I reads 0xFF: the bus is stuck or the chip has no power; "
          + "check VCC, GND, SDA and SCL",
        "mock bus address 0x69 register 0x75: no acknowledge (errno 121); "
          + "check power, SDA/SCL and the address pin, or run 'imu-rt detect'",
      ])
  }

  @Test func siblings_areTakenUnlessTheConfigurationSaysNo() {
    #expect(text(identity: 0x70) == "started")
    #expect(text(identity: 0x98) == "started")
    #expect(text(identity: 0x98, SensorConfiguration(acceptsSiblings: false)).contains("WHO_AM_I 0x98"))
  }

  @Test(arguments: [0x00, 0xFF] as [UInt8])
  func allZerosAndAllOnes_blameTheBusNotThePart(byte: UInt8) {
    let error = startError(RegisterChip(.mpu6050, identity: byte), at: 0x68)
    #expect(error?.reason == .identity(.stuck(byte), expected: .mpu6050))
    #expect(error?.description.contains("stuck") == true)
  }

  @Test func onlySilenceBlamesTheWiringOfTheAddress() {
    #expect(!text(identity: 0x42).contains("acknowledge"))
    #expect(!text(identity: 0x12).contains("wiring"))
  }
}
