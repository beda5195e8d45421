import Fusion
import Testing

@Suite("Bias over temperature")
struct ThermalBiasTests {
  private static let slope = radians(Vector3(0.03, -0.01, 0.002))
  private static let bias = radians(Vector3(2, -1, 0.5))

  /// Rests at temperatures, one after the other, of chips with an own turn-on error each.
  private func learn(
    _ temperatures: [Double], seconds: Double = 5, turnOn: Double = 0, into start: ThermalBias = ThermalBias()
  ) throws -> ThermalBias {
    var thermal = start
    var random = SplitMix64(seed: 99)
    for (index, temperature) in temperatures.enumerated() {
      var chip = ChipAtRest(seed: UInt64(index + 1))
      chip.temperatureCelsius = temperature
      chip.bias = Self.bias + (temperature - 25) * Self.slope + turnOn * random.vector()
      var record = RestRecord()
      try chip.record(seconds: seconds, into: &record)
      thermal = try GyroscopeCalibration(rest: record, continuing: thermal).thermal
    }
    return thermal
  }

  @Test func slopeIsLearntRestByRest() throws {
    let thermal = try learn([20, 24, 28, 32, 36, 40])
    let slope = try thermal.slope()
    let error = slope.slope - Self.slope
    #expect(error.length < 4 * slope.uncertainty.length)
    #expect(error.length < radians(0.002))
    #expect(slope.uncertainty.length < radians(0.001))
    #expect(slope.lowestCelsius == 20 && slope.highestCelsius == 40)
  }

  @Test func turnOnErrors_averageOut() throws {
    let temperatures = (0..<40).map { 20 + Double($0 * 7 % 21) }
    let slope = try learn(temperatures, seconds: 2.6, turnOn: radians(0.05)).slope()
    #expect((slope.slope - Self.slope).length < radians(0.005))
  }

  @Test func smallRange_isRefused() throws {
    let thermal = try learn([25, 26, 27, 29.9])
    #expect(throws: CalibrationRefusal.self) { try thermal.slope() }
    guard case .temperatureRange(let found, 5) = try calibrationRefusal({ _ = try thermal.slope() }) else {
      Issue.record("no reason")
      return
    }
    #expect(abs(found - 4.9) < 1e-9)
    #expect(try calibrationRefusal { _ = try ThermalBias().slope() } == .temperatureRange(found: 0, needed: 5))
    _ = try learn([30.1], into: thermal).slope()
  }

  /// 25 minutes at one temperature, three times what the memory holds, forgets nothing of what was learnt at others.
  @Test func longStayAtOneTemperature_doesNotWipeTheSlope() throws {
    let learnt = try learn([20, 25, 30, 35, 40])
    let before = try learnt.slope()
    let after = try learn([30], seconds: 1500, into: learnt)
    #expect((try after.slope().slope - before.slope).length < radians(0.002))
    // Bounded: what is known along the present temperature stays at the memory's 2000 windows.
    #expect(after.state.information.x < 2100)
  }

  @Test func slopeThatNoChipHas_isRefused() throws {
    var state = try learn([20, 40]).state
    state.slope = Vector3(radians(15), 0, 0)
    let thermal = try #require(ThermalBias(state: state))
    guard case .implausible = try calibrationRefusal({ _ = try thermal.slope() }) else {
      Issue.record("1.5 deg/s for each degree was believed")
      return
    }
  }

  @Test func stateComesBackAsItWas() throws {
    let thermal = try learn([20, 30, 40])
    #expect(ThermalBias(state: thermal.state) == thermal)
  }

  @Test func stateThatNoLearningLeadsTo_isRefused() throws {
    let good = try learn([20, 30]).state
    let changes: [(inout ThermalBias.State) -> Void] = [
      { $0.information = .zero }, { $0.information = Vector3(1, 2, 1) }, { $0.information.x = -1 },
      { $0.information.z = .nan }, { $0.level.x = .infinity }, { $0.slope.y = .nan }, { $0.residual.z = -1 },
      { $0.lowest = $0.highest + 1 }, { $0.count = -1 }, { $0.count = .nan }, { $0.highest = .infinity },
    ]
    for change in changes {
      var state = good
      change(&state)
      #expect(ThermalBias(state: state) == nil)
    }
  }
}
