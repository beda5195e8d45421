import RingBuffer
import Testing

/// The size of a cache line, as samples are.
struct Packet: BitwiseCopyable, Sendable, Equatable {
  var sequence: UInt64
  var words = SIMD4<UInt64>(repeating: 0)
  var last: UInt64 = 0
  var more: UInt64 = 0
  var end: UInt64 = 0
}

/// Ends of rings and cells as a real-time thread's object holds them.
final class SamplePath {
  var producer: Producer<Packet>
  var consumer: Consumer<Packet>
  var writer: LatestValueWriter<Packet>
  let reader: LatestValueReader<Packet>
  let doorbell = Doorbell()
  var sum: UInt64 = 0

  init() {
    let ring = SPSCRing<Packet>(capacity: 4)
    producer = ring.producer
    consumer = ring.consumer
    let cell = LatestValue<Packet>()
    writer = cell.writer
    reader = cell.reader
  }

  // The compiler proves here that the whole interface is fit for the sample path, from another module and with a
  // concrete element: this file does not compile otherwise. (Swift 6.0.3 makes no proof, and fails on such optional values.)
  #if compiler(>=6.2)
    @_noLocks
  #endif
  func run(_ packet: Packet) -> Bool {
    guard producer.push(packet), producer.push(packet), !producer.isAbandoned, producer.count <= producer.capacity
    else {
      return false
    }
    doorbell.ring()
    guard doorbell.wait(untilNanoseconds: 0), !consumer.isAbandoned, consumer.count <= consumer.capacity else {
      return false
    }
    guard let first = consumer.pop(), writer.publish(first) else { return false }
    var total: UInt64 = 0
    _ = consumer.drain { total &+= $0.sequence }
    sum = total
    writer.clear()
    return writer.publish(packet)
  }
}

#if compiler(>=6.2)
  @_noLocks
#endif
func runOnValues(
  _ producer: inout Producer<Packet>, _ consumer: inout Consumer<Packet>, _ writer: inout LatestValueWriter<Packet>,
  _ reader: LatestValueReader<Packet>, _ doorbell: borrowing Doorbell, _ packet: Packet
) -> Bool {
  guard producer.push(packet) else { return false }
  doorbell.ring()
  guard doorbell.wait(untilNanoseconds: 0), let popped = consumer.pop(), writer.publish(popped) else { return false }
  return reader.read()?.sequence == packet.sequence
}

@Suite struct SamplePathTests {
  @Test func everyOperationOfTheSamplePathWorksUnderTheCompilersProof() {
    let path = SamplePath()
    #expect(path.run(Packet(sequence: 7)) == true)
    #expect(path.sum == 7)
    #expect(path.reader.read() == Packet(sequence: 7))
  }
}
