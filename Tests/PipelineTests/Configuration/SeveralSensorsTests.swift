import Foundation
import IMUDrivers
import Testing

@testable import Pipeline

@Suite("Configurations with several sensors")
struct SeveralSensorsTests {
  private func complaint(_ text: String) -> String? {
    do throws(ConfigurationError) {
      _ = try ConfigurationFile.parseAll(text, file: "f")
      return nil
    } catch { return error.description }
  }

  @Test func shippedExample_isAccepted() throws {
    let path = shippedConfigurations.appending(path: "two-sensors.json5").path
    let sensors = try ConfigurationFile.readAll(path)
    #expect(sensors.map(\.name) == ["front", "rear"])
    #expect(sensors.map(\.sensor.sampleRateHertz) == [200, 208])
    let places = sensors.map(\.busAndAddress)
    #expect(places == [.init(bus: "/dev/i2c-1", address: 0x68), .init(bus: "/dev/i2c-1", address: 0x6B)])
    #expect(sensors[0].sharedBus?.sensorCount == 2)
    #expect(sensors[0].sharedBus === sensors[1].sharedBus)
    #expect(sensors[0].mounting == .aligned)
    #expect(sensors[1].mounting != .aligned)
    #expect(try ConfigurationFile.read(path, sensor: "rear").sensor.sampleRateHertz == 208)
  }

  /// Field report 48: sensors of one line wait on it by one object; one alone has a line of its own.
  @Test(arguments: ["", "simulate: {}, "]) func row48_sensorsOfOneLineShareIt(simulate: String) throws {
    let sensors = try ConfigurationFile.parseAll(
      """
      {\(simulate)bus: "/dev/i2c-1", interrupt: {chip: "g", line: "1", activeLow: true, openDrain: true, latched: true}, sensors: [
        {name: "a", address: 0x68}, {name: "b", address: 0x69},
        {name: "c", bus: "/dev/i2c-2", address: 0x68, interrupt: {chip: "g", line: "2"}},
        {name: "d", bus: "/dev/i2c-2", address: 0x69, interrupt: null}]}
      """, file: "f")
    #expect(sensors[0].sharedLine?.sensorCount == 2)
    #expect(sensors[0].sharedLine === sensors[1].sharedLine)
    #expect(sensors[2].sharedLine == nil && sensors[3].sharedLine == nil)
    #expect(sensors[2].sharedBus === sensors[3].sharedBus)
  }

  @Test func theExampleOfOneLine_isAccepted() throws {
    let sensors = try ConfigurationFile.readAll(shippedConfigurations.appending(path: "one-line.json5").path)
    #expect(sensors.map(\.name) == ["front", "rear"])
    #expect(sensors[0].sharedLine != nil && sensors[0].sharedLine === sensors[1].sharedLine)
  }

  @Test func oneSensorIsChosenByName_orTheChoiceIsAsked() throws {
    let path = shippedConfigurations.appending(path: "two-sensors.json5").path
    #expect(throws: ConfigurationError.severalSensors(file: path, names: ["front", "rear"])) {
      try ConfigurationFile.read(path)
    }
    #expect(throws: ConfigurationError.noSuchSensor(file: path, name: "top", names: ["front", "rear"])) {
      try ConfigurationFile.read(path, sensor: "top")
    }
    let text = ConfigurationError.severalSensors(file: "f", names: ["a", "b"]).description
    #expect(text.contains("a, b"))
    #expect(text.contains("--sensor NAME"))
    #expect(text.contains("IMU_RT_SENSOR"))
  }

  @Test func aKeyBesideTheListHoldsForAll_andTheirOwnGoesFirst() throws {
    let sensors = try ConfigurationFile.parseAll(
      """
      {bus: "/dev/i2c-1", updateRate: 50, interrupt: {chip: "g", line: "1"}, sensors: [
        {name: "a", address: 0x68, updateRate: 20}, {name: "b", address: 0x69, interrupt: null},
        {name: "c", address: 0x68, bus: "/dev/i2c-2", interrupt: null}]}
      """, file: "f")
    #expect(sensors.map(\.updateInterval.hertz) == [20, 50, 50])
    let lines = sensors.map { sensor -> String? in
      guard case .hardware(let hardware) = sensor.source else { return nil }
      return hardware.interrupt?.line
    }
    #expect(lines == ["1", nil, nil])
    #expect(sensors[0].sharedBus === sensors[1].sharedBus)
    #expect(sensors[2].sharedBus == nil)
  }

  @Test func theFormOfOneSensorIsAsEver() throws {
    let one = try ConfigurationFile.parseAll("{bus: '/dev/i2c-1', address: 0x68}", file: "f")
    #expect(one.count == 1)
    #expect(one[0].name == nil)
    #expect(one[0].sharedBus == nil)
  }

  @Test func simulatedChipsHaveAddressesOfTheirFamily() throws {
    let sensors = try ConfigurationFile.parseAll(
      "{simulate: {}, sensors: [{name: 'a'}, {name: 'b', address: 0x69}, {name: 'c', simulate: {chip: 'lsm6ds3'}}]}",
      file: "f")
    #expect(sensors.map(\.busAndAddress?.address) == [0x68, 0x69, 0x6A])
    #expect(sensors[0].sharedBus?.sensorCount == 3)
    #expect(
      complaint("{simulate: {}, sensors: [{name: 'a', address: 0x6A}]}")
        == "f: 'sensors[0].address' is 0x6A; allowed: 0x68, 0x69 for mpu6050")
  }

  static let refused: [(text: String, says: String)] = [
    ("sensors: []", "f: 'sensors' is []; allowed: a list of 1 to 16 objects"),
    ("sensors: {}", "allowed: a list of 1 to 16 objects"),
    ("sensors: [1]", "f: 'sensors[0]' is 1; allowed: an object"),
    ("sensors: [{address: 0x68}]", "f: 'sensors[0].name' is missing"),
    ("name: 'a', sensors: [{address: 0x68}]", "f: 'sensors[0].name' is missing"),
    ("name: 'a', sensors: [{name: 'b', address: 0x68}]", "f: unknown key 'name'"),
    ("name: 'a', address: 0x68", "f: unknown key 'name'"),
    ("sensors: [{name: 'a'}]", "f: 'sensors[0].address' is missing"),
    ("sensors: [{name: 'a b', address: 0x68}]", "'sensors[0].name' is \"a b\"; allowed: 1 to 11 letters"),
    ("sensors: [{name: 'twelve-chars', address: 0x68}]", "allowed: 1 to 11 letters"),
    ("sensors: [{name: 'a', address: 0x68}, {name: 'a', address: 0x69}]", "'sensors[1].name' is \"a\""),
    (
      "sensors: [{name: 'a', address: 0x68}, {name: 'b', address: 0x68}]",
      "f: 'sensors[1].address' is 0x68; allowed: another address than that of sensor 'a' on /dev/i2c-1: "
        + "two chips can't share one"
    ),
    (
      "interrupt: {chip: 'g', line: '4'}, sensors: [{name: 'a', address: 0x68}, {name: 'b', address: 0x69}]",
      "f: 'interrupt' is g 4; allowed: another line than that of sensor 'a'; to share it, sensor 'a' needs activeLow: true, "
        + "openDrain: true, latched: true in its 'interrupt', so that its pin pulls the line until it is served and never drives it "
        + "against the others. Or take one's INT wire off and say 'interrupt: null' for it"
    ),
    (
      "interrupt: {chip: 'g', line: '4', activeLow: true, openDrain: true, latched: true}, sensors: [{name: 'a', address: 0x68}, "
        + "{name: 'b', address: 0x6A, interrupt: {chip: 'g', line: '4', activeLow: true, latched: true}}]",
      "f: 'sensors[1].interrupt' is g 4; allowed: another line than that of sensor 'a'; to share it, sensor 'b' needs activeLow"
    ),
    (
      "interrupt: {chip: 'g', line: '4', activeLow: true, openDrain: true, latched: true}, sampleRate: 500, "
        + "sensors: [{name: 'a', address: 0x6A}, {name: 'b', address: 0x68, readout: 'fifo'}]",
      "to share it, sensor 'b' needs readout: \"registers\", since a batch from a FIFO would hide the others' samples"
    ),
    (
      "interrupt: {chip: 'g', line: '4', activeLow: true, openDrain: true, latched: true, bias: 'pullUp'}, "
        + "sensors: [{name: 'a', address: 0x6A}, {name: 'b', address: 0x68, "
        + "interrupt: {chip: 'g', line: '4', activeLow: true, openDrain: true, latched: true}}]",
      "f: 'sensors[1].interrupt' is g 4; allowed: the same bias as that of sensor 'a', whose line it is, too"
    ),
    (
      "sensors: [{name: 'a', address: 0x68}, {name: 'b', bus: '/dev/../dev//./i2c-1', address: 0x68}]",
      "f: 'sensors[1].address' is 0x68; allowed: another address than that of sensor 'a' on /dev/i2c-1: "
        + "two chips can't share one; /dev/../dev//./i2c-1 is the same bus"
    ),
    ("sensors: [{name: 'a', address: 0x68, smapleRate: 1}]", "f: unknown key 'sensors[0].smapleRate'"),
    ("smapleRate: 1, sensors: [{name: 'a', address: 0x68}]", "f: unknown key 'smapleRate'"),
    ("sampleRate: 1, sensors: [{name: 'a', address: 0x68}]", "f: 'sampleRate' is 1; allowed: a number from 10"),
    ("sensors: [{name: 'a', address: 0x68, sampleRate: 1}]", "f: 'sensors[0].sampleRate' is 1"),
    ("realtime: {cpu: 1}, sensors: [{name: 'a', address: 0x68}]", "f: unknown key 'realtime.cpu'"),
    ("sensors: [{name: 'a', address: 0x68, realtime: {cpu: 1}}]", "f: unknown key 'sensors[0].realtime.cpu'"),
  ]

  /// Paths were compared as text: a link, a detour or another node of the same device hid that two chips share a bus.
  @Test func aBusIsKnownByAnyOfItsPaths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "imu-rt-bus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let link = folder.appending(path: "link").path
    // Any character device stands for a bus here.
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    for path in [link, "/dev/../dev/null", "//dev/./null", "/proc/self/root/dev/null"] {
      #expect(BusIdentity(path) == BusIdentity("/dev/null"), "\(path)")
      let text = "{sensors: [{name: 'a', bus: '/dev/null', address: 0x68}, {name: 'b', bus: '\(path)', address: 0x69}]}"
      let sensors = try ConfigurationFile.parseAll(text, file: "f")
      #expect(sensors[0].sharedBus != nil && sensors[0].sharedBus === sensors[1].sharedBus)
      let same = text.replacing("0x69", with: "0x68")
      #expect(complaint(same)?.contains("\(path) is the same bus") == true)
      // A calibration belongs to the chip, not to the spelling.
      let chip = CalibratedChip(.mpu6050, bus: "/dev/null", address: 0x68)
      #expect(throws: Never.self) { try chip.requireFit(CalibratedChip(.mpu6050, bus: path, address: 0x68), file: "c") }
    }
    #expect(BusIdentity("/dev/null") != BusIdentity("/dev/zero"))
    #expect(BusIdentity("/dev/i2c-77") == BusIdentity("/dev/x/../i2c-77") && BusIdentity("a b") == .path("a b"))
    #expect(
      BusIdentity("../i2c-77") != BusIdentity("i2c-77") && BusIdentity("/../dev/i2c-77") == BusIdentity("/dev/i2c-77"))
  }

  @Test(arguments: refused)
  func aFaultIsToldWithItsPlace(text: String, says: String) throws {
    let error = try #require(complaint("{bus: '/dev/i2c-1', \(text)}"))
    #expect(error.contains(says), "\(error)")
  }
}
