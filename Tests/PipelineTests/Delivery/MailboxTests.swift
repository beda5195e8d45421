import Dispatch
import Testing

@testable import Pipeline

@Suite struct MailboxTests {
  /// What happened, in order.
  private final class Diary: Sendable {
    private let entries = Guarded<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Far beyond what any thread here waits: the tests must not depend on it.
  private static let patience = DispatchTimeInterval.seconds(300)

  /// Between taking an element and the handler's first instruction another thread may close: the close then waits, and nothing
  /// begins behind its return.
  @Test func noCallBeginsAfterTheReturnOfAClose_alsoOneThatWasJustTakenUp() throws {
    let diary = Diary()
    let taken = DispatchSemaphore(value: 0)
    let held = Guarded<Mailbox<Int>?>(nil)
    let mailbox = Mailbox<Int>(
      capacity: 8, patience: Self.patience,
      executor: { work in DispatchQueue.global().async(execute: work) },
      handler: { element in
        // Stands for the way between the taking and the handler: it ends when the close waits or has returned.
        taken.signal()
        let mailbox = held.withLock { $0 }
        while mailbox?.waiting == 0, !diary.all.contains("closed") {}
        diary.note("begun \(element)")
      })
    held.withLock { $0 = mailbox }
    for element in 1...5 { mailbox.offer(element) }
    try #require(taken.wait(timeout: .now() + 60) == .success)
    mailbox.close()
    diary.note("closed")
    mailbox.offer(6)
    held.withLock { $0 = nil }
    #expect(diary.all == ["begun 1", "closed"])
  }

  @Test func aCloseInsideTheHandlerDoesNotWait() {
    let diary = Diary()
    let held = Guarded<Mailbox<Int>?>(nil)
    let queue = DispatchQueue(label: "inside")
    let mailbox = Mailbox<Int>(
      capacity: 8, patience: Self.patience, executor: { work in queue.async(execute: work) },
      handler: { element in
        held.withLock { $0 }?.close()
        diary.note("\(element)")
      })
    held.withLock { $0 = mailbox }
    queue.suspend()
    for element in 1...3 { mailbox.offer(element) }
    queue.resume()
    queue.sync {}
    #expect(diary.all == ["1"])
    #expect(mailbox.isClosed)
  }

  /// Each of two handlers closes the other's mailbox, so each close meets a call that can't end: both give up in bounded time.
  @Test func handlersThatCloseEachOtherGoOn() throws {
    let both = DispatchGroup()
    let met = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let boxes = Guarded<[Mailbox<Int>]>([])
    let mailboxes = (0..<2).map { index in
      both.enter()
      return Mailbox<Int>(
        capacity: 1, patience: .milliseconds(20), executor: { work in DispatchQueue.global().async(execute: work) },
        handler: { _ in
          // Both are in their handlers before either closes.
          met[1 - index].signal()
          met[index].wait()
          boxes.withLock { $0[1 - index] }.close()
          both.leave()
        })
    }
    boxes.withLock { $0 = mailboxes }
    for mailbox in mailboxes { mailbox.offer(1) }
    #expect(both.wait(timeout: .now() + 60) == .success)
    boxes.withLock { $0 = [] }
  }

  /// After a wait that came to nothing a second close returns at once.
  @Test func aCloseWaitsInVainOnlyOnce() {
    let taken = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let mailbox = Mailbox<Int>(
      capacity: 1, patience: .milliseconds(1), executor: { work in DispatchQueue.global().async(execute: work) },
      handler: { _ in
        taken.signal()
        release.wait()
      })
    mailbox.offer(1)
    taken.wait()
    mailbox.close()
    #expect(mailbox.waiting == 1)
    mailbox.close()
    #expect(mailbox.waiting == 1)
    release.signal()
  }

  /// A backlog of minutes at 1 kHz comes out in order. Taking from the front of an array would move it all each time: minutes.
  @Test(.timeLimit(.minutes(1))) func aLongBacklogIsHandedOverInOrder() {
    let queue = DispatchQueue(label: "backlog")
    let seen = Guarded<[Int]>([])
    let count = 200_000
    let mailbox = Mailbox<Int>(capacity: .max, queue: queue) { element in seen.withLock { $0.append(element) } }
    queue.suspend()
    for element in 0..<count { mailbox.offer(element) }
    queue.resume()
    queue.sync {}
    #expect(seen.withLock { $0 } == Array(0..<count))
    #expect(mailbox.dropped == 0)
  }

  @Test func withoutAnExecutorTheHandlerIsCalledAtOnce_andWhatItOffersComesNext() {
    let diary = Diary()
    let held = Guarded<Mailbox<Int>?>(nil)
    let mailbox = Mailbox<Int>(capacity: 2, executor: nil) { element in
      let mailbox = held.withLock { $0 }
      if element == 1 { for more in 2...4 { mailbox?.offer(more) } }
      if element == 5 { mailbox?.close() }
      diary.note("\(element)")
    }
    held.withLock { $0 = mailbox }
    mailbox.offer(1)
    // Room for two: the oldest of what came during the call is dropped.
    #expect(diary.all == ["1", "3", "4"])
    #expect(mailbox.dropped == 1)
    for element in 5...6 { mailbox.offer(element) }
    #expect(diary.all == ["1", "3", "4", "5"])
    held.withLock { $0 = nil }
  }

  /// Only the newest waits.
  @Test func latestFirstKeepsTheNewestAlone() {
    let queue = DispatchQueue(label: "latest")
    let seen = Guarded<[Int]>([])
    let mailbox = Mailbox<Int>(capacity: 1, queue: queue) { element in seen.withLock { $0.append(element) } }
    queue.suspend()
    for element in 1...10 { mailbox.offer(element) }
    queue.resume()
    queue.sync {}
    #expect(seen.withLock { $0 } == [10])
    #expect(mailbox.dropped == 9)
  }

  @Test func newsGivesWayLast() {
    let queue = DispatchQueue(label: "news")
    let seen = Guarded<[Int]>([])
    let mailbox = Mailbox<Int>(capacity: 3, queue: queue, isNews: { $0 < 0 }) { element in
      seen.withLock { $0.append(element) }
    }
    queue.suspend()
    for element in [1, -1, 2, -2, 3, 4] { mailbox.offer(element) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 } == [-1, -2, 4])
    #expect(mailbox.dropped == 3)
    queue.suspend()
    for element in [-1, -2, -3, -4] { mailbox.offer(element) }
    queue.resume()
    queue.sync {}
    queue.sync {}
    #expect(seen.withLock { $0 }.suffix(3) == [-2, -3, -4])
  }

  @Test func aQueueOfAnyLengthKeepsItsOrder() {
    var deque = Deque<Int>()
    #expect(deque.popFirst() == nil && deque.first == nil)
    var (next, expected) = (0, 0)
    // Two in, one out: it grows while its front wanders round.
    for _ in 0..<5000 {
      for _ in 0..<2 {
        deque.append(next)
        next += 1
      }
      #expect(deque.popFirst() == expected)
      expected += 1
    }
    #expect(deque.count == 5000 && deque.first == 5000)
    while let element = deque.popFirst() {
      #expect(element == expected)
      expected += 1
    }
    #expect(expected == 10_000 && deque.isEmpty)
  }
}
