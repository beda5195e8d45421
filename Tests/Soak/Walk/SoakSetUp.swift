import IMUDrivers
import Pipeline
import SimulatedIMU

/// A chip, how it is wired, and how it is read: one of all that a configuration may say.
struct SoakSetUp: CustomStringConvertible {
  let model: ChipModel
  let sensor: SensorConfiguration
  let interval: UpdateInterval
  let isWired: Bool
  let clockError: Double

  init(_ random: inout SeededNumbers) {
    model = random.pick([
      .mpu6050, .mpu6050, .mpu6500, .mpu9250, .lsm6ds3, .lsm6ds3, .lsm6ds3trc, .lsm6ds3trc, .lsm6dsl,
    ])
    let usesFIFO = random.below(2) == 0
    let rates: [Double] =
      model.family == .mpu6050
      ? usesFIFO ? [200, 250, 500, 1000] : [50, 100, 125, 200, 250]
      : usesFIFO ? [208, 416, 833, 1666] : [52, 104, 208]
    var sensor = SensorConfiguration(
      sampleRateHertz: random.pick(rates), gyroscopeRange: random.pick([250, 500, 1000, 2000]),
      accelerometerRange: random.pick([2, 4, 8, 16]), usesFIFO: usesFIFO)
    sensor.interrupt.latched = random.below(3) == 0
    sensor.interrupt.activeLow = random.below(3) == 0
    sensor.interrupt.openDrain = random.below(4) == 0
    self.sensor = sensor
    interval = random.pick([.everySample, .everySample, .gesture, .display, .orientation])
    isWired = random.below(5) > 0
    clockError = Double(random.below(61) - 30) / 1000
  }

  var description: String {
    let pin = sensor.interrupt
    return
      "\(model.rawValue) \(sensor.sampleRateHertz) Hz \(sensor.usesFIFO ? "FIFO" : "registers") \(sensor.accelerometerRange) g"
      + (isWired ? "" : " polled") + (pin.latched ? " latched" : "") + (pin.activeLow ? " active-low" : "")
      + (pin.openDrain ? " open-drain" : "") + " to consumers at \(interval.hertz) Hz, clock error \(clockError)"
  }

  /// A step of the accelerometer in m/s^2: range / 32768, or LSM6DS3 data sheet table 3.
  var accelerationStep: Double {
    let range = Double(sensor.accelerometerRange)
    return (model.family == .mpu6050 ? range / 32768 : range / 2 * 0.000_061) * Motion.standardGravity
  }

  /// The chip on a board of its own, and the configuration of a pipeline that reads it.
  func board(_ motion: NumberedMotion) -> (
    board: SimulatedBoard, chip: SimulatedChip, configuration: PipelineConfiguration
  ) {
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(model, motion: motion, options: ChipOptions(clockError: clockError))
    let line = board.line(
      for: chip, activeLow: sensor.interrupt.activeLow, bias: sensor.interrupt.openDrain ? .pullUp : .inactive)
    let configuration = PipelineConfiguration(
      source: .custom(bus: board.bus, address: chip.address, line: isWired ? line : nil), sensor: sensor,
      readout: sensor.usesFIFO ? .fifo : .registers, updateInterval: interval, realtime: .none)
    return (board, chip, configuration)
  }
}
