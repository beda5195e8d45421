import CPeerRing
import CRealtime
import RingBuffer
import Synchronization

/// The ring against a C++ one of the fastest known kind, slice by slice in turn, on the same two processors.
enum RingBenchmark {
  /// The size of a cache line, as a raw sample with its time is.
  struct Item: BitwiseCopyable, Sendable {
    var words: SIMD8<UInt64>
  }

  private static let capacity = 1024
  private static let peerName = "SPSC queue in C++, cached indices"

  /// Items a second from one thread to another.
  static func throughput(seconds: Double) throws -> Figure {
    let perSlice: UInt64 = 200_000
    let slices = try alternate(
      seconds: seconds, own: { try sliceOfThroughput(perSlice) },
      peer: { try peer(perSlice, peerring_throughput) })
    let rate = { (nanoseconds: Double) in Double(perSlice) * 1e9 / nanoseconds }
    var figure = Figure(.ringThroughput, slices.own.map(rate))
    let reference = Distribution(slices.peer.map(rate))
    figure.reference = Figure.Reference(
      role: "peer", name: peerName, values: reference,
      ratios: [("ratio_median", figure.values.median / reference.median)])
    figure.note = "each value is the mean of a slice of \(perSlice) items; of a throughput, more is better"
    return figure
  }

  /// Nanoseconds from sending an item to having it back from the other thread.
  static func roundTrip(seconds: Double) throws -> Figure {
    let perSlice: UInt64 = 5_000
    let slices = try alternate(
      seconds: seconds, own: { try sliceOfRoundTrips(perSlice) },
      peer: { try peer(perSlice, peerring_round_trip) })
    var figure = Figure(.ringRoundTrip, slices.own.map { $0 / Double(perSlice) })
    let reference = Distribution(slices.peer.map { $0 / Double(perSlice) })
    figure.reference = Figure.Reference(
      role: "peer", name: peerName, values: reference,
      ratios: [("ratio_median", figure.values.median / reference.median)])
    figure.note = "each value is the mean of a slice of \(perSlice) round trips"
    return figure
  }

  /// Takes slices of both in turn, two of each to warm up, then until the time is over; at least three.
  private static func alternate(
    seconds: Double, own: () throws -> Double, peer: () throws -> Double
  ) throws -> (own: [Double], peer: [Double]) {
    for _ in 0..<2 { _ = (try own(), try peer()) }
    var slices: (own: [Double], peer: [Double]) = ([], [])
    let end = crt_now() + UInt64(seconds * 1e9)
    while crt_now() < end || slices.own.count < 3 {
      let began = crt_now()
      // Who goes first changes, so that neither always follows a rest.
      let ownFirst = slices.own.count % 2 == 0
      if ownFirst { slices.own.append(try own()) }
      slices.peer.append(try peer())
      if !ownFirst { slices.own.append(try own()) }
      // The slices keep everything else from the processors: this is the others' turn.
      _ = crt_sleep_until(2 * crt_now() - began)
    }
    return slices
  }

  private static func sliceOfThroughput(_ count: UInt64) throws -> Double {
    let ring = SPSCRing<Item>(capacity: capacity)
    let (producers, consumers) = ring.split()
    let startLine = StartLine(threads: 2)
    let result = SliceResult()
    try MeasuringThread.run(
      (
        MeasuringThread.processors.first,
        {
          var producer = producers.take()
          startLine.cross()
          result.begin(crt_now())
          for number in 0..<count {
            let item = Item(words: SIMD8(repeating: number))
            while !producer.push(item) {}
          }
        }
      ),
      (
        MeasuringThread.processors.second,
        {
          var consumer = consumers.take()
          startLine.cross()
          var sum: UInt64 = 0
          for _ in 0..<count {
            while true {
              guard let item = consumer.pop() else { continue }
              sum &+= item.words[0] &+ item.words[7]
              break
            }
          }
          result.end(crt_now(), sum: sum)
        }
      ))
    return try result.nanoseconds(sum: count &* (count &- 1))
  }

  private static func sliceOfRoundTrips(_ count: UInt64) throws -> Double {
    let there = SPSCRing<Item>(capacity: capacity)
    let back = SPSCRing<Item>(capacity: capacity)
    let (thereProducers, thereConsumers) = there.split()
    let (backProducers, backConsumers) = back.split()
    let startLine = StartLine(threads: 2)
    let result = SliceResult()
    try MeasuringThread.run(
      (
        MeasuringThread.processors.first,
        {
          var producer = thereProducers.take()
          var consumer = backConsumers.take()
          startLine.cross()
          result.begin(crt_now())
          var sum: UInt64 = 0
          for number in 0..<count {
            let item = Item(words: SIMD8(repeating: number))
            while !producer.push(item) {}
            while true {
              guard let item = consumer.pop() else { continue }
              sum &+= item.words[0] &+ item.words[7]
              break
            }
          }
          result.end(crt_now(), sum: sum)
        }
      ),
      (
        MeasuringThread.processors.second,
        {
          var consumer = thereConsumers.take()
          var producer = backProducers.take()
          startLine.cross()
          for _ in 0..<count {
            while true {
              guard let item = consumer.pop() else { continue }
              while !producer.push(item) {}
              break
            }
          }
        }
      ))
    return try result.nanoseconds(sum: count &* (count &- 1))
  }

  private static func peer(
    _ count: UInt64, _ measure: @escaping @Sendable (UInt64, Int32, Int32, UnsafeMutablePointer<UInt64>?) -> Int64
  ) throws -> Double {
    let result = SliceResult()
    let (first, second) = MeasuringThread.processors
    // On a thread of its own, since it pins the one it is called on.
    try MeasuringThread.run(
      (
        nil,
        {
          var sum: UInt64 = 0
          // The peer's other thread inherits it.
          MeasuringThread.raisePriority()
          let took = measure(count, Int32(clamping: first), Int32(clamping: second), &sum)
          result.begin(0)
          result.end(took > 0 ? UInt64(took) : 0, sum: sum)
        }
      ))
    return try result.nanoseconds(sum: count &* (count &- 1))
  }
}

extension SPSCRing where Element == RingBenchmark.Item {
  /// Both ends, each ready to be taken over by its thread.
  fileprivate consuming func split() -> (Handover<Producer<Element>>, Handover<Consumer<Element>>) {
    (Handover(producer), Handover(consumer))
  }
}

/// When a slice began and ended, and whether everything arrived. Set by the threads of the slice, read after their end.
private final class SliceResult: Sendable {
  private struct State {
    var begin: UInt64 = 0
    var end: UInt64 = 0
    var sum: UInt64 = 0
  }

  private let state = Mutex(State())

  func begin(_ time: UInt64) { state.withLock { $0.begin = time } }

  func end(_ time: UInt64, sum: UInt64) {
    state.withLock {
      $0.end = time
      $0.sum = sum
    }
  }

  func nanoseconds(sum expected: UInt64) throws -> Double {
    let state = state.withLock { $0 }
    guard state.sum == expected, state.end > state.begin else {
      throw ToolFault("a ring lost items, or could not start")
    }
    return Double(state.end - state.begin)
  }
}
