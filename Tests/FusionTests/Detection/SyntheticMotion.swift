import Foundation
import Fusion

/// What a device does over time, and the chip on it: continuous motion through the chip's low-pass, sampled at a rate.
struct SyntheticMotion {
  static let gravity = 9.80665

  var seconds: Double
  /// The true acceleration in the device frame, in g, at a time in seconds.
  var acceleration: @Sendable (Double) -> Vector3 = { _ in .zero }
  /// The direction of up in the device frame.
  var up: @Sendable (Double) -> Vector3 = { _ in Vector3(0, 0, 1) }
  /// rad/s.
  var rotationRate: @Sendable (Double) -> Vector3 = { _ in .zero }

  /// The bandwidth that the drivers choose for a rate: the MPU-6050's widest low-pass within half of it.
  private static func bandwidth(_ rate: Double) -> Double {
    [184.0, 94, 44, 21, 10].first { $0 <= rate / 2 } ?? 5
  }

  /// The samples of a chip.
  ///
  /// - Parameters:
  ///   - rate: of the chip, Hz.
  ///   - lost: the share of the samples that never come.
  ///   - phase: of the chip's sampling, as a share of its period.
  ///   - noise: standard deviation on each axis, m/s^2; the default is twice that of an MPU-6050 at 94 Hz.
  func samples(rate: Double, lost: Double = 0, phase: Double = 0, noise: Double = 0.08) -> [FusedSample] {
    var random = SplitMix64(seed: 11)
    let fine = 4.0 * max(rate, 500)
    // Second order, Butterworth, in steps far shorter than its time constant.
    let natural = 2 * Double.pi * Self.bandwidth(rate)
    var value = force(0)
    var slope = Vector3.zero
    var samples: [FusedSample] = []
    var next = phase / rate
    for tick in 0..<Int(seconds * fine) {
      let time = Double(tick) / fine
      slope += (1 / fine) * (natural * natural * (force(time) - value) - natural * 2.0.squareRoot() * slope)
      value += (1 / fine) * slope
      guard time >= next else { continue }
      next += 1 / rate
      guard Double(random.next() >> 11) * 0x1p-53 >= lost else { continue }
      samples.append(
        FusedSample(
          timeNanoseconds: 1_000_000_000 + UInt64((time * 1e9).rounded()),
          specificForce: value + noise * random.vector(), rotationRate: rotationRate(time), up: up(time)))
    }
    return samples
  }

  private func force(_ time: Double) -> Vector3 { Self.gravity * (acceleration(time) + up(time)) }
}

/// Half a sine: a blow of `peak` that lasts `width` seconds from `start` on.
func pulse(_ time: Double, at start: Double, width: Double, peak: Double) -> Double {
  let part = (time - start) / width
  return part > 0 && part < 1 ? peak * sin(.pi * part) : 0
}

/// A blow to a case that rings: `peak` within 2 ms, then a decaying oscillation.
func blow(_ time: Double, at start: Double, peak: Double, hertz: Double = 60, decay: Double = 0.02) -> Double {
  let since = time - start
  return since > 0 ? peak * exp(-since / decay) * sin(2 * .pi * hertz * since) * min(1, since / 0.002) : 0
}

/// The kinds of things found in samples.
func kinds(_ samples: [FusedSample], _ update: (FusedSample) -> Detection?) -> [Detection.Kind] {
  samples.compactMap { update($0)?.kind }
}
