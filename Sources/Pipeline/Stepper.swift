import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The stages of a pipeline that has no threads: whoever wants time to pass takes the steps.
final class Stepper: Sendable {
  private struct Phase {
    /// The thread that takes a step at the moment.
    var stepping: pthread_t?
    /// Whether the step has come to the handlers, so that every other stage is free.
    var isDelivering = false
    var isFinished = false

    var isOwn: Bool { stepping.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  private struct Turn {
    /// How much further than asked for the last advance went, since a step waits for a sample; the next goes less far.
    var overshoot: UInt64 = 0
  }

  private let stages: Stages
  private let hub: DeliveryHub
  private let outlet: Outlet
  private let recorder: SessionRecorder?
  private let sharedBus: SharedBus?
  private let hasEnded = Latch()
  /// Held by the thread that steps, for the whole of an advance, so that each stage is used by one at a time.
  private let turn = Guarded(Turn())
  /// Apart from ``turn``, since what a step delivers may end in a stop on the same thread.
  private let phase = Guarded(Phase())

  init(_ stages: Stages, hub: DeliveryHub, outlet: Outlet, _ configuration: PipelineConfiguration) {
    self.stages = stages
    self.hub = hub
    self.outlet = outlet
    recorder = configuration.recorder
    sharedBus = configuration.sharedBus
  }

  /// Steps until the bus's clock has moved on by a time, or `limit` says so of the latest value.
  func advance(nanoseconds: UInt64, until limit: (MotionSample?) -> Bool) {
    turn.withLock { turn in
      let (end, overflows) = (outlet.clock.nowNanoseconds &- turn.overshoot).addingReportingOverflow(nanoseconds)
      let last = overflows ? UInt64.max : end
      turn.overshoot = 0
      while outlet.clock.nowNanoseconds < last {
        guard stepIfRunning(), !limit(outlet.latest.read()) else { return }
      }
      turn.overshoot = outlet.clock.nowNanoseconds - last
    }
  }

  /// Puts the chip to sleep and ends a recording, behind the step that another thread takes; later steps do nothing. In a handler that the
  /// step calls, at once, so that the handler may start anew.
  func finish() {
    let isIdle = phase.withLock { phase in
      guard !phase.isFinished else { return false }
      phase.isFinished = true
      return phase.stepping == nil || (phase.isOwn && phase.isDelivering)
    }
    if isIdle { end() }
  }

  /// Waits until the chip sleeps and a recording is closed; not inside a step, behind which that is done.
  ///
  /// - Returns: false at the deadline.
  func awaitEnd(until deadline: DispatchTime) -> Bool {
    phase.withLock(\.isOwn) || hasEnded.wait(until: deadline)
  }

  private func end() {
    stages.withAcquisition { $0.finish() }
    stages.withFusion { _ = $0.drain(isDelivering: false) }
    recorder?.finish(stages)
    sharedBus?.release(outlet.sensor.address)
    hasEnded.open()
  }

  /// - Returns: false once finished.
  private func stepIfRunning() -> Bool {
    let isRunning = phase.withLock { phase in
      phase.stepping = phase.isFinished ? nil : pthread_self()
      return !phase.isFinished
    }
    guard isRunning else { return false }
    step()
    let isLast = phase.withLock { phase in
      phase.stepping = nil
      return phase.isFinished
    }
    if isLast, !hasEnded.isOpen { end() }
    return !isLast
  }

  /// One step of each stage, as the threads would take it.
  private func step() {
    if case .needsRecovery = stages.withAcquisition({ $0.step() }) {
      let failure = stages.withAcquisition { $0.recover() }
      outlet.faultReason.withLock { $0 = failure?.description }
    }
    stages.withFusion { fusion in
      fusion.detectors = hub.detectors
      _ = fusion.drain(isDelivering: hub.hasListeners)
    }
    phase.withLock { $0.isDelivering = true }
    stages.withDeliveries { deliveries in
      let isWanted = { self.phase.withLock { !$0.isFinished } }
      while isWanted(), let entry = deliveries.pop() { hub.distribute(entry.update, while: isWanted) }
    }
    phase.withLock { $0.isDelivering = false }
    if let recorder { stages.withRecords { recorder.take(&$0, isStepped: true) } }
  }
}
