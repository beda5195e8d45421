import Fusion
import IMUDrivers
import RingBuffer

/// The stages of the flow, joined by their rings. Each stage is used by one thread at a time.
///
/// The threads of a running pipeline take one stage each for good; in virtual time one thread uses them in turn.
final class Stages: @unchecked Sendable {
  // Ownership: `acquisition`, `fusion`, `deliveries` and `records` are each touched only inside the `with` function of their own, which
  // exactly one thread calls at a time; starting and joining the threads orders what comes before and after.
  private var acquisition: Acquisition
  private var fusion: FusionStage
  private var deliveries: Consumer<DeliveryEntry>
  private var records: Consumer<RecordedEntry>

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
    fusion = FusionStage(
      entries: ring.consumer, latest: value.writer, reports: report.writer, deliveries: delivery.producer,
      tap: RecordingTap(recording.producer, isOpen: recordCapacity != nil), scale: sensor.scale,
      clipping: ClippingWatch(scale: sensor.scale, active: sensor.active), mounting: mounting,
      correction: correction)
    deliveries = delivery.consumer
    records = recording.consumer
    acquisition = Acquisition(
      sensor: sensor, line: line, isLineShared: isLineShared, entries: ring.producer, rate: rate,
      periodNanoseconds: periodNanoseconds,
      batchSeconds: batchSeconds)
  }

  func withAcquisition<Result>(_ body: (inout Acquisition) -> Result) -> Result { body(&acquisition) }
  func withFusion<Result>(_ body: (inout FusionStage) -> Result) -> Result { body(&fusion) }
  func withDeliveries<Result>(_ body: (inout Consumer<DeliveryEntry>) -> Result) -> Result { body(&deliveries) }
  func withRecords<Result>(_ body: (inout Consumer<RecordedEntry>) -> Result) -> Result { body(&records) }
}
