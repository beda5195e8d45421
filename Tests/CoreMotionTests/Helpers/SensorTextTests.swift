import CoreMotion
import Foundation
import Testing

/// The documents' texts, to the letter.
@Suite struct SensorTextTests {
  @Test func c2c3_missingSensors() {
    #expect(SensorText.missing(.accelerometer) == "This device has no accelerometer.")
    #expect(SensorText.missing(.gyro) == "This device has no gyroscope")
  }

  @Test func c4_errors() {
    struct Fault: Error, CustomStringConvertible { let description = "gone" }
    #expect(SensorText.failed(.accelerometer, Fault()) == "Accelerometer encountered error: gone")
    #expect(SensorText.failed(.gyro, Fault()) == "Gyroscope encountered error: gone")
  }

  @Test func c5_readings() {
    #expect(SensorText.lines(x: 0.5, y: -1, z: 0.004) == "x: +0.50\ny: -1.00\nz: +0.00")
  }

  @Test func c6d12_angles() {
    #expect(SensorText.degrees(.pi / 2 + .pi / 2) == "180.000")
    #expect(SensorText.degrees(-0.5) == "-28.648")
  }
}
