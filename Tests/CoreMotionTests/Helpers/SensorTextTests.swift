import CoreMotion
import Foundation
import SimulatedIMU
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

  /// An error stops the sensor and is the last that the label shows, also when the chip is back.
  @Test(arguments: [MotionSensor.accelerometer, .gyro, .deviceMotion])
  func c4_anErrorStopsTheSensorAndIsShown(_ sensor: MotionSensor) throws {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let label = Collected<String>()
    manager.startTextUpdates(of: sensor, to: queue) { label.add($0) }
    board.advance(1)
    queue.waitUntilAllOperationsAreFinished()
    let values = label.values
    #expect(values.count > 90)
    #expect(values.allSatisfy { $0.split(separator: "\n").count == 3 })
    board.chip.powerOff()
    board.advance(4)
    queue.waitUntilAllOperationsAreFinished()
    let last = try #require(label.values.last)
    #expect(label.values.filter { $0.contains("encountered error: ") } == [last])
    #expect(last.contains("0x68"))
    #expect(!manager.isAccelerometerActive && !manager.isGyroActive && !manager.isDeviceMotionActive)
    board.chip.powerOn()
    board.advance(3)
    queue.waitUntilAllOperationsAreFinished()
    #expect(label.values.last == last)
  }

  @Test(arguments: [MotionSensor.accelerometer, .gyro, .deviceMotion, .magnetometer])
  func c2c3_aMissingSensorIsShown(_ sensor: MotionSensor) {
    let manager = CMMotionManager(board: MotionBoard(configurationFile: "/nonexistent/config.json5"))
    let queue = serialQueue()
    let label = Collected<String>()
    manager.startTextUpdates(of: sensor, to: queue) { label.add($0) }
    queue.waitUntilAllOperationsAreFinished()
    #expect(label.values == [SensorText.missing(sensor)])
  }

  @Test func c6_anAttitudeIsThreeLines() {
    #expect(SensorText.lines(yaw: .pi / 2, pitch: 0, roll: -0.5) == "yaw: 90.000\npitch: 0.000\nroll: -28.648")
  }

  @Test func c5_readings() {
    #expect(SensorText.lines(x: 0.5, y: -1, z: 0.004) == "x: +0.50\ny: -1.00\nz: +0.00")
  }

  @Test func c6d12_angles() {
    #expect(SensorText.degrees(.pi / 2 + .pi / 2) == "180.000")
    #expect(SensorText.degrees(-0.5) == "-28.648")
  }
}
