import CRealtime
import IMUDrivers
import RingBuffer
import Synchronization

/// The acquisition thread: steps until the stop, then puts the chip to sleep and lets the bus go.
enum AcquisitionThread {
  static func run(_ stages: Stages, outlet: Outlet, signals: StopSignals, sharedBus: SharedBus?) {
    stages.withAcquisition { acquisition in
      // Acquiring: pairs with the releasing store in StopSignals.raise().
      while !signals.isStopping.load(ordering: .acquiring) {
        switch acquisition.step() {
        case .quiet: break
        case .due: signals.fusionBell.ring()
        case .needsRecovery:
          let failure = acquisition.recover()
          outlet.faultReason.withLock { $0 = failure?.description }
          signals.fusionBell.ring()
        }
      }
      acquisition.finish()
    }
    signals.endAcquisition()
    sharedBus?.release(outlet.sensor.address)
  }
}

/// The fusion thread: sleeps until an interval falls due, then drains, fuses and publishes.
enum FusionThread {
  /// How long the end waits for the acquisition thread, which a bus's driver may keep.
  private static let patienceNanoseconds: UInt64 = 5_000_000_000

  /// - Parameter log: notes each publication, where somebody measures.
  static func run(_ stages: Stages, hub: DeliveryHub, signals: StopSignals, log: PublicationLog?) {
    stages.withFusion { fusion in
      // Acquiring: pairs with the releasing store in StopSignals.raise().
      while !signals.isStopping.load(ordering: .acquiring) {
        let rung = signals.fusionBell.wait(untilNanoseconds: crt_now() &+ RunningPipeline.idleNanoseconds)
        guard rung else { continue }
        fusion.detectors = hub.detectors
        let drained = fusion.drain(isDelivering: hub.hasListeners)
        if let log, drained.publishedNanoseconds > 0 {
          log.add(sampleNanoseconds: drained.publishedNanoseconds, publishedNanoseconds: crt_now())
        }
        if drained.hasDelivered { signals.deliveryBell.ring() }
      }
      // What the acquisition thread put into the ring at its end is counted and recorded, too.
      let deadline = crt_now() &+ patienceNanoseconds
      // Acquiring: pairs with the releasing store in StopSignals.endAcquisition().
      while !signals.hasAcquired.load(ordering: .acquiring), crt_now() < deadline {
        _ = signals.fusionBell.wait(untilNanoseconds: deadline)
      }
      _ = fusion.drain(isDelivering: false)
    }
    // Releasing: pairs with the acquiring load in RecordingThread.run.
    signals.hasFused.store(true, ordering: .releasing)
    signals.recordingBell.ring()
  }
}

/// The delivery thread: hands updates to the subscribers. A normal thread, since it locks and allocates, and its handlers may stop the
/// pipeline.
enum DeliveryThread {
  static func run(_ deliveries: Stage<Consumer<DeliveryEntry>>, hub: DeliveryHub, signals: StopSignals) {
    // Acquiring: pairs with the releasing store in StopSignals.endDelivery().
    let isDelivering = { signals.isDelivering.load(ordering: .acquiring) }
    deliveries.use { deliveries in
      // Acquiring: pairs with the releasing store in StopSignals.raise().
      while !signals.isStopping.load(ordering: .acquiring) {
        _ = signals.deliveryBell.wait(untilNanoseconds: crt_now() &+ RunningPipeline.idleNanoseconds)
        while isDelivering(), let entry = deliveries.pop() { hub.distribute(entry.update, while: isDelivering) }
      }
    }
  }
}

/// The recording thread: writes what the fusion thread has put aside, ten times a second, and the rest when that thread has ended. A
/// normal thread, since it waits for the disk.
enum RecordingThread {
  private static let pauseNanoseconds: UInt64 = 100_000_000

  static func run(_ stages: Stages, recorder: SessionRecorder, signals: StopSignals) {
    RealtimeThread.blockWriteSignals()
    // Acquiring: pairs with the releasing store in StopSignals.raise().
    let isStopping = { signals.isStopping.load(ordering: .acquiring) }
    stages.withRecords { records in
      // Acquiring: pairs with the releasing store at the end of FusionThread.run.
      while !signals.hasFused.load(ordering: .acquiring) {
        recorder.take(&records, isEnding: isStopping)
        _ = signals.recordingBell.wait(untilNanoseconds: crt_now() &+ pauseNanoseconds)
      }
    }
    recorder.finish(stages)
  }
}

/// The stop flags and the bells that wake sleeping threads.
final class StopSignals: Sendable {
  let isStopping = Atomic<Bool>(false)
  /// Whether handlers are still called, on the delivery thread itself.
  let isDelivering = Atomic<Bool>(true)
  /// Whether the acquisition thread has ended, so that nothing more comes into the ring.
  let hasAcquired = Atomic<Bool>(false)
  /// Whether the fusion thread has ended, so that nothing more comes to be recorded.
  let hasFused = Atomic<Bool>(false)
  let fusionBell = Doorbell()
  let deliveryBell = Doorbell()
  let recordingBell = Doorbell()

  func raise() {
    // Releasing: pairs with the acquiring loads at the top of each thread's loop.
    isStopping.store(true, ordering: .releasing)
    fusionBell.ring()
    deliveryBell.ring()
    recordingBell.ring()
  }

  /// Nothing more comes into the ring.
  func endAcquisition() {
    // Releasing: pairs with the acquiring load at the end of FusionThread.run.
    hasAcquired.store(true, ordering: .releasing)
    fusionBell.ring()
  }

  /// No further handler is called on the delivery thread.
  func endDelivery() {
    // Releasing: pairs with the acquiring load in DeliveryThread.run.
    isDelivering.store(false, ordering: .releasing)
  }
}
