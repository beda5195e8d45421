/// The stages of a pipeline that has no threads: whoever wants time to pass takes the steps.
final class Stepper: Sendable {
  private struct Phase {
    var isStepping = false
    var isFinished = false
  }

  private struct Turn {
    /// How much further than asked for the last advance went, since a step waits for a sample; the next goes less far.
    var overshoot: UInt64 = 0
  }

  private let stages: Stages
  private let hub: DeliveryHub
  private let outlet: Outlet
  private let recorder: SessionRecorder?
  /// Held by the thread that steps, for the whole of an advance, so that each stage is used by one at a time.
  private let turn = Guarded(Turn())
  /// Apart from ``turn``, since what a step delivers may end in a stop on the same thread.
  private let phase = Guarded(Phase())

  init(_ stages: Stages, hub: DeliveryHub, outlet: Outlet, recorder: SessionRecorder?) {
    self.stages = stages
    self.hub = hub
    self.outlet = outlet
    self.recorder = recorder
  }

  /// Steps until the bus's clock has moved on by a time, or `limit` says so of the latest value.
  func advance(nanoseconds: UInt64, until limit: (MotionSample?) -> Bool) {
    turn.withLock { turn in
      let (end, overflows) = (outlet.bus.nowNanoseconds &- turn.overshoot).addingReportingOverflow(nanoseconds)
      let last = overflows ? UInt64.max : end
      turn.overshoot = 0
      while outlet.bus.nowNanoseconds < last {
        guard stepIfRunning(), !limit(outlet.latest.read()) else { return }
      }
      turn.overshoot = outlet.bus.nowNanoseconds - last
    }
  }

  /// Puts the chip to sleep and ends a recording, behind the step that is being taken; later steps do nothing.
  func finish() {
    let isIdle = phase.withLock { phase in
      guard !phase.isFinished else { return false }
      phase.isFinished = true
      return !phase.isStepping
    }
    if isIdle { end() }
  }

  private func end() {
    stages.withAcquisition { $0.finish() }
    recorder?.finish(stages)
  }

  /// - Returns: false once finished.
  private func stepIfRunning() -> Bool {
    let isRunning = phase.withLock { phase in
      phase.isStepping = !phase.isFinished
      return phase.isStepping
    }
    guard isRunning else { return false }
    step()
    let isLast = phase.withLock { phase in
      phase.isStepping = false
      return phase.isFinished
    }
    if isLast { end() }
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
    stages.withDeliveries { deliveries in
      while let entry = deliveries.pop() { hub.distribute(entry.update) }
    }
    if let recorder { stages.withRecords { recorder.take(&$0, isStepped: true) } }
  }
}
