import Fusion
import Pipeline

/// The result of a rest, as it is kept and told.
enum GyroscopeResult {
  static func write(_ record: RestRecord, to output: inout CalibrationOutput) throws -> [String] {
    let former = output.calibration?.gyroscope?.result.thermal ?? ThermalBias()
    let result = try GyroscopeCalibration(rest: record, continuing: former)
    try output.write { calibration, date in calibration.gyroscope = .init(result, date: date) }
    let scale = 180 / Double.pi
    return [
      "gyroscope bias \(inText(result.bias * scale, 4)) deg/s at \(result.temperatureCelsius.fixed(1)) degrees C, "
        + "good to \(inText(result.uncertainty * scale, 4)); noise \(inText(result.noise * scale, 3)); "
        + "\(result.seconds.fixed(1)) s of rest",
      slope(result.thermal),
    ]
  }

  private static func slope(_ thermal: ThermalBias) -> String {
    do throws(CalibrationRefusal) {
      let slope = try thermal.slope()
      let scale = 180 / Double.pi
      return "temperature slope \(inText(slope.slope * scale, 4)) deg/s for each degree C, good to "
        + "\(inText(slope.uncertainty * scale, 4)), learnt from \(slope.lowestCelsius.fixed(1)) to "
        + "\(slope.highestCelsius.fixed(1)) degrees C"
    } catch { return "temperature slope: none yet; \(error)" }
  }
}
