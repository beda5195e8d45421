import Fusion
import RingBuffer

/// One pass of a recording through the stages, on one thread: acquisition, fusion and delivery take turns.
struct ReplayRun {
  let recording: ReplayRecording
  let stages: Stages
  /// Sample period of the chip.
  let periodNanoseconds: Double
  /// Half an hour without a row at 1 kHz.
  private static let mostStepsInPauses = 1e7
  /// Turns the orientations to magnetic north by the recording's field; nil to leave them.
  private var heading: HeadingFilter?
  private var result = Replay.Result()
  private var row = 0

  init(recording: ReplayRecording, stages: Stages, periodNanoseconds: Double, heading: HeadingFilter?) {
    self.heading = heading
    self.periodNanoseconds = periodNanoseconds
    self.recording = recording
    self.stages = stages
    result.orientations.reserveCapacity(recording.count)
  }

  /// Steps until the chip's first samples, which its filters have not settled for, are through.
  mutating func settle() throws(ReplayError) {
    let steps = 100 + 10 * stages.withAcquisition { $0.settlingLeft }
    for _ in 0..<steps {
      if stages.withAcquisition({ $0.settlingLeft == 0 }) { return }
      _ = stages.withAcquisition { $0.step() }
    }
    throw .didNotSettle
  }

  /// Steps through the recording, whose zero is at `start` on the board's clock.
  mutating func play(from start: UInt64) -> Replay.Result {
    let end = start + recording.nanoseconds(recording.count - 1) - tolerance
    var stepsLeft = stepLimit
    while row < recording.count, stepsLeft > 0, stages.withAcquisition({ $0.lastNanoseconds }) < end {
      stepsLeft -= 1
      switch stages.withAcquisition({ $0.step() }) {
      case .quiet: break
      case .needsRecovery: _ = stages.withAcquisition { $0.recover() }
      case .due: break
      }
      _ = stages.withFusion { $0.drain(isDelivering: true) }
      takeDeliveries(start: start)
    }
    fillRows(upTo: recording.count)
    result.counters = stages.reports.read() ?? PipelineCounters()
    return result
  }

  /// Each row takes one step, or a few where it brings events; a pause in the recording takes five a sample period, since
  /// a silent chip is polled. Beyond that the chip has nothing more to say.
  private var stepLimit: Int {
    let length = recording.seconds(recording.count - 1) - recording.seconds(0)
    return 4 * recording.count + 1000 + Int(min(length * 1e9 / periodNanoseconds * 5, Self.mostStepsInPauses))
  }

  /// How far a stamp may be from its row: half a period where a batch's stamps are reckoned; an edge's is exact.
  private var tolerance: UInt64 {
    stages.withAcquisition { $0.sensor.usesFIFO } ? UInt64(periodNanoseconds / 2) : 0
  }

  private mutating func takeDeliveries(start: UInt64) {
    let filter = stages.withFusion { $0.filter }
    let tolerance = tolerance
    stages.withDeliveries { deliveries in
      while let entry = deliveries.pop() {
        guard case .sample(let sample) = entry.content, sample.timeNanoseconds + tolerance >= start else {
          continue
        }
        // Row times and stamps, shifted by the tolerance so that none is negative.
        let time = sample.timeNanoseconds + tolerance - start
        var match = row
        while match < recording.count, recording.nanoseconds(match) + 2 * tolerance < time { match += 1 }
        guard match < recording.count, recording.nanoseconds(match) <= time else { continue }
        fillRows(upTo: match)
        result.orientations.append(oriented(sample, row: match, filter: filter))
        row = match + 1
      }
    }
  }

  /// A sample's orientation, to north where that is wanted. The field counts for the sample that the filter is at: of
  /// several in one turn that is the last.
  private mutating func oriented(_ sample: MotionSample, row: Int, filter: OrientationFilter) -> Quaternion {
    guard heading != nil else { return sample.orientation }
    if filter.timeNanoseconds == sample.timeNanoseconds {
      heading?.update(
        timeNanoseconds: sample.timeNanoseconds,
        magneticField: Mounting.aligned.apply(recording.magneticField(row)), inertial: filter)
    }
    return heading?.oriented(sample.orientation) ?? sample.orientation
  }

  /// Repeats the last orientation for rows whose sample never came.
  private mutating func fillRows(upTo target: Int) {
    while row < target {
      result.orientations.append(result.orientations.last ?? .identity)
      result.missingRows += 1
      row += 1
    }
  }
}
