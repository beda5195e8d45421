import CRealtime
import Dispatch
import Fusion
import IMUDrivers
import RingBuffer

/// The whole way from a chip to a fused attitude, on two fixed-priority threads.
///
///     let pipeline = MotionPipeline(configuration)
///     try pipeline.start()
///     let attitude = pipeline.latest?.orientation
///     pipeline.stop()
///
/// Every method may be called from any thread, handlers included. The pipeline stops when its last reference goes, wherever that is.
public final class MotionPipeline: Sendable {
  public let configuration: PipelineConfiguration

  /// Whether the pipeline has no threads; see ``stepped(_:)``.
  let isStepped: Bool

  private let rate: SharedRate
  let hub: DeliveryHub
  /// Held for the whole of a start, and by a stop but for a moment: a stop waits for threads that may want it.
  let life = Guarded(Life())
  /// What readers need, apart from ``life``, so that a pull never waits for a start.
  let outlet = Guarded<Outlet?>(nil)

  struct Life {
    /// From a start to its stop.
    var run: RunningPipeline?
    /// What was stopped and has not been seen to end.
    var ending: RunningPipeline?
    /// What had been counted when the last run ended.
    var finalCounters: PipelineCounters?
    /// Why the chip was lost when the last run ended; nil where it was not.
    var finalFaultReason: String?

    /// - Returns: the name of a thread of the last run that goes on; nil when none does.
    mutating func awaitEnding() -> String? {
      guard let ending else { return nil }
      if let late = ending.awaitWorkers() { return late }
      finalCounters = ending.outlet.reports.read()
      finalFaultReason = ending.outlet.faultReason.withLock { $0 }
      self.ending = nil
      return nil
    }
  }

  /// Notes each publication, where somebody measures.
  private let log: PublicationLog?

  /// Makes a pipeline; opens nothing and starts nothing.
  public convenience init(_ configuration: PipelineConfiguration) { self.init(configuration, log: nil) }

  /// Makes a pipeline without threads, whose time is moved by ``advance(nanoseconds:)``: for tests and replays.
  ///
  /// A simulated chip then runs in virtual time, and the same calls give the same values, always. With a source of one's own
  /// time is what its bus says: virtual too, if that is a simulated board on the virtual clock. Handlers still run on
  /// their queues.
  public static func stepped(_ configuration: PipelineConfiguration) -> MotionPipeline {
    MotionPipeline(configuration.onVirtualClock, log: nil, isStepped: true)
  }

  /// Makes a pipeline whose publications are noted in a log, which takes a lock for each of them.
  package init(_ configuration: PipelineConfiguration, log: PublicationLog?, isStepped: Bool = false) {
    self.configuration = configuration
    self.isStepped = isStepped
    self.log = log
    rate = SharedRate(configuration.updateInterval)
    hub = DeliveryHub(rate: rate, pullInterval: configuration.updateInterval)
  }

  deinit { stop() }

  /// Opens bus and line, sets the chip up, and starts the threads. Takes a few hundred milliseconds, and waits first for a run that another
  /// thread is stopping. The chip belongs to one run at a time.
  ///
  /// - Throws: ``PipelineError``; everything that was opened is closed again.
  public func start() throws(PipelineError) {
    let result = life.withLock { life -> Result<Void, PipelineError> in
      guard life.run == nil else { return .failure(.alreadyRunning) }
      if let late = life.awaitEnding() { return .failure(.stillStopping(thread: late)) }
      do throws(PipelineError) {
        let started = try RunningPipeline(configuration, rate: rate, hub: hub, log: log, isStepped: isStepped)
        life.run = started
        outlet.withLock { $0 = started.outlet }
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Ends the threads, puts the chip to sleep and releases bus and line. Again does nothing.
  ///
  /// From any thread, from several at once, and in a handler: each call returns when the chip is let go and no handler is called any more,
  /// until the next ``start()``. Values that still wait for a handler are dropped and counted (``Subscription/dropped``); sequences give what
  /// they have and end; handlers stay subscribed.
  ///
  /// No call waits for the thread that it is on: in a handler, a stop waits for the chip and for other handlers, and the handler itself may
  /// go on, or start the pipeline again. A handler that is under way elsewhere is waited for, at most 1 s on the delivery thread
  /// and 0.1 s on a queue, since it may be waiting for the caller; then it goes on after the return. A thread that the bus's driver or the disk keeps for
  /// more than 30 s is not waited for any longer: the next start does, and throws ``PipelineError/stillStopping(thread:)`` if it must.
  public func stop() {
    let (stopping, lastKey) = life.withLock { life -> (RunningPipeline?, Int) in
      guard let run = life.run else { return (life.ending, 0) }
      outlet.withLock { $0 = nil }
      (life.run, life.ending) = (nil, run)
      run.raise()
      return (run, hub.lastKey)
    }
    guard let stopping else { return }
    let late = stopping.awaitWorkers()
    stopping.awaitDelivery()
    let calls = life.withLock { life in
      if late == nil, life.ending === stopping { _ = life.awaitEnding() }
      // Another thread may have started it anew.
      return life.run == nil ? hub.discardWaiting() : []
    }
    let deadline = DispatchTime.now() + Mailbox<MotionUpdate>.usualPatience
    for call in calls { _ = call.wait(timeout: deadline) }
    hub.finishStreams(upTo: lastKey)
  }

  /// The kernel's ids of the threads by their names, for measuring; empty when not running.
  package var threadIDs: [String: Int32] {
    life.withLock { life in
      Dictionary((life.run?.threads ?? []).map { ($0.name, $0.id) }) { first, _ in first }
    }
  }

  /// Whether the threads run.
  public var isRunning: Bool { outlet.withLock { $0 != nil } }

  // MARK: Pull

  /// The latest fused value at ``updateInterval``; nil before the first, after ``stop()``, and when the chip has been silent for
  /// longer than the configuration allows. Between two instants of a slow interval the value of the former stays.
  public var latest: MotionSample? {
    guard let outlet = outlet.withLock({ $0 }) else { return nil }
    let reader = reader(outlet)
    let (newest, hertz, published) = (reader.read(), hub.pullHertz, rate.hertz)
    // Published as often as pull is to see it: no lock.
    guard hertz < published else { return newest }
    return outlet.shown.withLock {
      $0.show(newest, hertz: hertz, periodNanoseconds: UInt64(reader.publicationSeconds * 1e9))
    }
  }

  /// The value that was published last and the time between two of them in nanoseconds, for who decimates himself; nil as ``latest``.
  package var published: (newest: MotionSample?, periodNanoseconds: UInt64) {
    guard let outlet = outlet.withLock({ $0 }) else { return (nil, 0) }
    let reader = reader(outlet)
    return (reader.read(), UInt64(reader.publicationSeconds * 1e9))
  }

  /// The way to the latest value for a control loop at real-time priority, taken once behind each start; nil when not running.
  public var reader: MotionReader? { outlet.withLock { $0 }.map(reader) }

  private func reader(_ outlet: Outlet) -> MotionReader {
    MotionReader(outlet, rate: rate, staleAfterSeconds: configuration.staleAfterSeconds)
  }

  /// Why ``latest`` has gone nil: the chip is lost, or silent for longer than the configuration allows. Nil as long as there
  /// are values, before the first, and when not running; nil again when the chip is back.
  public var presentLoss: PipelineError? {
    guard let outlet = outlet.withLock({ $0 }) else { return nil }
    if isLost(outlet) { return loss }
    guard let sample = outlet.latest.read() else { return nil }
    let reader = reader(outlet)
    let seconds = reader.age(of: sample)
    guard seconds > reader.staleAfter else { return nil }
    return .lost(reason: "\(outlet.sensor.place): no sample for \(Int(seconds * 1000)) ms; the chip is asked again")
  }

  /// Whether the acquisition has given the chip up for the moment. The reason comes behind the state, and goes with the chip's
  /// return.
  private func isLost(_ outlet: Outlet) -> Bool {
    if case .faulted? = outlet.reports.read()?.health { return true }
    return outlet.faultReason.withLock { $0 != nil }
  }

  /// What has been counted since the start; nil when not running.
  public var counters: PipelineCounters? { outlet.withLock { $0 }.map { $0.reports.read() ?? PipelineCounters() } }

  /// What had been counted by the last ``stop()``; nil before one.
  public var countersAtStop: PipelineCounters? { life.withLock { $0.finalCounters } }

  /// Why the chip was lost at the last ``stop()``; nil where it was not, and before one.
  public var faultReasonAtStop: String? { life.withLock { $0.finalFaultReason } }

  /// What the kernel granted; nil when not running.
  public var realtimeReport: RealtimeReport? { outlet.withLock { $0 }?.realtime.current }

  /// The part that was found and what it was set to; nil when not running.
  public var sensor: SensorDescription? { outlet.withLock { $0 }?.sensor }

  /// How often pull sees a new value, whatever subscribers ask for. A change takes effect with the next sample.
  public var updateInterval: UpdateInterval {
    get { hub.pullInterval }
    set { hub.pullInterval = newValue }
  }

  // MARK: Push

  /// Calls a handler with each value at an interval, and once with (nil, error) when the chip is lost: at once if it is lost
  /// already, and after that when a value has come between.
  ///
  /// May be called before the start. See ``Subscription`` for order, bounds and the end.
  ///
  /// - Parameters:
  ///   - interval: how often; nil follows ``updateInterval`` as it is now.
  ///   - capacity: updates that wait while the handler is busy; the oldest is dropped beyond.
  public func subscribe(
    interval: UpdateInterval? = nil, capacity: Int = 64, on queue: DispatchQueue,
    handler: @escaping @Sendable (MotionSample?, PipelineError?) -> Void
  ) -> Subscription {
    subscribe(
      interval: interval, capacity: capacity, executor: { work in queue.async(execute: work) }, handler: handler)
  }

  /// The same with work that is handed to an executor, which runs it later; or at once, where it is brief.
  package func subscribe(
    interval: UpdateInterval? = nil, capacity: Int,
    executor: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
    handler: @escaping @Sendable (MotionSample?, PipelineError?) -> Void
  ) -> Subscription {
    let core = SubscriptionCore(
      interval: interval ?? updateInterval, capacity: capacity, executor: executor, events: .loss,
      handler: { [weak self] in
        switch $0 {
        case .sample(let sample): handler(sample, nil)
        case .event: handler(nil, self?.loss ?? .lost(reason: "the chip is lost"))
        case .detected: break
        }
      })
    return add(core)
  }

  /// Adds a handler that is for losses, and tells it of one that goes on.
  func add(_ core: SubscriptionCore) -> Subscription {
    let subscription = hub.add(core)
    if let outlet = outlet.withLock({ $0 }), isLost(outlet) {
      let event = PipelineEvent(
        kind: .healthChanged(from: .faulted, to: .faulted), timeNanoseconds: outlet.clock.nowNanoseconds, sequence: 0)
      core.offer(.event(event), periodNanoseconds: 0)
    }
    return subscription
  }

  /// Calls a handler with values, events and detections on the delivery thread itself: one wake-up less for each of them than
  /// a queue or a sequence costs.
  ///
  /// For who has the pipeline alone, as a program that prints: while the handler runs no other subscriber gets anything,
  /// and what comes meanwhile waits in a ring for 256 updates; beyond, ``PipelineCounters/undelivered`` counts. Fusion and
  /// pull never wait. The thread's stack has 256 KiB. May be called before the start.
  ///
  /// - Parameters:
  ///   - interval: how often values come; nil follows ``updateInterval`` as it is now. Events come as they happen.
  ///   - detectors: what is to be looked for in the motion, too.
  public func subscribeOnDeliveryThread(
    interval: UpdateInterval? = nil, detecting detectors: DetectorSelection = [],
    handler: @escaping @Sendable (MotionUpdate) -> Void
  ) -> Subscription {
    hub.add(
      SubscriptionCore(
        interval: interval ?? updateInterval, capacity: 1, executor: nil, detectors: detectors, handler: handler))
  }

  /// The error that a handler gets when the chip is lost.
  var loss: PipelineError {
    // A handler that is late may be told when the chip is back already, and the reason forgotten.
    .lost(reason: faultReason ?? sensor.map { "\($0.place): the chip did not answer" } ?? "the chip is lost")
  }

  /// Values and events as an asynchronous sequence; it ends with ``stop()``.
  ///
  /// - Parameters:
  ///   - interval: how often values come; nil follows ``updateInterval`` as it is now. Events come as they happen.
  ///   - detectors: what is to be looked for in the motion, too; see ``detect(_:interval:capacity:on:handler:)``.
  ///   - capacity: updates that wait while the consumer is busy; the oldest is dropped beyond.
  public func updates(
    interval: UpdateInterval? = nil, detecting detectors: DetectorSelection = [], capacity: Int = 256
  ) -> MotionUpdates {
    hub.addStream(interval: interval ?? updateInterval, detectors: detectors, capacity: capacity)
  }

  /// Why the chip was lost last; nil when it was not.
  public var faultReason: String? { outlet.withLock { $0 }?.faultReason.withLock { $0 } }
}
