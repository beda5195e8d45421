import Foundation
import Pipeline

/// What `stream` says at the end: rate, jitter, drops, faults.
enum Summary {
  static func lines(_ counters: PipelineCounters, sensor: SensorDescription, printed: Int, unprinted: UInt64)
    -> [String]
  {
    let interval = counters.interval
    var lines = [
      String(
        format: "%@ at %@: %llu samples at %.2f Hz (nominal %.2f), jitter %.1f us, longest interval %.2f ms",
        sensor.variant.name, sensor.place, counters.samples, interval.hertz, sensor.active.sampleRateHertz,
        interval.deviation * 1e-3, interval.longest * 1e-6),
      "printed \(printed), not printed because output was slow \(unprinted + counters.undelivered)",
      "lost \(counters.lost): missed edges \(counters.lostToMissedEdges), late \(counters.lostToLateness), "
        + "transfers \(counters.lostToTransfers), chip down \(counters.lostToChipDown), ring full \(counters.lostToFullRing)",
    ]
    lines.append(
      "failed transfers \(counters.failedTransfers), times polling \(counters.pollingPeriods), "
        + "restarts \(counters.restarts), faults \(counters.faults), lost events \(counters.lostEvents), refused by the filter \(counters.refusedByFilter)"
    )
    return lines
  }
}
