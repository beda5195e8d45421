import Testing

@testable import Pipeline

@Suite struct SampleGridTests {
  @Test(arguments: [-0.05, 0, 0.05]) func twoEdgesGiveThePeriodOfASteadyChip(_ error: Double) {
    var grid = SampleGrid(nominalNanoseconds: 1_000_000)
    let period = 1e6 / (1 + error)
    grid.anchor(1, at: 5_000_000, isEdge: true)
    grid.learn(5, at: 5_000_000 + UInt64(4 * period))
    #expect(abs(grid.periodNanoseconds - period) < 1)
    #expect(abs(Double(grid.instant(of: 105)) - (5e6 + 104 * period)) < 110)
  }

  /// Edges that come late by up to a tenth of a period, as threads stamp them: within 0.02 % after thirty batches.
  @Test func jitterAveragesOut() {
    var grid = SampleGrid(nominalNanoseconds: 1_000_000)
    var random = SeededNumbers(seed: 7)
    let period = 1e6 / 1.03
    grid.anchor(0, at: 1_000_000_000, isEdge: true)
    var worst = 0.0
    for batch in 1...2000 as ClosedRange<UInt64> {
      let time = 1e9 + Double(10 * batch) * period
      grid.learn(10 * batch, at: UInt64(time) + random.below(100_000))
      if batch > 30 { worst = max(worst, abs(Double(grid.instant(of: 10 * batch)) - time - 50_000)) }
    }
    #expect(abs(grid.periodNanoseconds / period - 1) < 2e-3)
    // A third of a single edge's error.
    #expect(worst < 50_000)
  }

  @Test func aSampleIsTheOneNearestToATime() {
    var grid = SampleGrid(nominalNanoseconds: 1_000_000)
    grid.anchor(1000, at: 1_000_000_000, isEdge: true)
    #expect(grid.index(nearest: 1_000_400_000) == 1000)
    #expect(grid.index(nearest: 1_000_600_000) == 1001)
    #expect(grid.index(nearest: 990_400_000) == 990)
    #expect(grid.index(nearest: 3_600_000_000_000) == 3_600_000)
    #expect(grid.instant(of: 990) == 990_000_000)
  }

  /// A day at 1 kHz adds up no rounding.
  @Test func aDayAddsNothingUp() {
    var grid = SampleGrid(nominalNanoseconds: 1_000_000)
    let period = 1_000_000.25
    grid.anchor(0, at: 1_000_000_000, isEdge: true)
    for batch in 1...864 as ClosedRange<UInt64> {
      grid.learn(100_000 * batch, at: 1_000_000_000 + UInt64(Double(100_000 * batch) * period))
    }
    #expect(abs(Double(grid.instant(of: 86_400_000)) - (1e9 + 86_400_000 * period)) < 2)
  }

  @Test func noEdgeTakesThePeriodBeyondWhatAChipMayBeOff() {
    var grid = SampleGrid(nominalNanoseconds: 1_000_000)
    grid.anchor(0, at: 1_000_000_000, isEdge: true)
    grid.learn(10, at: 1_020_000_000)
    #expect(grid.periodNanoseconds <= 1_120_000)
    // An older sample teaches nothing.
    let before = grid.periodNanoseconds
    grid.learn(3, at: 1)
    #expect(grid.periodNanoseconds == before)
  }
}
