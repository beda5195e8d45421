import Fusion
import IMUDrivers
import RingBuffer
import Synchronization

/// The stages of the flow, joined by their rings. Each stage is used by one thread at a time.
///
/// The threads of a running pipeline take one stage each for good; in virtual time one thread uses them in turn.
final class Stages: Sendable {
  private let acquisition: Stage<Acquisition>
  private let fusion: Stage<FusionStage>
  /// Apart, for a thread that may outlive the others: it must not hold bus and line.
  let deliveries: Stage<Consumer<DeliveryEntry>>
  private let records: Stage<Consumer<RecordedEntry>>

  /// Where any thread reads the latest value.
  let latest: LatestValueReader<MotionSample>
  /// Where any thread reads the counters.
  let reports: LatestValueReader<PipelineCounters>

  /// - Parameters:
  ///   - isLineShared: whether other chips pull the line, too.
  ///   - periodNanoseconds: the true sample period where it is known better than by the chip's nominal rate.
  ///   - batchSeconds: how long a batch of the FIFO gathers; 0 follows the consumers' rate.
  ///   - recordCapacity: entries that wait for the disk where a session is recorded; nil where none is.
  init(
    sensor: consuming IMUSensor, line: (any DataReadyLine)?, isLineShared: Bool = false, rate: SharedRate,
    mounting: Mounting, ringCapacity: Int, deliveryCapacity: Int, correction: InertialCorrection = InertialCorrection(),
    periodNanoseconds: UInt64? = nil,
    batchSeconds: Double = 0, recordCapacity: Int? = nil
  ) {
    let ring = SPSCRing<RingEntry>(capacity: ringCapacity)
    let delivery = SPSCRing<DeliveryEntry>(capacity: deliveryCapacity)
    let recording = SPSCRing<RecordedEntry>(capacity: recordCapacity ?? 1)
    let value = LatestValue<MotionSample>()
    let report = LatestValue<PipelineCounters>()
    latest = value.reader
    reports = report.reader
    fusion = Stage(
      FusionStage(
        entries: ring.consumer, latest: value.writer, reports: report.writer, deliveries: delivery.producer,
        tap: RecordingTap(recording.producer, isOpen: recordCapacity != nil), scale: sensor.scale,
        zeroRate: sensor.variant.zeroRate, clipping: ClippingWatch(scale: sensor.scale, active: sensor.active),
        mounting: mounting, correction: correction))
    deliveries = Stage(delivery.consumer)
    records = Stage(recording.consumer)
    acquisition = Stage(
      Acquisition(
        sensor: sensor, line: line, isLineShared: isLineShared, entries: ring.producer, rate: rate,
        periodNanoseconds: periodNanoseconds,
        batchSeconds: batchSeconds))
  }

  func withAcquisition<Result>(_ body: (inout Acquisition) -> Result) -> Result { acquisition.use(body) }
  func withFusion<Result>(_ body: (inout FusionStage) -> Result) -> Result { fusion.use(body) }
  func withDeliveries<Result>(_ body: (inout Consumer<DeliveryEntry>) -> Result) -> Result { deliveries.use(body) }
  func withRecords<Result>(_ body: (inout Consumer<RecordedEntry>) -> Result) -> Result { records.use(body) }
}

/// A stage of the flow, which one thread uses at a time: another that comes meanwhile is a fault of the program, and traps in debug builds.
final class Stage<Content: ~Copyable>: @unchecked Sendable {
  // Ownership: `content` is touched inside use(_:) alone, by one thread at a time; starting a thread, and the latch at its end, order what
  // comes before and after.
  private var content: Content
  private let isInUse = Atomic<Bool>(false)

  init(_ content: consuming Content) { self.content = content }

  func use<Result>(_ body: (inout Content) -> Result) -> Result {
    // Acquiring and releasing: each the other's partner, though users that take turns as they must are in order already.
    assert(!isInUse.exchange(true, ordering: .acquiring), "two threads in one stage")
    defer { assert(isInUse.exchange(false, ordering: .releasing)) }
    return body(&content)
  }
}
