import CRealtime
import Fusion
import SimulatedIMU

/// What one update of the filter costs.
enum FilterBenchmark {
  /// Updates that are timed together: a clock reading costs about a quarter of an update.
  private static let perBatch = 1000

  /// Nanoseconds an update, mean over batches, with six axes on a moving motion sampled at a rate.
  static func sixAxis(hertz: Double, seconds: Double) -> Figure {
    let samples = motion(hertz: hertz)
    let period = UInt64(1e9 / hertz)
    var filter = OrientationFilter()
    var time: UInt64 = 1_000_000_000
    var values: [Double] = []
    values.reserveCapacity(Int(seconds * 20_000))
    let warm = crt_now() + 200_000_000
    let end = warm + UInt64(seconds * 1e9)
    while true {
      let begin = crt_now()
      if begin >= end { break }
      for sample in samples {
        time &+= period
        filter.update(timeNanoseconds: time, gyroscope: sample.rate, accelerometer: sample.force)
      }
      let took = crt_now() - begin
      if begin >= warm { values.append(Double(took) / Double(perBatch)) }
    }
    var figure = Figure(.sixAxisUpdate, values)
    figure.add("hertz", hertz)
    figure.note = "each value is the mean of \(perBatch) updates"
    // The state must be used, or the updates could be left out.
    if !filter.orientation.w.isFinite { figure.note = "the filter diverged" }
    return figure
  }

  private static func motion(hertz: Double) -> [(rate: Vector3, force: Vector3)] {
    let source = MovingMotion(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02))
    return (0..<perBatch).map { index in
      let motion = source.motion(atNanoseconds: UInt64(Double(index) * 1e9 / hertz))
      let (rate, force) = (motion.angularRate, motion.specificForce)
      return (Vector3(rate.x, rate.y, rate.z), Vector3(force.x, force.y, force.z))
    }
  }
}
