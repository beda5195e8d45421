/// What a wire did, for who passes it on to a kernel.
struct LevelChange: Equatable {
  /// How a kernel's GPIO line is to follow.
  enum Manner: UInt8 {
    /// A change of the level is an edge.
    case naturally = 0
    /// The level changes and the edge gets lost.
    case silently = 1
    /// An edge towards the level, whatever it was.
    case again = 2
  }

  var nanoseconds: UInt64
  var isHigh: Bool
  var manner: Manner
}

/// The changes of a wire that have not been passed on yet, oldest first.
struct LevelChanges {
  /// More pile up only if whoever passes them on was away for seconds; of that time only the last levels are worth telling.
  static let limit = 4096

  private var pending: [LevelChange] = []

  mutating func add(_ isHigh: Bool, at time: UInt64, _ manner: LevelChange.Manner = .naturally) {
    if pending.count == Self.limit { pending.removeFirst(Self.limit / 2) }
    pending.append(LevelChange(nanoseconds: time, isHigh: isHigh, manner: manner))
  }

  /// Takes those that are not later than `time`.
  mutating func take(until time: UInt64) -> [LevelChange] {
    let due = pending.prefix { $0.nanoseconds <= time }
    pending.removeFirst(due.count)
    return Array(due)
  }

  /// When the oldest happens; `.max` if there is none.
  var next: UInt64 { pending.first?.nanoseconds ?? .max }
}
