import Dispatch
import Fusion

extension MotionPipeline {
  /// Calls a handler with whatever the detectors find in the motion, and once with (nil, error) when the chip is lost.
  ///
  /// Detectors run on the fusion thread, over every sample of the chip, while somebody asks for them; nobody asking costs
  /// nothing. May be called before the start. See ``Subscription`` for order, bounds and the end.
  ///
  /// What a chip's rate is too low for is never found; ``unavailableDetectors`` tells. An orientation is told when it
  /// changes, and first when nobody had asked for it before; `DeviceOrientation(up:)` of a value's gravity, turned
  /// round, gives the present one.
  ///
  /// - Parameters:
  ///   - detectors: which ones.
  ///   - interval: how often the samples are looked through, which is how late an event may be. The default is that of
  ///     the documents for taps and shakes.
  ///   - capacity: events that wait while the handler is busy; the oldest is dropped beyond.
  public func detect(
    _ detectors: DetectorSelection, interval: UpdateInterval = .gesture, capacity: Int = 64, on queue: DispatchQueue,
    handler: @escaping @Sendable (MotionEvent?, PipelineError?) -> Void
  ) -> Subscription {
    let core = SubscriptionCore(
      interval: interval, capacity: capacity, queue: queue, detectors: detectors, takesSamples: false,
      events: .loss,
      handler: { [weak self] in
        switch $0 {
        case .detected(let event): handler(event, nil)
        case .event: handler(nil, self?.loss ?? .lost(reason: "the chip is lost"))
        case .sample: break
        }
      })
    return add(core)
  }

  /// Calls a handler with values, with what the detectors find between them, in order, and with the loss of the chip.
  ///
  /// - Parameter executor: runs the work that it is handed: later, or at once where the handler is brief.
  package func follow(
    interval: UpdateInterval, detecting detectors: DetectorSelection = [], capacity: Int,
    executor: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
    handler: @escaping @Sendable (MotionUpdate) -> Void
  ) -> Subscription {
    add(
      SubscriptionCore(
        interval: interval, capacity: capacity, executor: executor, detectors: detectors, events: .loss,
        handler: handler))
  }

  /// The detectors that somebody asks for and that the chip, at the rate it runs at, is too slow for; none when not
  /// running.
  public var unavailableDetectors: DetectorSelection {
    sensor.map { hub.detectors.unavailable(atHertz: $0.active.sampleRateHertz) } ?? []
  }
}
