/// The second of the two seams: the wire on which a chip says that a sample is ready.
///
/// One thread waits on a line. Times are on the same clock as the bus beside it.
public protocol DataReadyLine: AnyObject, Sendable {
  /// What errors call this line, such as "gpiochip0 line 17 (GPIO17)".
  var name: String { get }

  /// Waits for edges to the active level until `deadline`, and takes all that are pending.
  ///
  /// Only the edge that starts a pulse counts; its trailing edge is never reported.
  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait

  /// Reads the line: 1 active, 0 inactive, or -errno. Active is what ``wait(untilNanoseconds:)`` waits for.
  func level() -> Int32
}

/// What a wait for edges brought.
public struct EdgeWait: BitwiseCopyable, Sendable, Equatable {
  /// Number of edges taken, 0 when the deadline passed without one, or -errno.
  public var status: Int32
  /// Time of the oldest edge taken, in nanoseconds; 0 without an edge.
  public var firstNanoseconds: UInt64
  /// Time of the newest edge taken, in nanoseconds; 0 without an edge.
  public var lastNanoseconds: UInt64
  /// The line's own number of the newest edge, counted from 1; 0 where the library does not tell.
  ///
  /// A jump between two waits larger than the edges taken means that the kernel's queue overflowed.
  public var lastSequence: UInt64

  /// The deadline passed without an edge.
  public static var deadline: EdgeWait {
    @_noLocks get { EdgeWait(status: 0, firstNanoseconds: 0, lastNanoseconds: 0, lastSequence: 0) }
  }

  /// Waiting failed with an errno (positive).
  @_noLocks public static func failed(_ errno: Int32) -> EdgeWait {
    EdgeWait(status: 0 &- errno, firstNanoseconds: 0, lastNanoseconds: 0, lastSequence: 0)
  }

  @_noLocks public init(status: Int32, firstNanoseconds: UInt64, lastNanoseconds: UInt64, lastSequence: UInt64) {
    self.status = status
    self.firstNanoseconds = firstNanoseconds
    self.lastNanoseconds = lastNanoseconds
    self.lastSequence = lastSequence
  }
}
