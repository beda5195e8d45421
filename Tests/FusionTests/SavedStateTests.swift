import Foundation
import Testing

@testable import Fusion

@Suite struct SavedStateTests {
  static func running() -> (NineAxisFilter, SimulatedMotion) {
    var motion = SimulatedMotion()
    motion.bias = Vector3(0.02, -0.01, 0.03)
    motion.gyroscopeNoise = 0.01
    motion.accelerometerNoise = 0.1
    motion.magnetometerNoise = 0.5
    var filter = NineAxisFilter()
    for _ in 0..<300 { filter.step(&motion, rate: .zero) }
    // Not a multiple of the samples to a correction, so that the intervals hold something.
    for index in 0..<503 { filter.step(&motion, rate: tumbling(0.01 * Double(index))) }
    return (filter, motion)
  }

  @Test func restoredFilterGoesOnToTheLastBit() throws {
    var (filter, motion) = Self.running()
    var restored = try NineAxisFilter(savedState: filter.savedState)
    var six = filter.inertial
    var restoredSix = try OrientationFilter(savedState: six.savedState)
    #expect(restored.savedState == filter.savedState)
    for index in 0..<2000 {
      // Motion, rest, and a magnet for a while.
      motion.earthField.x = index > 500 && index < 900 ? 40 : 0
      let sample = motion.sample(rate: index < 1000 ? tumbling(0.01 * Double(index)) : .zero, seconds: 0.01)
      let field = motion.magneticField()
      for copy in [\Filters.original, \Filters.restored] {
        var pair = Filters(original: filter, restored: restored)
        pair[keyPath: copy].update(
          timeNanoseconds: sample.timeNanoseconds, gyroscope: sample.gyroscope, accelerometer: sample.accelerometer)
        pair[keyPath: copy].update(timeNanoseconds: sample.timeNanoseconds, magneticField: field)
        (filter, restored) = (pair.original, pair.restored)
      }
      six.update(sample)
      restoredSix.update(sample)
      guard index % 200 == 199 else { continue }
      #expect(restored.savedState == filter.savedState)
      #expect(restoredSix.savedState == six.savedState)
    }
    #expect(filter.inertial.isAtRest)
    #expect(restored.orientation == filter.orientation)
    #expect(restored.heading.counts == filter.heading.counts)
  }

  private struct Filters {
    var original: NineAxisFilter
    var restored: NineAxisFilter
  }

  @Test func newFilterIsRestoredToo() throws {
    let restored = try NineAxisFilter(savedState: NineAxisFilter().savedState)
    #expect(restored.inertial.timeNanoseconds == nil)
    #expect(restored.orientation == .identity)
  }

  @Test func lengthsAreAsDocumented() {
    #expect(OrientationFilter().savedState.count == 1382)
    #expect(NineAxisFilter().savedState.count == 1658)
  }

  /// After a start of the machine the clock begins anew: bias, reference of the field and delay are kept.
  @Test func pauseBridgesAnotherClock() throws {
    let (filter, oldMotion) = Self.running()
    var restored = try NineAxisFilter(savedState: filter.savedState)
    restored.pause(seconds: 600)
    #expect(restored.inertial.bias == filter.inertial.bias)
    #expect(restored.inertial.biasUncertainty.x > filter.inertial.biasUncertainty.x)
    #expect(restored.inertial.timeNanoseconds == nil)
    var motion = SimulatedMotion(orientation: Quaternion(rotationVector: Vector3(0.5, 0, 1)))
    motion.bias = oldMotion.bias
    motion.timeNanoseconds = 0
    #expect(restored.step(&motion, rate: .zero) == .gathered)
    for _ in 0..<10 { restored.step(&motion, rate: .zero) }
    #expect(angle(restored.orientation, motion.orientation) < 2)
    #expect(restored.heading.referenceNorm == filter.heading.referenceNorm || !restored.heading.isDisturbed)
  }

  @Test(arguments: [-5.0, .nan, .infinity, 1e18]) func pauseOfAnyLengthLeavesAPossibleState(_ seconds: Double) throws {
    var (filter, motion) = Self.running()
    filter.pause(seconds: seconds)
    _ = try NineAxisFilter(savedState: filter.savedState)
    for _ in 0..<300 { filter.step(&motion, rate: .zero) }
    #expect(angle(filter.orientation, motion.orientation) < 3)
  }

  @Test func eachChangedByteIsRefused() {
    let bytes = Self.running().0.savedState
    for position in 0..<bytes.count {
      var damaged = bytes
      damaged[position] ^= 0x10
      #expect(throws: SavedStateError.self) { try NineAxisFilter(savedState: damaged) }
    }
  }

  @Test func whatIsNoStateIsRefusedWithTheReason() throws {
    let (filter, _) = Self.running()
    let bytes = filter.savedState
    #expect(throws: SavedStateError.notASavedState) { try NineAxisFilter(savedState: []) }
    #expect(throws: SavedStateError.notASavedState) { try NineAxisFilter(savedState: Array("IMRT".utf8)) }
    #expect(throws: SavedStateError.damaged) { try NineAxisFilter(savedState: Array(bytes.dropLast())) }
    #expect(throws: SavedStateError.damaged) { try NineAxisFilter(savedState: bytes + [0]) }
    #expect(throws: SavedStateError.otherFilter) { try OrientationFilter(savedState: bytes) }
    #expect(throws: SavedStateError.otherFilter) { try NineAxisFilter(savedState: filter.inertial.savedState) }
    var newer = bytes
    newer[4] = 4
    #expect(throws: SavedStateError.otherVersion(found: 4, known: 3)) { try NineAxisFilter(savedState: newer) }
    var older = bytes
    older[4] = 2
    #expect(throws: SavedStateError.otherVersion(found: 2, known: 3)) { try NineAxisFilter(savedState: older) }
  }

  /// Well framed, but with a number that no run leads to. Positions by the order of `exchange`.
  @Test(arguments: [
    (0, Double.nan), (0, .infinity), (0, 0.5), (8, -3), (Self.covariance, -1), (Self.covariance, 0),
    (Self.covariance + 8 * 3, 1e6), (Self.covariance + 8 * 12, .nan),
  ])
  func impossibleNumberIsRefused(_ position: Int, _ value: Double) throws {
    var state = try SavedState.content(of: Self.running().0.inertial.savedState, kind: .sixAxis)
    for byte in 0..<8 { state[position + byte] = UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * byte)) }
    let framed = SavedState.framed(state, kind: .sixAxis)
    #expect {
      try OrientationFilter(savedState: framed)
    } throws: { error in
      guard case .impossible(let what)? = error as? SavedStateError else { return false }
      return !what.isEmpty
    }
  }

  /// Behind the orientation, five counts, a flag and the nine numbers of the estimate.
  static let covariance = 8 * 4 + 8 * 5 + 1 + 8 * 9

  /// Found by libFuzzer: a state whose checksum is right and each of whose numbers is finite made an orientation that was not. Any number
  /// of it in turn, at any byte, since flags lie between.
  @Test(arguments: [1e200, 1e9, -1, 1e-300])
  func aNumberBeyondAnyRun_isRefusedOrGivesAFiniteOrientation(_ value: Double) throws {
    let state = try SavedState.content(of: Self.running().0.inertial.savedState, kind: .sixAxis)
    var refused = 0
    for position in 0...state.count - 8 {
      var changed = state
      for byte in 0..<8 { changed[position + byte] = UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * byte)) }
      do throws(SavedStateError) {
        var filter = try OrientationFilter(savedState: SavedState.framed(changed, kind: .sixAxis))
        for step in 1...6 {
          _ = filter.update(
            timeNanoseconds: 3_600_000_000_000 + UInt64(step) * 10_000_000, gyroscope: Vector3(0.1, 0.2, -0.1),
            accelerometer: Vector3(0, 0, 9.8))
        }
        let norm = filter.orientation.norm
        #expect(abs(norm - 1) < 1e-6, "\(norm) at \(position)")
      } catch { refused += 1 }
    }
    #expect(refused > 30)
  }

  /// Found by libFuzzer: a time that is said not to be there, but has a number, was saved as another state than was read.
  @Test func aNumberThatIsNotThere_isRefused() throws {
    var state = try SavedState.content(of: Self.running().0.inertial.savedState, kind: .sixAxis)
    // Before the last time and the last sample, six numbers.
    let flag = state.count - 8 * 7 - 1
    #expect(state[flag] == 1)
    state[flag] = 0
    #expect(throws: SavedStateError.self) {
      try OrientationFilter(savedState: SavedState.framed(state, kind: .sixAxis))
    }
  }

  /// The same of each temperature: the present one, and the one that a rest showed the bias at.
  @Test func aTemperatureThatIsNotThere_isRefused() throws {
    var table = Turntable(hertz: 50)
    table.filter.update(temperatureCelsius: 31.25)
    table.turn(0, seconds: 12)
    let state = try SavedState.content(of: table.filter.savedState, kind: .sixAxis)
    let number = (0..<8).map { UInt8(truncatingIfNeeded: (31.25).bitPattern >> UInt64(8 * $0)) }
    let flags = (0..<state.count - 8).filter { state[$0] == 1 && Array(state[$0 + 1...$0 + 8]) == number }
    #expect(flags.count == 2)
    for flag in flags {
      var changed = state
      changed[flag] = 0
      #expect(throws: SavedStateError.self) {
        try OrientationFilter(savedState: SavedState.framed(changed, kind: .sixAxis))
      }
    }
  }

  @Test func checksumIsTheStandardOne() {
    #expect(SavedState.checksum(Array("123456789".utf8)[...]) == 0xCBF4_3926)
  }
}
