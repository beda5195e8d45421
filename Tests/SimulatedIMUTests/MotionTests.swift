import SimulatedIMU
import Testing

@Suite struct MotionTests {
  private func norm(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

  @Test func level_showsPlusGOnTheUpwardAxis() {
    let motion = StillMotion().motion(atNanoseconds: 0)
    #expect(motion.specificForce == SIMD3(0, 0, 9.80665))
    let onItsSide = StillMotion(pose: TrueOrientation(roll: .pi / 2, pitch: 0, yaw: 1))
    let force = onItsSide.motion(atNanoseconds: 0).specificForce
    #expect(norm(force - SIMD3(0, 9.80665, 0)) < 1e-12)
  }

  @Test func noise_isTheSameForTheSameSeed_andHasItsDeviation() {
    let noise = SeededNoise(seed: 3, angularRate: 0.1, specificForce: 0.5)
    let a = StillMotion(noise: noise)
    let b = StillMotion(noise: SeededNoise(seed: 4, angularRate: 0.1, specificForce: 0.5))
    var sum = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero
    let count = 20_000
    for index in 0..<count {
      let time = UInt64(index) * 1_000_000
      let motion = a.motion(atNanoseconds: time)
      #expect(motion == a.motion(atNanoseconds: time))
      #expect(motion != b.motion(atNanoseconds: time))
      sum += motion.angularRate
      squares += motion.angularRate * motion.angularRate
    }
    for axis in 0..<3 {
      #expect(abs(sum[axis] / Double(count)) < 4 * 0.1 / Double(count).squareRoot())
      #expect(abs((squares[axis] / Double(count)).squareRoot() - 0.1) < 0.003)
    }
  }

  /// Integrates the rates with the exact exponential of each step and compares with the stated orientation.
  private func largestError(_ source: some OrientedMotionSource, seconds: Int) -> Double {
    let step: UInt64 = 500_000
    var estimate = source.orientation(atNanoseconds: 0)
    var largest = 0.0
    for index in 0..<UInt64(seconds) * 2000 {
      let rate = source.motion(atNanoseconds: index * step + step / 2).angularRate
      let angle = norm(rate) * Double(step) * 1e-9
      if angle > 0 { estimate = estimate * TrueOrientation(axis: rate, angle: angle) }
      let truth = source.orientation(atNanoseconds: (index + 1) * step)
      let dot = estimate.w * truth.w + estimate.x * truth.x + estimate.y * truth.y + estimate.z * truth.z
      largest = max(largest, 1 - abs(dot))
    }
    return largest
  }

  @Test func theRates_areTheDerivativesOfTheOrientation() {
    #expect(largestError(MovingMotion(), seconds: 30) < 1e-9)
    #expect(largestError(RotationMotion(axis: SIMD3(1, -2, 0.5), rate: 3), seconds: 10) < 1e-9)
  }

  @Test func theForce_isGravityInTheAxesOfTheOrientation() {
    for index in 0..<100 as Range<UInt64> {
      let moving = MovingMotion()
      let time = index * 123_456_789
      let expected = moving.orientation(atNanoseconds: time).up * 9.80665
      #expect(norm(moving.motion(atNanoseconds: time).specificForce - expected) < 1e-12)
    }
  }

  @Test func keyFrames_areJoinedByLines_orHeld() {
    let a = Motion(specificForce: SIMD3(0, 0, 10), angularRate: SIMD3(1, 0, 0), temperature: 20)
    let b = Motion(specificForce: SIMD3(0, 4, 10), angularRate: SIMD3(3, 0, 0), temperature: 30)
    let frames = [ScriptedMotion.KeyFrame(seconds: 1, motion: a), ScriptedMotion.KeyFrame(seconds: 3, motion: b)]
    let linear = ScriptedMotion(frames)
    #expect(linear.motion(atNanoseconds: 0) == a)
    let middle = linear.motion(atNanoseconds: 2_000_000_000)
    #expect(middle.specificForce == SIMD3(0, 2, 10) && middle.angularRate.x == 2 && middle.temperature == 25)
    #expect(linear.motion(atNanoseconds: 9_000_000_000) == b)
    let held = ScriptedMotion(frames, interpolation: .hold)
    #expect(held.motion(atNanoseconds: 2_999_999_999) == a)
    #expect(held.motion(atNanoseconds: 3_000_000_000) == b)
  }

  /// A value between two steps is, in the mean, read as it is; without dither the nearest step would stand in for it.
  @Test(arguments: [0.0, 0.1, 0.25, 0.4, -0.3])
  func dither_makesTheMeanOfRoundedValuesTrue(part: Double) {
    let step = 0.002
    let still = Motion(specificForce: SIMD3(repeating: part * step), angularRate: SIMD3(repeating: part * step))
    let motion = DitheredMotion(Repeated(motion: still), angularRateStep: step, specificForceStep: step)
    for axis in 0..<3 {
      let values = (0..<20_000).map { motion.sample($0) }
      let rates = values.map { ($0.angularRate[axis] / step).rounded() }
      let forces = values.map { ($0.specificForce[axis] / step).rounded() }
      // Of 20,000 values the mean deviates by 0.5 / sqrt(20,000) = 0.0035 at most; five deviations.
      #expect(abs(rates.reduce(0, +) / 20_000 - part) < 0.018)
      #expect(abs(forces.reduce(0, +) / 20_000 - part) < 0.018)
      #expect(values.allSatisfy { abs($0.angularRate[axis] - part * step) <= step / 2 })
    }
    #expect(motion.sample(7) == motion.sample(7), "a pure function of the index")
  }
}

/// The same sample again and again.
private struct Repeated: SampledMotionSource {
  let motion: Motion
  let sampleCount = 20_000
  func sampleInstant(_ index: Int) -> UInt64 { UInt64(index) * 1_000_000 }
  func sample(_ index: Int) -> Motion { motion }
}
