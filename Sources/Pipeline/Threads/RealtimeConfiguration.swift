import CRealtime

/// What is asked of the kernel for the two threads. What it grants is in ``RealtimeReport``.
public struct RealtimeConfiguration: Sendable, Equatable {
  /// SCHED_FIFO priority of the acquisition thread, 1 to 99; nil runs it as a normal thread.
  public var acquisitionPriority: Int?
  /// SCHED_FIFO priority of the fusion thread; below that of the acquisition, so that an edge always comes first.
  public var fusionPriority: Int?
  /// Whether the threads are bound to one processor, the delivery thread with them. The fusion thread then starts as soon
  /// as the acquisition thread sleeps, and the delivery thread, of normal priority, after it; each at the cost of a context
  /// switch. Waking a thread on another processor costs an interrupt to that one, and its way out of idling, as much as the
  /// wake-up by the edge did. Handlers on queues run anywhere.
  ///
  /// Where a real-time thread starts the pipeline, the delivery thread is not bound: beside a thread that outranks it, it would get no
  /// turn.
  public var sharesProcessor: Bool
  /// The processor they are bound to; nil takes the last one that the program was started on, since the kernel serves
  /// most interrupts on the first.
  public var processor: Int?
  /// Whether the memory of the whole process is locked while the pipeline runs, so that no page fault delays a sample: what is there at
  /// the start, not what is allocated later. It is unlocked with the last pipeline that asked for it, unless the program had locked
  /// memory of its own before. A program's memory is its own affair: nil, the default, leaves it alone; the tool imu-rt then asks for it.
  public var locksMemory: Bool?

  public init(
    acquisitionPriority: Int? = 80, fusionPriority: Int? = 70, sharesProcessor: Bool = true, processor: Int? = nil,
    locksMemory: Bool? = nil
  ) {
    self.acquisitionPriority = acquisitionPriority
    self.fusionPriority = fusionPriority
    self.sharesProcessor = sharesProcessor
    self.processor = processor
    self.locksMemory = locksMemory
  }

  /// Asks for nothing: normal threads, pageable memory.
  public static let none = RealtimeConfiguration(
    acquisitionPriority: nil, fusionPriority: nil, sharesProcessor: false, locksMemory: false)

  /// The processor to bind the threads to; nil for none.
  package var chosenProcessor: Int? {
    guard sharesProcessor else { return nil }
    if let processor { return processor }
    let last = crt_last_allowed_processor()
    return last < 0 ? nil : Int(last)
  }
}
