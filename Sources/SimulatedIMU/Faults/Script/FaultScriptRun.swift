/// A script being followed by one chip: what is due next, and which faults are to end when.
struct FaultScriptRun {
  /// A step with the moment of its next strike; `.max` for no more.
  private struct Pending {
    let step: FaultScript.Step
    var due: UInt64
    var strikesLeft: UInt64
  }

  private let start: UInt64
  private let samplesBefore: UInt64
  private var pending: [Pending]
  /// Faults that go on, with the time of their end, in the order in which they struck.
  private var endings: [(time: UInt64, fault: Fault)] = []
  /// When something happens next by time alone; `.max` for never.
  private(set) var nextTime = UInt64.max

  /// - Parameters:
  ///   - start: the time from which the script counts.
  ///   - samplesBefore: what the chip had taken by then.
  init(_ script: FaultScript, start: UInt64, samplesBefore: UInt64) {
    self.start = start
    self.samplesBefore = samplesBefore
    pending = script.steps.map { step in
      let due =
        switch step.moment {
        case .time(let nanoseconds): Self.sum(start, nanoseconds)
        case .sample(let number), .transaction(let number): number
        }
      return Pending(step: step, due: due, strikesLeft: step.repetition.map { $0.count ?? .max } ?? 1)
    }
    endings.reserveCapacity(script.steps.count)
    findNextTime()
  }

  /// Takes the next fault, or end of a fault, that is due; nil when nothing is.
  ///
  /// - Parameters:
  ///   - samples: what the chip has taken, in the same count as `samplesBefore`.
  ///   - transactions: what has addressed the chip since the start, the present one included.
  mutating func next(at time: UInt64, samples: UInt64, transactions: UInt64) -> Fault? {
    if let index = endings.firstIndex(where: { $0.time <= time }) {
      let fault = endings.remove(at: index).fault
      findNextTime()
      return fault
    }
    for index in pending.indices where pending[index].strikesLeft > 0 {
      let reached =
        switch pending[index].step.moment {
        case .time: time
        case .sample: samples &- samplesBefore
        case .transaction: transactions
        }
      if pending[index].due <= reached { return strike(index, at: time) }
    }
    return nil
  }

  private mutating func strike(_ index: Int, at time: UInt64) -> Fault {
    let step = pending[index].step
    pending[index].strikesLeft -= 1
    if let repetition = step.repetition { pending[index].due = Self.sum(pending[index].due, max(1, repetition.every)) }
    if let ending = step.fault.ending, let lasts = step.lastsNanoseconds {
      endings.append((Self.sum(time, lasts), ending))
    }
    findNextTime()
    return step.fault
  }

  private mutating func findNextTime() {
    nextTime = .max
    for entry in endings { nextTime = min(nextTime, entry.time) }
    for entry in pending where entry.strikesLeft > 0 {
      if case .time = entry.step.moment { nextTime = min(nextTime, entry.due) }
    }
  }

  /// A sum that stays at the end of time.
  private static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? .max : sum
  }
}
