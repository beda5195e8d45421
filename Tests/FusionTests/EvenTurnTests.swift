import Foundation
import Fusion
import Testing

/// After a known rest a turn of 1 deg/s or more is followed at once and for as long as it lasts, however softly it begins: within
/// half a percent and a degree of what the gyroscope itself measured.
@Suite struct EvenTurnTests {
  /// A turn and the chip that makes it.
  struct Case: CustomStringConvertible {
    var rate: Double
    var ramp: Double
    var shape: Turntable.Ramp
    var tilt: Vector3
    var bias: Vector3
    var noise: Double
    var rest: Double
    var part: Part
    var hasTemperature: Bool

    var description: String {
      "\(rate) deg/s after \(rest) s in \(ramp) s \(shape), tilt \(tilt), bias \(bias), noise \(noise), \(part.name), temperature \(hasTemperature)"
    }
  }

  /// What a part's data sheet says of its zero-rate output, deg/s, and each degree.
  struct Part {
    var name: String
    var tolerance: Double
    var perDegree: Double

    var parameters: OrientationFilter.Parameters {
      var parameters = OrientationFilter.Parameters()
      parameters.limitBias(tolerance: radians(tolerance), perDegree: radians(perDegree))
      return parameters
    }
  }

  static let parts = [
    Part(name: "MPU-6050", tolerance: 20, perDegree: 1.0 / 3), Part(name: "MPU-6500", tolerance: 5, perDegree: 0.24),
    Part(name: "LSM6DS3", tolerance: 10, perDegree: 0.15), Part(name: "LSM6DS3TR-C", tolerance: 3, perDegree: 0.15),
  ]
  static let rates = [1.0, -1, 1.3, 2, -3, 5, 12, 28.65, -45, 90, 180]
  static let ramps = [0.0, 1, 5, 10, 20, 30, 40, 40]
  static let tilts = [Vector3.zero, Vector3(30, -20, 0), Vector3(180, 0, 0), Vector3(0, 85, 0), Vector3(90, 0, 0)]
  /// As shares of the part's tolerance.
  static let biases = [
    Vector3(0.4, -0.3, 0.2), .zero, Vector3(-0.9, 0.9, -0.9), Vector3(0.9, -0.8, 0.7), Vector3(0.1, 0.1, -0.3),
  ]
  static let noises = [0.05, 0.1, 0.03]
  static let rests = [30.0, 6, 20, 12]

  /// Each rate with each ramp; the rest goes round at lengths without common divisors, so that all meet all.
  static let cases: [Case] = {
    var cases: [Case] = []
    for rate in rates {
      for (index, ramp) in ramps.enumerated() {
        let number = cases.count
        let part = parts[number % 4]
        cases.append(
          Case(
            rate: rate, ramp: ramp, shape: Turntable.Ramp.allCases[(index + number / 8) % 3], tilt: tilts[number % 5],
            bias: part.tolerance * biases[number / 2 % 5], noise: noises[number % 3], rest: rests[number / 3 % 4],
            part: part,
            hasTemperature: number % 7 < 4))
      }
    }
    return cases
  }()

  @Test func aTurnAfterARestIsFollowedAtOnceAndToItsEnd() {
    for turn in Self.cases {
      var table = Turntable(
        tilt: turn.tilt, bias: turn.bias, noise: turn.noise, hertz: 50, parameters: turn.part.parameters)
      if turn.hasTemperature { table.celsius = 31 }
      table.turn(0, seconds: turn.rest)
      table.startCounting()
      var worst = -1.0
      let watch = { (table: Turntable) in worst = max(worst, table.excess) }
      table.ramp(to: turn.rate, seconds: turn.ramp, shape: turn.shape, watch: watch)
      table.turn(turn.rate, seconds: 45, watch: watch)
      #expect(worst <= 0, "\(turn): \(worst) deg beyond")
      // Nothing runs backwards when the board stops.
      table.turn(0, seconds: 10, watch: watch)
      #expect(worst <= 0, "\(turn), after the stop: \(worst) deg beyond")
      #expect(table.filter.isAtRest, "\(turn)")
    }
  }

  /// A rest of 5 s from the first sample on is known, at each rate of samples, even where the turn begins so softly that it takes as long
  /// to show.
  @Test(arguments: [10.0, 25, 100, 200], [5.0, 6, 8]) func aTurnAfterAShortFirstRestIsFollowed(
    _ hertz: Double, _ rest: Double
  ) {
    for (index, ramp) in [0.0, 2, 5, 10, 20, 30, 40].enumerated() {
      for rate in [1.0, -1.5, 5, -19] {
        var table = Turntable(
          tilt: Self.tilts[index % 5], bias: Vector3(2, -1.5, index % 2 == 0 ? 1 : -3), hertz: hertz)
        table.turn(0, seconds: rest)
        table.startCounting()
        table.ramp(to: rate, seconds: ramp, shape: Turntable.Ramp.allCases[index % 3])
        table.turn(rate, seconds: 20)
        #expect(table.excess <= 0, "\(rate) deg/s in \(ramp) s: \(table.headingError) of \(table.turned) deg")
      }
    }
  }

  @Test(arguments: [1.0, -1.5, 12]) func aTurnIsFollowedForAnHour(_ rate: Double) {
    var table = Turntable(tilt: Vector3(10, 5, 0), bias: Vector3(2, -1.5, 1), hertz: 20)
    table.celsius = rate > 0 ? nil : 30
    table.turn(0, seconds: 30)
    table.startCounting()
    table.ramp(to: rate, seconds: 40)
    table.turn(rate, seconds: 3600)
    #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
    #expect(!table.filter.isAtRest)
    table.turn(0, seconds: 20)
    #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
    #expect(table.filter.isAtRest)
  }

  /// Bumps break the stillness again and again; at the same rate as before it is the same turn.
  @Test func aTurnWithBumpsIsFollowedForHalfAnHour() {
    var table = Turntable(bias: Vector3(2, -1.5, 1), hertz: 20)
    table.turn(0, seconds: 30)
    table.startCounting()
    for _ in 0..<180 {
      table.turn(1.2, seconds: 9.8)
      for sign in [1.0, -1, 1, -1] { table.step(1.2 + 3 * sign, acceleration: Vector3(0, 0, 2 * sign)) }
    }
    #expect(!table.filter.isAtRest)
    #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
  }

  /// About an axis that leans, gravity goes along.
  @Test(arguments: [5.0, 20, 45, 80, 90], [1.0, -2, 20]) func aTurnAboutALeaningAxisIsFollowed(
    _ lean: Double, _ rate: Double
  ) {
    var table = Turntable(bias: Vector3(2, -1.5, 1), hertz: 50)
    table.axis = Vector3(sin(radians(lean)), 0, cos(radians(lean)))
    table.turn(0, seconds: 15)
    let before = table.filter.orientation * table.motion.orientation.conjugate
    table.startCounting()
    table.ramp(to: rate, seconds: 40)
    table.turn(rate, seconds: 30)
    let after = table.filter.orientation * table.motion.orientation.conjugate
    #expect(angle(after, before) <= 1 + 0.005 * table.turned)
  }

  /// From one rate to the next, with and without a stop between.
  @Test(
    arguments: [false, true],
    [
      [(5.0, 40.0, 30.0), (0, 40, 8), (-5, 40, 30), (0, 40, 20)],
      [(1, 40, 30), (0, 40, 5), (-1, 40, 30), (0, 40, 5), (1, 40, 30), (0, 5, 20)],
      [(1, 0, 20), (0, 0, 3), (-1, 0, 20), (0, 0, 3), (1, 0, 20), (0, 0, 3), (-1, 0, 20), (0, 0, 10)],
      [(5, 20, 30), (1, 20, 100), (0, 10, 10)], [(2, 40, 20), (-2, 40, 20), (1, 20, 60), (0, 10, 20)],
      [(90, 2, 20), (0, 2, 5), (-90, 2, 20), (0, 2, 5), (1, 40, 60)],
    ]) func turnsAfterTurnsAreFollowed(_ hasTemperature: Bool, _ turns: [(Double, Double, Double)])
  {
    var table = Turntable(tilt: Vector3(35, 20, 0), bias: Vector3(-4, 3, -6), hertz: 50)
    if hasTemperature { table.celsius = 25 }
    table.turn(0, seconds: 20)
    table.startCounting()
    for (rate, ramp, seconds) in turns {
      table.ramp(to: rate, seconds: ramp)
      table.turn(rate, seconds: seconds)
      #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg at \(table.seconds) s")
    }
  }

  /// A car that gathers speed and goes round a circle of 80 m at 8 m/s: 5.7 deg/s, and a steady 0.8 m/s^2 to the side.
  @Test func aCarsCircleIsFollowed() {
    var table = Turntable(bias: Vector3(2, -1.5, 1), hertz: 50)
    table.turn(0, seconds: 20)
    for _ in 0..<400 { table.step(0, acceleration: Vector3(1, 0, 0)) }
    table.startCounting()
    for index in 0..<15_000 {
      let heading = radians(5.73) * Double(index) / 50
      table.step(5.73, acceleration: 0.8 * Vector3(-sin(heading), cos(heading), 0))
    }
    #expect(table.excess <= 0, "\(table.headingError) of \(table.turned) deg")
    #expect(!table.filter.isAtRest)
  }
}
