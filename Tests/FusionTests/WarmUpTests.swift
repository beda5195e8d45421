import Foundation
import Fusion
import Testing

/// The opposite of ``EvenTurnTests``: a bias that drifts while its chip warms up is no turn.
@Suite struct WarmUpTests {
  enum Way: CaseIterable {
    case tumbling, cart, evenTurn
  }

  /// How far a warm-up has come after some seconds.
  enum Course: CaseIterable {
    case straight, settling

    func share(_ seconds: Double) -> Double {
      self == .straight ? min(1, seconds / 600) : 1 - exp(-seconds / 150)
    }
  }

  static let drifts = [Vector3(0, 0, 1.5), Vector3(0.9, -0.9, -0.9)]

  /// Warms by 15 degrees, which moves the bias by 1.5 deg/s, in ten minutes of motion, and lies still.
  @Test(arguments: Way.allCases, [false, true])
  func aChipThatWarmedInMotionIsFoundAtRest(_ way: Way, _ hasTemperature: Bool) {
    for (course, drift) in [
      (Course.straight, Self.drifts[0]), (.settling, -Self.drifts[0]), (.straight, Self.drifts[1]),
    ] {
      var table = Turntable(bias: Vector3(1, -2, 0.5), hertz: 25)
      let start = table.motion.bias
      func warm(_ table: inout Turntable, after seconds: Double) {
        table.motion.bias = start + radians(course.share(seconds) * drift)
        if hasTemperature { table.celsius = 22 + 15 * course.share(seconds) }
      }
      warm(&table, after: 0)
      table.turn(0, seconds: 20)
      for index in 0..<15_000 {
        let seconds = Double(index) / 25
        warm(&table, after: seconds)
        Self.move(&table, way, seconds)
      }
      var found = 61.0
      for index in 0..<1500 {
        warm(&table, after: 600 + Double(index) / 25)
        table.step(0)
        if table.filter.isAtRest { found = min(found, Double(index) / 25) }
      }
      #expect(found < 60, "\(way) \(course) \(drift)")
      let bias = table.filter.bias - table.motion.bias
      #expect(degrees(bias.length) < 0.1, "\(way) \(course) \(drift): \(degrees(bias.length)) deg/s")
      table.startCounting()
      table.turn(0, seconds: 120)
      #expect(abs(table.headingError) < 0.2, "\(way) \(course) \(drift): \(table.headingError) deg")
    }
  }

  private static func move(_ table: inout Turntable, _ way: Way, _ seconds: Double) {
    switch way {
    case .tumbling: table.step(rotation: tumbling(seconds))
    case .cart:
      let push = Vector3(1.2 * sin(6 * seconds), cos(7 * seconds), 0.5 * sin(9 * seconds))
      table.step(40 * sin(0.8 * seconds), acceleration: push)
    case .evenTurn: table.step(seconds < 599 ? 25 : 0)
    }
  }

  /// Part of the warm-up passes in motion, and the rest at rest.
  @Test(arguments: [60.0, 180, 300], [false, true])
  func aChipThatWarmsInMotionAndAtRestIsFoundAtRest(_ inMotion: Double, _ hasTemperature: Bool) {
    var table = Turntable(bias: Vector3(1, -2, 0.5), hertz: 25)
    let start = table.motion.bias
    table.turn(0, seconds: 20)
    var found = Double.infinity
    for index in 0..<Int((inMotion + 200) * 25) {
      let seconds = Double(index) / 25
      let share = Course.settling.share(seconds)
      table.motion.bias = start + radians(share * Self.drifts[0])
      if hasTemperature { table.celsius = 22 + 15 * share }
      if seconds < inMotion { Self.move(&table, .cart, seconds) } else { table.step(0) }
      guard seconds >= inMotion else { continue }
      if table.filter.isAtRest { found = min(found, seconds - inMotion) }
      if seconds >= inMotion + 60, seconds < inMotion + 60.04 { table.startCounting() }
    }
    #expect(found < 60)
    #expect(abs(table.headingError) < 0.3, "\(table.headingError) deg")
  }

  /// At rest all the time: it stays at rest, and the heading still.
  @Test(arguments: Course.allCases, [false, true])
  func aChipThatWarmsAtRestStaysAtRest(_ course: Course, _ hasTemperature: Bool) {
    for drift in Self.drifts {
      var table = Turntable(tilt: Vector3(20, 0, 0), bias: Vector3(1, -2, 0.5), hertz: 25)
      let start = table.motion.bias
      table.turn(0, seconds: 20)
      table.startCounting()
      var atRest = 0
      for index in 0..<15_000 {
        let share = course.share(Double(index) / 25)
        table.motion.bias = start + radians(share * drift)
        if hasTemperature { table.celsius = 22 + 15 * share }
        table.step(0)
        if table.filter.isAtRest { atRest += 1 }
      }
      #expect(atRest > 14_900, "\(course) \(drift): \(atRest)")
      #expect(abs(table.headingError) < 0.3, "\(course) \(drift): \(table.headingError) deg")
      #expect(degrees((table.filter.bias - table.motion.bias).length) < 0.15)
      // And a turn of the warm chip is a turn.
      table.startCounting()
      table.ramp(to: 1, seconds: 40)
      table.turn(1, seconds: 60)
      #expect(table.excess < 0.5, "\(course) \(drift): \(table.headingError) deg")
    }
  }
}
