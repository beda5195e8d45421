/// What is asked of the kernel for the two threads. What it grants is in ``RealtimeReport``.
public struct RealtimeConfiguration: Sendable, Equatable {
  /// SCHED_FIFO priority of the acquisition thread, 1 to 99; nil runs it as a normal thread.
  public var acquisitionPriority: Int?
  /// SCHED_FIFO priority of the fusion thread; below that of the acquisition, so that an edge always comes first.
  public var fusionPriority: Int?
  /// The processor both threads are bound to; nil leaves the choice to the kernel.
  public var processor: Int?
  /// Whether the process locks its memory, so that no page fault delays a sample.
  public var locksMemory: Bool

  public init(
    acquisitionPriority: Int? = 80, fusionPriority: Int? = 70, processor: Int? = nil, locksMemory: Bool = true
  ) {
    self.acquisitionPriority = acquisitionPriority
    self.fusionPriority = fusionPriority
    self.processor = processor
    self.locksMemory = locksMemory
  }

  /// Asks for nothing: normal threads, pageable memory.
  public static let none = RealtimeConfiguration(
    acquisitionPriority: nil, fusionPriority: nil, processor: nil, locksMemory: false)
}
