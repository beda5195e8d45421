import CRealtime
import IMUDrivers
import RingBuffer

/// The acquisition thread: steps until the stop, then puts the chip to sleep.
enum AcquisitionThread {
  static func run(_ stages: Stages, outlet: Outlet, signals: StopSignals) {
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
  }
}

/// The fusion thread: sleeps until an interval falls due, then drains, fuses and publishes.
enum FusionThread {
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
    }
  }
}

/// The delivery thread: hands updates to the subscribers. A normal thread, since it locks and allocates.
enum DeliveryThread {
  static func run(_ stages: Stages, hub: DeliveryHub, signals: StopSignals) {
    stages.withDeliveries { deliveries in
      // Acquiring: pairs with the releasing store in StopSignals.raise().
      while !signals.isStopping.load(ordering: .acquiring) {
        _ = signals.deliveryBell.wait(untilNanoseconds: crt_now() &+ RunningPipeline.idleNanoseconds)
        while let entry = deliveries.pop() { hub.distribute(entry.update) }
      }
    }
  }
}

/// The recording thread: writes what the fusion thread has put aside, ten times a second. A normal thread, since it waits for the
/// disk. What comes after its last look, the stop writes.
enum RecordingThread {
  private static let pauseNanoseconds: UInt64 = 100_000_000

  static func run(_ stages: Stages, recorder: SessionRecorder, signals: StopSignals) {
    // Acquiring, both: pair with the releasing store in StopSignals.raise().
    let isStopping = { signals.isStopping.load(ordering: .acquiring) }
    stages.withRecords { records in
      while !isStopping() {
        recorder.take(&records, isEnding: isStopping)
        _ = signals.recordingBell.wait(untilNanoseconds: crt_now() &+ pauseNanoseconds)
      }
    }
  }
}
