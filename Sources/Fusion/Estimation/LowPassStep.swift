/// What one interval does to a second-order low-pass: the coefficients, computed once and shared by all signals of the
/// same time constant.
///
/// The filter is Butterworth's, `y'' + sqrt(2) w y' + w^2 y = w^2 u`, in state-space form (value and slope), so that
/// its state keeps its meaning when the interval changes. The step is the bilinear (trapezoidal) one with the input
/// held over the interval: one division, no libm. Exact enough: the bilinear rule misplaces frequencies by
/// (w dt)^2 / 12, at 100 Hz 2e-6 for a time constant of 3 s and 7e-5 for one of 0.5 s; and it is stable for every
/// interval, which a Taylor step is not.
struct LowPassStep: Sendable, BitwiseCopyable {
  let slopeToValue: Double
  let inputToValue: Double
  let slopeToSlope: Double
  let inputToSlope: Double

  /// The step of the filter of natural frequency `naturalFrequency` (rad/s) over `seconds`.
  @_noLocks
  init(naturalFrequency: Double, seconds: Double) {
    let squareRootOfTwo = 1.4142135623730951
    let a = 0.5 * naturalFrequency * seconds
    let gain = 1 / (1 + a * (squareRootOfTwo + a))
    slopeToValue = gain * seconds
    inputToValue = gain * 2 * a * a
    slopeToSlope = 2 * gain - 1
    inputToSlope = gain * 2 * a * naturalFrequency
  }

  /// The step of a mean in which the new sample has the share `share` (0 to 1).
  @_noLocks
  init(meanWithShare share: Double) {
    slopeToValue = 0
    inputToValue = share
    slopeToSlope = 0
    inputToSlope = 0
  }
}
