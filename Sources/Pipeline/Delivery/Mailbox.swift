import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hands what comes to a handler, one call after the other and in order, with a bounded buffer in between.
///
/// When the buffer is full the oldest of what is not news is dropped and counted. Each operation takes the same time however
/// much waits.
///
/// After ``close()`` has returned no call begins. It waits for the one that is under way on another thread, since that may not
/// have reached the handler's first instruction; but no longer than its patience, because a handler may wait for whoever
/// closes. By then the call has long begun. Closed from inside the handler it does not wait.
package final class Mailbox<Element: Sendable>: Sendable {
  /// Runs a piece of work where the handler is to run.
  package typealias Executor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private struct State {
    /// Nil once closed, so that what the handler captured is let go: often the owner of the mailbox.
    var handler: (@Sendable (Element) -> Void)?
    var buffer = MailboxBuffer<Element>()
    var dropped: UInt64 = 0
    var isScheduled = false
    /// The thread that is in the handler, or just about to be.
    var caller: pthread_t?
    /// Who waits for that call to end.
    var waiters: [DispatchSemaphore] = []
    /// Whether a wait for the call under way came to nothing; no other is tried.
    var hasGivenUp = false

    /// What is signalled when the call under way ends; nil where there is none on another thread than this.
    mutating func waiter() -> DispatchSemaphore? {
      guard let caller, pthread_equal(caller, pthread_self()) == 0 else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      waiters.append(waiter)
      return waiter
    }
  }

  /// How long a close waits for a call that is under way.
  package static var usualPatience: DispatchTimeInterval { .milliseconds(100) }

  private let capacity: Int
  private let patience: DispatchTimeInterval
  private let executor: Executor?
  private let isNews: @Sendable (Element) -> Bool
  private let state: Guarded<State>

  /// - Parameters:
  ///   - capacity: how much waits while the handler is busy, at least 1.
  ///   - patience: how long ``close()`` waits for a call that is under way.
  ///   - executor: nil calls the handler at once, on the thread that offers.
  ///   - isNews: whether something says what nothing later does: it is dropped only when there is nothing else to drop.
  package init(
    capacity: Int, patience: DispatchTimeInterval = Mailbox.usualPatience, executor: Executor?,
    isNews: @escaping @Sendable (Element) -> Bool = { _ in false }, handler: @escaping @Sendable (Element) -> Void
  ) {
    precondition(capacity > 0, "a mailbox has room for at least one")
    self.capacity = capacity
    self.patience = patience
    self.executor = executor
    self.isNews = isNews
    state = Guarded(State(handler: handler))
  }

  /// The same on a dispatch queue.
  package convenience init(
    capacity: Int, queue: DispatchQueue, isNews: @escaping @Sendable (Element) -> Bool = { _ in false },
    handler: @escaping @Sendable (Element) -> Void
  ) {
    self.init(
      capacity: capacity, executor: { work in queue.async(execute: work) }, isNews: isNews, handler: handler)
  }

  /// What was dropped so far because the handler was slow.
  package var dropped: UInt64 { state.withLock { $0.dropped } }

  package var isClosed: Bool { state.withLock { $0.handler == nil } }

  /// How many threads wait in ``close()``, for tests.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Buffers an element and sees to it that the handler runs. Does nothing once closed.
  package func offer(_ element: Element) {
    let isNews = isNews(element)
    let idleHandler = state.withLock { state -> (@Sendable (Element) -> Void)? in
      guard let handler = state.handler else { return nil }
      let idleHandler = state.isScheduled ? nil : handler
      state.isScheduled = true
      // What the handler gets at once need not wait in between.
      if executor == nil, idleHandler != nil {
        state.caller = pthread_self()
        return idleHandler
      }
      if state.buffer.count >= capacity {
        state.buffer.dropOldest()
        state.dropped += 1
      }
      state.buffer.append(element, isNews: isNews)
      return idleHandler
    }
    guard let idleHandler else { return }
    guard let executor else { return handOver(element, to: idleHandler) }
    executor { self.run(on: executor) }
  }

  /// Ends it: what waits is dropped, and after the return no call of the handler begins. From any thread, the handler
  /// included; again does nothing.
  package func close() {
    // Let go outside the lock: what the handler captured may close in its turn.
    let (handler, semaphore) = state.withLock { state -> ((@Sendable (Element) -> Void)?, DispatchSemaphore?) in
      defer { state.handler = nil }
      state.buffer = MailboxBuffer()
      return (state.handler, state.hasGivenUp ? nil : state.waiter())
    }
    if let semaphore, semaphore.wait(timeout: .now() + patience) == .timedOut {
      state.withLock { $0.hasGivenUp = true }
    }
    withExtendedLifetime(handler) {}
  }

  /// Drops what waits, and counts it; what is offered later is handed over again.
  ///
  /// - Returns: what is signalled when the call that is under way on another thread ends; nil where there is none.
  package func discard() -> DispatchSemaphore? {
    state.withLock { state in
      state.dropped += UInt64(state.buffer.count)
      state.buffer = MailboxBuffer()
      return state.waiter()
    }
  }

  /// Runs the handler for an element, then for whatever was offered meanwhile.
  private func handOver(_ element: Element, to handler: @Sendable (Element) -> Void) {
    handler(element)
    endCall()
    while let next = beginCall() {
      next.handler(next.element)
      endCall()
    }
  }

  /// Runs the handler for everything that is buffered, at most a buffer full before others on the queue get their turn.
  private func run(on executor: @escaping Executor) {
    for _ in 0..<capacity {
      guard let next = beginCall() else { return }
      next.handler(next.element)
      endCall()
    }
    executor { self.run(on: executor) }
  }

  /// - Returns: what the handler is to be called with; nil when nothing waits.
  private func beginCall() -> (handler: @Sendable (Element) -> Void, element: Element)? {
    state.withLock { state in
      guard let handler = state.handler, let element = state.buffer.popFirst() else {
        state.isScheduled = false
        return nil
      }
      state.caller = pthread_self()
      return (handler, element)
    }
  }

  private func endCall() {
    let waiters = state.withLock { state in
      defer { (state.caller, state.waiters) = (nil, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }
}

/// What waits in a mailbox. News and the rest stand in queues of their own, so that dropping from among them is as cheap as at
/// an end; their numbers tell the order.
private struct MailboxBuffer<Element> {
  private var news = Deque<(number: UInt64, element: Element)>()
  private var rest = Deque<(number: UInt64, element: Element)>()
  private var nextNumber: UInt64 = 0

  var count: Int { news.count + rest.count }

  mutating func append(_ element: Element, isNews: Bool) {
    if isNews { news.append((nextNumber, element)) } else { rest.append((nextNumber, element)) }
    nextNumber += 1
  }

  mutating func popFirst() -> Element? {
    guard let oldest = rest.first?.number else { return news.popFirst()?.element }
    if let number = news.first?.number, number < oldest { return news.popFirst()?.element }
    return rest.popFirst()?.element
  }

  mutating func dropOldest() { if rest.popFirst() == nil { _ = news.popFirst() } }
}
