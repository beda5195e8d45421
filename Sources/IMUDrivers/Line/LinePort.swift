/// A data-ready line as the sampling thread uses it. Used by one thread at a time.
public struct LinePort: ~Copyable {
  private let owner: LineOwner
  private let door: LineDoor

  /// Takes hold of a line and keeps it alive.
  public init(_ line: any DataReadyLine) {
    owner = LineOwner(line)
    door = LineDoor(to: owner)
  }

  /// What errors call the line.
  public var name: String { owner.line.name }

  /// ``DataReadyLine/wait(untilNanoseconds:)``; safe on the sample path as far as the line's own wait is.
  @_noLocks public func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    door.wait(untilNanoseconds: deadline)
  }

  /// ``DataReadyLine/level()``; safe on the sample path as far as the line's own is.
  @_noLocks public func level() -> Int32 { door.level() }
}
