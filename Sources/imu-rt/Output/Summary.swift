import Pipeline

/// What `stream` and `record` say at the end: rate, jitter, drops, faults.
enum Summary {
  /// - Parameter outcome: what came of the samples, in a line.
  static func lines(_ counters: PipelineCounters, sensor: SensorDescription, outcome: String) -> [String] {
    let interval = counters.interval
    var lines = [
      "\(sensor.variant.name) at \(sensor.place): \(counters.samples) samples at \(interval.hertz.fixed(2)) Hz "
        + "(nominal \(sensor.active.sampleRateHertz.fixed(2))), jitter \((interval.deviation * 1e-3).fixed(1)) us, "
        + "longest interval \((interval.longest * 1e-6).fixed(2)) ms",
      outcome,
      "lost \(counters.lost): missed edges \(counters.lostToMissedEdges), late \(counters.lostToLateness), "
        + "transfers \(counters.lostToTransfers), chip down \(counters.lostToChipDown), ring full \(counters.lostToFullRing), "
        + "FIFO overflow \(counters.lostToFIFOOverflow), FIFO slip \(counters.lostToFIFOSlip)",
    ]
    lines.append(
      "failed transfers \(counters.failedTransfers), times polling \(counters.pollingPeriods), "
        + "restarts \(counters.restarts), faults \(counters.faults), lost events \(counters.lostEvents), refused by the filter \(counters.refusedByFilter)"
    )
    lines.append(
      "configuration lost \(counters.configurationLosses), reads that came wrong \(counters.corruptedReads), "
        + "words frozen \(counters.frozenWords), all zero \(counters.zeroStreams), clipped words \(counters.clipped.total), "
        + "repeated samples \(counters.repeatedSamples), impossible temperatures \(counters.impossibleTemperatures)")
    return lines
  }
}
