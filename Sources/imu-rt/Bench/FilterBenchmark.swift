import CRealtime
import Fusion
import SimulatedIMU

/// What one update of the filter costs.
enum FilterBenchmark {
  /// Updates that are timed together: a clock reading costs about a quarter of an update.
  private static let perBatch = 1000

  private struct Sample {
    let rate: Vector3
    let force: Vector3
    let field: Vector3
  }

  /// Nanoseconds an update, mean over batches, with six axes on a moving motion sampled at a rate.
  static func sixAxis(hertz: Double, seconds: Double) -> Figure {
    var filter = OrientationFilter()
    var figure = measure(.sixAxisUpdate, hertz: hertz, seconds: seconds) { samples, period, time in
      for sample in samples {
        time &+= period
        filter.update(timeNanoseconds: time, gyroscope: sample.rate, accelerometer: sample.force)
      }
    }
    // The state must be used, or the updates could be left out.
    if !filter.orientation.w.isFinite { figure.note = "the filter diverged" }
    return figure
  }

  /// The same with a magnetometer sample to each of the others.
  static func nineAxis(hertz: Double, seconds: Double) -> Figure {
    var filter = NineAxisFilter()
    var figure = measure(.nineAxisUpdate, hertz: hertz, seconds: seconds) { samples, period, time in
      for sample in samples {
        time &+= period
        filter.update(timeNanoseconds: time, gyroscope: sample.rate, accelerometer: sample.force)
        filter.update(timeNanoseconds: time, magneticField: sample.field)
      }
    }
    if !filter.orientation.w.isFinite { figure.note = "the filter diverged" }
    return figure
  }

  /// Times `batch`, which takes samples, the period, and the time that it carries on, both in nanoseconds.
  private static func measure(
    _ benchmark: Benchmark, hertz: Double, seconds: Double, batch: ([Sample], UInt64, inout UInt64) -> Void
  ) -> Figure {
    let samples = motion(hertz: hertz)
    let period = UInt64(1e9 / hertz)
    var time: UInt64 = 1_000_000_000
    var values: [Double] = []
    values.reserveCapacity(Int(seconds * 20_000))
    let warm = crt_now() + 200_000_000
    let end = warm + UInt64(seconds * 1e9)
    while true {
      let begin = crt_now()
      if begin >= end { break }
      batch(samples, period, &time)
      let took = crt_now() - begin
      if begin >= warm { values.append(Double(took) / Double(perBatch)) }
    }
    var figure = Figure(benchmark, values)
    figure.add("hertz", hertz)
    figure.note = "each value is the mean of \(perBatch) updates"
    return figure
  }

  private static func motion(hertz: Double) -> [Sample] {
    let source = MovingMotion(noise: SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02))
    // Middle Europe's field, microtesla, x east, y north, z up.
    let earth = Vector3(0, 18, -44)
    return (0..<perBatch).map { index in
      let time = UInt64(Double(index) * 1e9 / hertz)
      let motion = source.motion(atNanoseconds: time)
      let truth = source.orientation(atNanoseconds: time)
      let orientation = Quaternion(w: truth.w, x: truth.x, y: truth.y, z: truth.z)
      let (rate, force) = (motion.angularRate, motion.specificForce)
      return Sample(
        rate: Vector3(rate.x, rate.y, rate.z), force: Vector3(force.x, force.y, force.z),
        field: orientation.rotateBack(earth))
    }
  }
}
