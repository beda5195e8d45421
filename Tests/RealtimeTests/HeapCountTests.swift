import CHeapCount
import CRealtime
import Synchronization
import Testing

@testable import Pipeline

/// The measure itself: a count that could never rise would prove nothing.
@Suite(.enabled(if: heapcount_is_available())) struct HeapCountTests {
  @Test func everyWayToTheHeapIsCounted() throws {
    let handle = heapcount_watch(crt_thread_id())
    try #require(handle >= 0)
    let start = heapcount_calls(handle)
    let made = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    let afterAllocation = heapcount_calls(handle)
    made.deallocate()
    let afterRelease = heapcount_calls(handle)
    let aligned = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 128)
    let afterAligned = heapcount_calls(handle)
    aligned.deallocate()
    let total = heapcount_unwatch(handle)
    let steps = [afterAllocation, afterRelease, afterAligned, total].map { count in count - start }
    #expect(steps == [1, 2, 3, 4])
  }

  @Test func anotherThreadsCallsAreNotCounted() throws {
    let handle = heapcount_watch(crt_thread_id())
    let before = heapcount_calls(handle)
    let others = Atomic<UInt64>(0)
    let thread = try RealtimeThread.start(.init(name: "allocating"), report: RealtimeReportBook()) {
      let own = heapcount_watch(crt_thread_id())
      for _ in 0..<1000 { UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8).deallocate() }
      others.store(heapcount_unwatch(own), ordering: .relaxed)
    }
    thread.join()
    // What starting a thread takes here, and nothing of its thousands.
    #expect(heapcount_unwatch(handle) - before < 100)
    #expect(others.load(ordering: .relaxed) == 2000)
  }
}
