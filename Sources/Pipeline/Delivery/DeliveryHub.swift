import Dispatch
import Fusion
import Synchronization

/// Distributes what the fusion thread delivers among the subscribers. Runs on the delivery thread; may lock and allocate.
final class DeliveryHub: Sendable {
  private struct State {
    // In arrays, which each update goes through; who comes and goes may search.
    var cores: [Handler] = []
    var streams: [(key: Int, stream: Stream)] = []
    var nextKey = 0
    var lastNanoseconds: UInt64 = 0
    var pullInterval: UpdateInterval

    typealias Handler = (key: Int, core: SubscriptionCore)

    /// The one that follows. Keys rise with the place.
    func handler(after key: Int, upTo last: Int) -> Handler? {
      guard let next = cores.first(where: { $0.key > key }), next.key <= last else { return nil }
      return next
    }
  }

  private struct Stream {
    let interval: UpdateInterval
    let detectors: DetectorSelection
    var due = DueValues()
    let continuation: AsyncStream<MotionUpdate>.Continuation
    let counter: DropCounter
  }

  private let state: Guarded<State>
  private let rate: SharedRate
  /// Whether anybody listens, for the fusion thread to look at without a lock.
  private let listeners = Atomic<Bool>(false)
  /// What anybody wants to be looked for in the motion, likewise.
  private let wantedDetectors = Atomic<UInt8>(0)
  /// The rate at which pull sees new values, for readers to look at without a lock.
  private let pullBits: Atomic<UInt64>

  init(rate: SharedRate, pullInterval: UpdateInterval) {
    self.rate = rate
    pullBits = Atomic(pullInterval.hertz.bitPattern)
    state = Guarded(State(pullInterval: pullInterval))
  }

  /// The rate in hertz at which pull sees new values; infinite for every value.
  var pullHertz: Double {
    // Relaxed: partner of the store in changed(_:); a lone number.
    Double(bitPattern: pullBits.load(ordering: .relaxed))
  }

  var hasListeners: Bool {
    // Relaxed: partner of the store in changed(_:); a listener that comes late gets the next value.
    @_noLocks get { listeners.load(ordering: .relaxed) }
  }

  var detectors: DetectorSelection {
    // Relaxed: partner of the store in changed(_:), as above.
    @_noLocks get { DetectorSelection(rawValue: wantedDetectors.load(ordering: .relaxed)) }
  }

  /// The interval at which pull sees new values.
  var pullInterval: UpdateInterval {
    get { state.withLock { $0.pullInterval } }
    set {
      state.withLock {
        $0.pullInterval = newValue
        changed(&$0)
      }
    }
  }

  /// Adds a handler.
  func add(_ core: SubscriptionCore) -> Subscription {
    let key = state.withLock { state -> Int in
      defer { changed(&state) }
      state.nextKey += 1
      state.cores.append((state.nextKey, core))
      return state.nextKey
    }
    return Subscription(
      core: core, onIntervalChange: { [weak self] in self?.intervalChanged() },
      onCancel: { [weak self] in self?.remove(key) })
  }

  /// Adds an asynchronous sequence.
  func addStream(
    interval: UpdateInterval, detectors: DetectorSelection = [], capacity: Int
  ) -> MotionUpdates {
    precondition(capacity > 0, "a sequence buffers at least one update")
    let (stream, continuation) = AsyncStream.makeStream(
      of: MotionUpdate.self, bufferingPolicy: .bufferingNewest(capacity))
    let counter = DropCounter()
    let key = state.withLock { state -> Int in
      state.nextKey += 1
      return state.nextKey
    }
    // Before it is added: a stop at this moment ends the sequence, and what has ended must be removed.
    continuation.onTermination = { [weak self] _ in self?.remove(key) }
    state.withLock { state in
      let stream = Stream(interval: interval, detectors: detectors, continuation: continuation, counter: counter)
      state.streams.append((key, stream))
      changed(&state)
    }
    return MotionUpdates(stream: stream, counter: counter)
  }

  /// Hands an update to everybody whose interval has come.
  ///
  /// - Parameter isWanted: asked before each handler but the first: a handler may stop the pipeline.
  func distribute(_ update: MotionUpdate, while isWanted: () -> Bool = { true }) {
    var (next, period, last) = state.withLock { state -> (State.Handler?, UInt64, Int) in
      let period = advance(&state, to: update)
      for index in state.streams.indices {
        offer(update, to: &state.streams[index].stream, periodNanoseconds: period)
      }
      return (state.cores.first, period, state.cores.last?.key ?? 0)
    }
    // Each in turn, without the lock: a handler may come and go meanwhile, and a copy of all would be made for each value.
    while let handler = next {
      handler.core.offer(update, periodNanoseconds: period)
      guard handler.key < last, isWanted() else { return }
      next = state.withLock { $0.handler(after: handler.key, upTo: last) }
    }
  }

  /// The key of what was added last.
  var lastKey: Int { state.withLock { $0.nextKey } }

  /// Ends the sequences, later ones excepted. Handlers stay subscribed for the next start.
  func finishStreams(upTo key: Int = .max) {
    let streams = state.withLock { $0.streams.filter { $0.key <= key } }
    for stream in streams { stream.stream.continuation.finish() }
  }

  /// Drops what waits for handlers.
  ///
  /// - Returns: what is signalled as the calls end that are under way on other threads.
  func discardWaiting() -> [DispatchSemaphore] {
    let cores = state.withLock { $0.cores.map(\.core) }
    return cores.compactMap { $0.discard() }
  }

  private func intervalChanged() { state.withLock { changed(&$0) } }

  private func remove(_ key: Int) {
    // What is removed goes after the lock: with it go the handler and all that it holds, which may cancel in turn.
    let removed = state.withLock { state -> (SubscriptionCore?, Stream?) in
      defer { changed(&state) }
      if let index = state.cores.firstIndex(where: { $0.key == key }) {
        return (state.cores.remove(at: index).core, nil)
      }
      let index = state.streams.firstIndex { $0.key == key }
      return (nil, index.map { state.streams.remove(at: $0).stream })
    }
    withExtendedLifetime(removed) {}
  }

  private func changed(_ state: inout State) {
    let wanted = state.cores.map(\.core.interval) + state.streams.map(\.stream.interval)
    // Relaxed: partner of the load in pullHertz.
    pullBits.store(state.pullInterval.hertz.bitPattern, ordering: .relaxed)
    rate.set(wanted.reduce(state.pullInterval) { UpdateInterval.faster($0, $1) })
    // Relaxed: partner of the load in hasListeners.
    listeners.store(!wanted.isEmpty, ordering: .relaxed)
    let detectors = state.cores.map(\.core.detectors) + state.streams.map(\.stream.detectors)
    // Relaxed: partner of the load in detectors.
    wantedDetectors.store(detectors.reduce(DetectorSelection()) { $0.union($1) }.rawValue, ordering: .relaxed)
  }

  /// Time since the value before this one.
  private func advance(_ state: inout State, to update: MotionUpdate) -> UInt64 {
    guard case .sample(let sample) = update else { return 0 }
    defer { state.lastNanoseconds = sample.timeNanoseconds }
    return state.lastNanoseconds == 0 ? 0 : sample.timeNanoseconds &- state.lastNanoseconds
  }

  private func offer(_ update: MotionUpdate, to stream: inout Stream, periodNanoseconds: UInt64) {
    var update = update
    switch update {
    case .sample(let sample):
      let hertz = stream.interval.hertz
      guard let due = stream.due.take(sample, hertz: hertz, periodNanoseconds: periodNanoseconds) else { return }
      update = .sample(due)
    case .event: break
    case .detected(let event): guard stream.detectors.includes(event.kind.detector) else { return }
    }
    if case .dropped = stream.continuation.yield(update) { stream.counter.add() }
  }
}
