import IMUDrivers
import Testing

@Suite struct BusErrorTests {
  @Test(
    arguments: [
      (-6, .noAcknowledge, 6), (-121, .noAcknowledge, 121), (-110, .timeout, 110), (-11, .arbitrationLost, 11),
      (-5, .other, 5), (-95, .refused, 95), (-22, .other, 22), (0, .shortTransfer, 5), (1, .shortTransfer, 5),
    ] as [(Int32, BusError.Kind, Int32)])
  func theErrnoTellsTheKind(status: Int32, kind: BusError.Kind, code: Int32) {
    let error = BusError(status: status, address: 0x68, register: 0x3B)
    #expect(error.kind == kind)
    #expect(error.code == code)
    #expect(error.address == 0x68 && error.register == 0x3B)
    #expect(error.isTimeout == (kind == .timeout))
    #expect(error.isArbitrationLost == (kind == .arbitrationLost))
    #expect(error.isRefused == (kind == .refused))
  }

  @Test(
    arguments: [
      (-121, "no acknowledge (errno 121); check power, SDA/SCL and the address pin, or run 'imu-rt detect'"),
      (-6, "no acknowledge (errno 6); check power, SDA/SCL and the address pin, or run 'imu-rt detect'"),
      (-110, "timeout (errno 110); a line may be held low: check wiring and pull-ups, power-cycle the chip"),
      (-11, "arbitration lost (errno 11); look for another controller or noise on the bus"),
      (1, "the adapter did only part of the transfer; the chip may have vanished: check wiring"),
      (-5, "Input/output error (errno 5); see 'imu-rt doctor'"),
    ] as [(Int32, String)])
  func theText_namesBusAddressRegisterAndWhatToTry(status: Int32, rest: String) {
    let error = BusError(status: status, address: 0x6A, register: 0x0F)
    #expect(error.explanation(bus: "/dev/i2c-1") == "/dev/i2c-1 address 0x6A register 0x0F: " + rest)
  }

  /// "See 'imu-rt doctor'" led nowhere: it found an adapter without fault.
  @Test func aRefusedTransfer_saysWhatTheAdapterCannotDoAndWhichOthersThereAre() {
    let text = BusError(status: -95, address: 0x68, register: 0x74).explanation(bus: "/dev/i2c-1")
    #expect(text.hasPrefix("/dev/i2c-1 address 0x68 register 0x74: this I2C adapter's driver refuses the transfer"))
    #expect(text.contains("errno 95") && text.contains("imu-rt detect") && text.contains("dtoverlay=i2c-gpio"))
    #expect(!text.contains("doctor"))
  }

  @Test func registersAreWrittenAsInDataSheets() {
    #expect([0x00, 0x0A, 0x68, 0xFF].map { hex($0) } == ["0x00", "0x0A", "0x68", "0xFF"])
  }
}
