import IMUDrivers
import SimulatedIMU

/// Rates over the whole span of each family, those between its steps included.
func rates(of model: ChipModel) -> [Double] {
  model.family == .mpu6050
    ? [1, 9.9, 10, 12.5, 20, 25, 50, 99, 100, 101, 125, 166, 200, 250, 300, 333.33, 400, 500, 501, 999, 1000]
    : [0.1, 12.5, 13, 26, 27, 52, 60, 100, 104, 200, 208, 210, 400, 416, 800, 833, 1000, 1666]
}

/// Gyroscope ranges of each family in degrees per second.
func gyroscopeRanges(of model: ChipModel) -> [Int] {
  model.family == .mpu6050 ? [250, 500, 1000, 2000] : [125, 250, 500, 1000, 2000]
}

let accelerometerRanges = [2, 4, 8, 16]

/// Every form of the interrupt pin.
let pins = (0..<8).map {
  SensorConfiguration.InterruptPin(activeLow: $0 & 1 != 0, openDrain: $0 & 2 != 0, latched: $0 & 4 != 0)
}
