/// The registers of a started chip that its samples depend on, with the values they must have, so that they can be looked at
/// again in turn.
///
/// They are looked at in runs of neighbours, each in one read. Trivial and of a fixed size, so that the sampling thread can
/// use it.
struct RegisterImage: BitwiseCopyable, Sendable, Equatable {
  /// More registers than any plan has.
  static let capacity = 64
  /// Most registers of a run: a look comes between two samples and must be short.
  static let longestRun = 4
  /// Most runs.
  static let runCapacity = 32

  /// How many runs there are.
  private(set) var runs = 0
  private var count = 0
  /// In rising order.
  private var registers = SIMD64<UInt8>(repeating: 0)
  private var values = SIMD64<UInt8>(repeating: 0)
  /// The place of each run's first register; one more ends the last.
  private var starts = SIMD32<UInt8>(repeating: 0)

  /// - Parameter writes: in order; of a register that is written twice the last value counts.
  init(_ writes: [RegisterWrite]) {
    var last: [UInt8: UInt8] = [:]
    for write in writes { last[write.register] = write.value }
    precondition(last.count <= Self.capacity, "a plan has fewer registers")
    for (register, value) in last.sorted(by: { $0.key < $1.key }) {
      let isNeighbour = count > 0 && registers[count - 1] + 1 == register
      if !isNeighbour || count - Int(starts[runs - 1]) == Self.longestRun {
        precondition(runs < Self.runCapacity - 1, "a plan has fewer runs")
        starts[runs] = UInt8(count)
        runs += 1
      }
      registers[count] = register
      values[count] = value
      count += 1
    }
    starts[runs] = UInt8(count)
  }

  /// Registers of a run.
  @_noLocks func length(of run: Int) -> Int { Int(starts[run &+ 1]) &- Int(starts[run]) }
  /// The register at a place of a run.
  @_noLocks func register(_ place: Int, of run: Int) -> UInt8 { registers[Int(starts[run]) &+ place] }
  /// The value it must have.
  @_noLocks func value(_ place: Int, of run: Int) -> UInt8 { values[Int(starts[run]) &+ place] }

  /// The value that a register must have; 0 for one that is not looked at.
  @_noLocks func value(of register: UInt8) -> UInt8 {
    var place = 0
    while place < count {
      if registers[place] == register { return values[place] }
      place &+= 1
    }
    return 0
  }

  /// Notes what steps leave behind.
  mutating func expect(_ steps: FIFOLayout.Steps) {
    for write in [steps.first, steps.second] { expect(write.value, in: write.register) }
  }

  /// Notes that a register was given another value; one that is not looked at is left out.
  @_noLocks mutating func expect(_ value: UInt8, in register: UInt8) {
    var place = 0
    while place < count {
      if registers[place] == register { values[place] = value }
      place &+= 1
    }
  }
}
