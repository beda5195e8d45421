/// Walk after walk until so much virtual time has passed. Everything follows from the seed.
public struct SoakRun {
  /// What a run came to.
  public struct Totals: Sendable {
    public var virtualSeconds = 0.0
    public var walks = 0
    public var rounds = 0
    /// Rounds without a restart, whose samples could be compared one by one with what the chip took.
    public var comparisons = 0
    public var produced: UInt64 = 0
    public var delivered: UInt64 = 0
    public var lost: UInt64 = 0
    public var restarts: UInt64 = 0
    /// Each with the seed that brings it back: `soak --walk SEED`.
    public var complaints: [String] = []
  }

  /// Rounds before another configuration.
  public static let roundsPerWalk = 8

  public private(set) var totals = Totals()
  private var seeds: SeededNumbers

  public init(seed: UInt64) { seeds = SeededNumbers(seed: seed) }

  /// One more walk.
  public mutating func walk() { walk(seed: seeds.next() >> 1) }

  /// The walk of a seed.
  public mutating func walk(seed: UInt64) {
    totals.walks += 1
    do {
      var walk = try SoakWalk(seed: seed)
      for _ in 0..<Self.roundsPerWalk { walk.round() }
      totals.rounds += Self.roundsPerWalk
      totals.virtualSeconds += walk.virtualSeconds
      totals.comparisons += walk.comparisons
      totals.produced += walk.produced
      totals.delivered += walk.delivered
      totals.lost += walk.lost
      totals.restarts += walk.restarts
      totals.complaints += walk.complaints.map { "walk \(seed), \(walk.description): \($0)" }
    } catch { totals.complaints.append("walk \(seed): \(error)") }
  }
}
