import Fusion
import IMUDrivers
import RingBuffer

/// The second half of the flow: drains the ring, runs the filter over every sample, publishes when an interval fell due.
///
/// Used by one thread at a time. A struct, since reaching into a class counts references, which `@_noLocks` refuses.
struct FusionStage: ~Copyable {
  /// What a drain came to.
  struct Drained: BitwiseCopyable {
    /// Whether something was put into the delivery ring.
    var hasDelivered = false
    /// The time of the sample whose value was published; 0 where none was due.
    var publishedNanoseconds: UInt64 = 0

    @_noLocks init() {}
  }

  private struct Withheld: BitwiseCopyable {
    var count: UInt64 = 0
    var timeNanoseconds: UInt64 = 0
    var sequence: UInt64 = 0

    @_noLocks init() {}
  }

  /// What is looked for in each sample and delivered when found.
  var detectors: DetectorSelection = []

  private var entries: Consumer<RingEntry>
  private var latest: LatestValueWriter<MotionSample>
  private var reports: LatestValueWriter<PipelineCounters>
  private var deliveries: Producer<DeliveryEntry>
  private(set) var tap: RecordingTap
  private(set) var filter: OrientationFilter
  private var detectorSet = DetectorSet()
  private let scale: SampleScale
  private let mounting: Mounting
  private let correction: InertialCorrection
  private var counters = PipelineCounters()
  private var lastSequence: UInt64 = 0
  private var lastNanoseconds: UInt64 = 0
  private var sensitivity = SensitivityCheck()
  private var clipping: ClippingWatch
  private var temperature = TemperatureWatch()
  private var lastRaw = RawSample()
  /// Words that were clipped since the last value, by bit.
  private var clippedSinceValue: UInt8 = 0
  /// What found the delivery ring full and has not been told there yet: how much, since when, and the last sample before it.
  private var withheld = Withheld()
  private var deliveredSequence: UInt64 = 0
  private var force = Vector3(0, 0, 0)
  private var temperatureCelsius = 0.0

  init(
    entries: consuming Consumer<RingEntry>, latest: consuming LatestValueWriter<MotionSample>,
    reports: consuming LatestValueWriter<PipelineCounters>, deliveries: consuming Producer<DeliveryEntry>,
    tap: consuming RecordingTap, scale: SampleScale, zeroRate: ZeroRate, clipping: ClippingWatch, mounting: Mounting,
    correction: InertialCorrection
  ) {
    self.entries = entries
    self.latest = latest
    self.reports = reports
    self.deliveries = deliveries
    self.tap = tap
    self.scale = scale
    self.clipping = clipping
    filter = OrientationFilter(
      parameters: clipping.filterParameters(scale, zeroRate: zeroRate, correction: correction))
    self.mounting = mounting
    self.correction = correction
  }

  /// Takes everything that is in the ring. At most a ring full, so that it ends even if the producer is quicker.
  ///
  /// - Parameter isDelivering: whether anybody takes from the delivery ring.
  @_noLocks mutating func drain(isDelivering: Bool) -> Drained {
    var isDue = false
    var due = fusedSample()
    var hasNews = false
    var drained = Drained()
    counters.wakeUps &+= 1
    for _ in 0..<entries.capacity {
      guard let entry = entries.pop() else { break }
      hasNews = true
      switch entry.content {
      case .event(let event):
        if case .chipRestarted = event.kind { filter.noteChipRestart() }
        if tell(event, isDelivering: isDelivering) { drained.hasDelivered = true }
      case .sample(let raw, let sequence, let time, let health, let sampleIsDue):
        tap.take(raw, sequence: sequence, timeNanoseconds: time)
        if watch(raw, sequence: sequence, timeNanoseconds: time, isDelivering: isDelivering) {
          drained.hasDelivered = true
        }
        fuse(raw, sequence: sequence, timeNanoseconds: time, health: health)
        if let gravities = sensitivity.take(force: force, rate: filter.rotationRate, timeNanoseconds: time) {
          let event = PipelineEvent(
            kind: .sensitivitySuspect(gravities: gravities), timeNanoseconds: time, sequence: sequence)
          if tell(event, isDelivering: isDelivering) { drained.hasDelivered = true }
        }
        if isDelivering, detectors.rawValue != 0, detect() { drained.hasDelivered = true }
        if sampleIsDue {
          // Of a batch every due value is delivered; pull sees the last.
          due = fusedSample()
          clippedSinceValue = 0
          isDue = true
          if isDelivering, deliverValue(due) { drained.hasDelivered = true }
        }
      }
    }
    if isDue, publish(due) { drained.publishedNanoseconds = due.timeNanoseconds }
    if hasNews, !reports.publish(counters) { counters.obstructed &+= 1 }
    return drained
  }

  /// Forgets the latest value: pull gives nil from now on.
  mutating func clear() { latest.clear() }

  @_noLocks private mutating func fuse(_ raw: RawSample, sequence: UInt64, timeNanoseconds: UInt64, health: Health) {
    var measured = scale.scaled(raw)
    // The bias is corrected by the temperature, so an impossible one must not get that far.
    measured.temperatureCelsius = temperature.celsius
    let chip = correction.applied(to: measured)
    force = mounting.apply(chip.specificForce)
    temperatureCelsius = chip.temperatureCelsius
    let rate = mounting.apply(chip.angularRate)
    filter.update(temperatureCelsius: temperatureCelsius)
    let verdict = filter.update(timeNanoseconds: timeNanoseconds, gyroscope: rate, accelerometer: force)
    counters.samples &+= 1
    switch verdict {
    case .used, .restarted: break
    case .refused, .notLater: counters.refusedByFilter &+= 1
    }
    if sequence == lastSequence &+ 1, lastSequence != 0 {
      counters.interval.add(nanoseconds: Double(timeNanoseconds &- lastNanoseconds))
    }
    lastSequence = sequence
    lastNanoseconds = timeNanoseconds
    counters.health = health
  }

  /// Looks for what a sample shows of its chip: clipping, an impossible temperature, a repetition.
  ///
  /// - Returns: whether something was put into the delivery ring.
  @_noLocks private mutating func watch(
    _ raw: RawSample, sequence: UInt64, timeNanoseconds time: UInt64, isDelivering: Bool
  ) -> Bool {
    var hasDelivered = false
    let told = clipping.take(raw, timeNanoseconds: time)
    counters.clipped.add(clipping.clipped)
    clippedSinceValue |= clipping.clipped
    if told != 0 {
      let kind = PipelineEvent.Kind.clipping(SensorWords(rawValue: told))
      let event = PipelineEvent(kind: kind, timeNanoseconds: time, sequence: sequence)
      if tell(event, isDelivering: isDelivering) { hasDelivered = true }
    }
    let celsius = scale.scaled(raw).temperatureCelsius
    if case .impossible(let isTold) = temperature.take(celsius, timeNanoseconds: time) {
      counters.impossibleTemperatures &+= 1
      let kind = PipelineEvent.Kind.temperatureImpossible(celsius: celsius)
      let event = PipelineEvent(kind: kind, timeNanoseconds: time, sequence: sequence)
      if isTold, tell(event, isDelivering: isDelivering) { hasDelivered = true }
    }
    if lastSequence != 0, raw.temperature == lastRaw.temperature,
      MotionWords(raw).differing(from: MotionWords(lastRaw)) == 0
    {
      counters.repeatedSamples &+= 1
    }
    lastRaw = raw
    return hasDelivered
  }

  /// Counts an event, records it, and delivers it where somebody takes it.
  ///
  /// - Returns: whether it was put into the delivery ring.
  @_noLocks private mutating func tell(_ event: PipelineEvent, isDelivering: Bool) -> Bool {
    counters.count(event)
    tap.take(event)
    guard isDelivering else { return false }
    return deliver(DeliveryEntry(event: event))
  }

  /// Gives the last sample to the detectors that are asked for.
  ///
  /// - Returns: whether something was found and put into the delivery ring.
  @_noLocks private mutating func detect() -> Bool {
    let sample = FusedSample(
      timeNanoseconds: lastNanoseconds, specificForce: force, rotationRate: filter.rotationRate, up: filter.up)
    var found = detectorSet.update(sample, wanted: detectors)
    var hasDelivered = false
    while let detection = found.popFirst() {
      if deliver(DeliveryEntry(detected: MotionEvent(detection, sequence: lastSequence))) { hasDelivered = true }
    }
    return hasDelivered
  }

  /// The last sample with what the filter makes of it.
  @_noLocks private func fusedSample() -> MotionSample {
    MotionSample(
      sequence: lastSequence, timeNanoseconds: lastNanoseconds, specificForce: force,
      rotationRate: filter.rotationRate, temperatureCelsius: temperatureCelsius, orientation: filter.orientation,
      gravity: filter.gravity, userAcceleration: filter.linearAcceleration, bias: filter.bias,
      health: counters.health, lost: counters.lost, clipped: SensorWords(rawValue: clippedSinceValue))
  }

  @_noLocks private mutating func publish(_ sample: MotionSample) -> Bool {
    guard latest.publish(sample) else {
      counters.obstructed &+= 1
      return false
    }
    counters.published &+= 1
    return true
  }

  /// A value leaves the last quarter of the ring to events: they are few and say what no later value does.
  @_noLocks private mutating func deliverValue(_ sample: MotionSample) -> Bool {
    guard deliveries.count < deliveries.capacity / 4 * 3 else {
      withhold()
      return false
    }
    guard deliver(DeliveryEntry(sample: sample)) else { return false }
    deliveredSequence = sample.sequence
    return true
  }

  @_noLocks private mutating func deliver(_ entry: DeliveryEntry) -> Bool {
    if withheld.count > 0 {
      // What is missing here is told in its place, before what follows.
      let kind = PipelineEvent.Kind.notDelivered(count: withheld.count)
      let gap = PipelineEvent(kind: kind, timeNanoseconds: withheld.timeNanoseconds, sequence: withheld.sequence)
      if deliveries.push(DeliveryEntry(event: gap)) { withheld.count = 0 }
    }
    if withheld.count == 0, deliveries.push(entry) { return true }
    withhold()
    return false
  }

  /// Counts something that found no room on the way to the subscribers.
  @_noLocks private mutating func withhold() {
    counters.undelivered &+= 1
    if withheld.count == 0 {
      withheld.timeNanoseconds = lastNanoseconds
      withheld.sequence = deliveredSequence
    }
    withheld.count &+= 1
  }
}
