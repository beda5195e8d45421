import Foundation
import Testing

@testable import Fusion

/// What may be learnt as bias at rest is bounded by what is known, and what can't be told is said in the uncertainty.
@Suite struct RestEvidenceTests {
  /// Before any rest a turn beyond the part's tolerance is a turn.
  @Test(arguments: EvenTurnTests.parts)
  func aRateBeyondThePartsToleranceIsATurnFromTheFirstSampleOn(_ part: EvenTurnTests.Part) {
    for rate in [1.15 * part.tolerance, -28.65] {
      var table = Turntable(hertz: 50, parameters: part.parameters)
      table.turn(rate, seconds: 1)
      table.startCounting()
      table.turn(rate, seconds: 120)
      #expect(!table.filter.isAtRest)
      #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
      table.turn(0, seconds: 10)
      #expect(table.filter.isAtRest)
      #expect(degrees(table.filter.bias.length) < 0.05)
    }
  }

  /// ... and one within, at rest from the first sample on, is the bias.
  @Test(arguments: EvenTurnTests.parts)
  func aBiasAtTheEndOfThePartsToleranceIsFound(_ part: EvenTurnTests.Part) {
    let bias = Vector3(part.tolerance, -part.tolerance, part.tolerance)
    var table = Turntable(tilt: Vector3(10, -25, 0), bias: bias, parameters: part.parameters)
    table.turn(0, seconds: 6)
    #expect(table.filter.isAtRest)
    #expect(degrees((table.filter.bias - radians(bias)).length) < 0.05)
    #expect(abs(table.headingError) < 0.5)
  }

  /// A turn that slows down evenly is no rest on the way, though each of its rates could be a bias.
  @Test(arguments: [0.1, 0.3, 1]) func aTurnThatSlowsDownFromTheFirstSampleOnIsNoRest(_ slope: Double) {
    var table = Turntable(hertz: 50)
    table.turn(30, seconds: 5)
    table.ramp(to: 0, seconds: 30 / slope)
    table.turn(0, seconds: 20)
    #expect(table.filter.isAtRest)
    #expect(degrees(table.filter.bias.length) < 0.05)
  }

  /// An even turn within the tolerance from the first sample on can't be told from rest. The uncertainty says so about the vertical,
  /// and about no other axis; a rest in another pose settles it.
  @Test(arguments: [0.0, 5, 15]) func oneRestDoesNotProveTheBiasAboutTheVertical(_ rate: Double) {
    var table = Turntable(tilt: Vector3(0, 90, 0), bias: Vector3(0.5, -0.5, 0.3), hertz: 50)
    table.turn(rate, seconds: 20)
    let up = table.filter.up
    let error = table.filter.bias - table.motion.bias
    let uncertainty = table.filter.biasUncertainty
    #expect(abs(error.dot(up)) < 3 * degrees(table.filter.headingRateUncertainty))
    #expect(degrees(table.filter.headingRateUncertainty) > 5)
    #expect(degrees(uncertainty.x) > 5)
    #expect(degrees(max(uncertainty.y, uncertainty.z)) < 0.2)
    // Put down on another side, and on a third: a tilt that runs away at 15 deg/s has the filter begin anew.
    for _ in 0..<100 { table.step(rotation: Vector3(0, radians(-45), 0)) }
    table.turn(0, seconds: 20)
    for _ in 0..<100 { table.step(rotation: Vector3(radians(45), 0, 0)) }
    table.turn(0, seconds: 20)
    #expect(table.filter.isAtRest)
    #expect(degrees((table.filter.bias - table.motion.bias).length) < 0.05)
    #expect(degrees(table.filter.headingRateUncertainty) < 0.5)
    #expect(degrees(table.filter.biasUncertainty.length) < 1)
  }

  /// Motion in which that axis gets horizontal proves it, too.
  @Test func motionProvesTheBiasAboutTheFirstVertical() {
    var table = Turntable(bias: Vector3(0.5, -0.5, 0.3), hertz: 50)
    table.turn(0, seconds: 20)
    #expect(degrees(table.filter.biasUncertainty.length) > 5)
    for index in 0..<3000 { table.step(rotation: tumbling(0.02 * Double(index))) }
    #expect(degrees(table.filter.biasUncertainty.length) < 1)
    #expect(degrees((table.filter.bias - table.motion.bias).length) < 0.2)
  }

  /// A calibrated chip starts with the calibration's uncertainty: even a slow turn is one from the first sample on.
  @Test(arguments: [1.0, -5, 28.65]) func aCalibratedChipsTurnIsFollowedFromTheFirstSampleOn(_ rate: Double) {
    var parameters = OrientationFilter.Parameters()
    parameters.biasInitialDeviation = radians(0.1)
    parameters.calibratedCelsius = 25
    var table = Turntable(hertz: 50, parameters: parameters)
    table.celsius = 25
    table.turn(rate, seconds: 300)
    #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
    #expect(degrees(table.filter.headingRateUncertainty) < 1)
    table.turn(0, seconds: 5)
    #expect(table.filter.isAtRest)
  }

  /// A calibrated chip that is 15 degrees warmer than then may have a bias of some deg/s again.
  @Test func aCalibratedChipAtAnotherTemperatureIsFoundAtRest() {
    var parameters = OrientationFilter.Parameters()
    parameters.biasInitialDeviation = radians(0.1)
    parameters.calibratedCelsius = 25
    var table = Turntable(bias: Vector3(-1, 1, 1.5), hertz: 50, parameters: parameters)
    table.celsius = 40
    table.turn(0, seconds: 12)
    #expect(table.filter.isAtRest)
    #expect(degrees((table.filter.bias - table.motion.bias).length) < 0.1)
  }

  /// At rest a bias that jumps moves axes that no turn about the vertical moves; one about the vertical alone is a turn.
  @Test func aJumpAtRestIsABiasWhereNoTurnCanBe() {
    var table = Turntable(hertz: 50)
    table.turn(0, seconds: 10)
    table.motion.bias = radians(Vector3(3, -4, 5))
    table.turn(0, seconds: 12)
    #expect(table.filter.isAtRest)
    #expect(degrees((table.filter.bias - table.motion.bias).length) < 0.1)
    #expect(abs(table.headingError) < 10)
    table.motion.bias = radians(Vector3(3, -4, 8))
    table.turn(0, seconds: 120)
    #expect(!table.filter.isAtRest)
    // Set up again, a chip may show another bias within what a warm-up makes of it.
    table.motion.bias = radians(Vector3(3, -4, 6.5))
    table.filter.noteChipRestart()
    table.turn(0, seconds: 10)
    #expect(table.filter.isAtRest)
  }

  /// A thermometer that never moved proves nothing, and neither do values that no chip has.
  @Test(arguments: [25.0, .nan, .infinity, -273, 1e9]) func aDeadThermometerIsAsGoodAsNone(_ celsius: Double) {
    var table = Turntable(hertz: 25)
    func step(_ rate: Double, _ push: Vector3 = .zero) {
      table.filter.update(temperatureCelsius: celsius)
      table.step(rate, acceleration: push)
    }
    for _ in 0..<500 { step(0) }
    for index in 0..<15_000 {
      table.motion.bias.z = radians(1.5) * Double(index) / 15_000
      step(40 * sin(0.03 * Double(index)), Vector3(sin(0.25 * Double(index)), 0, 0))
    }
    for _ in 0..<500 { step(0) }
    #expect(table.filter.isAtRest)
    #expect(table.filter.orientation.isFinite)
  }
}
