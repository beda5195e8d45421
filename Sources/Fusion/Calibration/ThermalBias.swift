/// Learns how a gyroscope's bias changes with temperature, rest by rest, in constant memory.
///
/// A straight line by recursive least squares. Forgetting is directional (L. Cao, H. Schwartz, "A directional forgetting
/// algorithm based on the decomposition of the information matrix", Automatica 36, 2000): a new rest displaces old ones at
/// its own temperature only, so that hours at one temperature don't wipe out what was learnt at others.
public struct ThermalBias: Sendable, Equatable, BitwiseCopyable {
  /// By how many degrees Celsius the temperature must have changed before a slope is given.
  public static let leastRange = 5.0
  /// The largest slope that is believed, in rad/s for each degree: three times the MPU-6050's (product specification 3.4,
  /// section 6.1: 20 deg/s from 25 to 85 degrees).
  public static let greatestSlope = 1.0 * radiansPerDegree

  /// What is kept of an observation when the next one comes at the same temperature: 2000 windows, 8 minutes of rest.
  private static let memory = 1 - 1.0 / 2000
  /// Where the line's level is counted from, and the unit of its slope, both in degrees Celsius.
  private static let reference = 25.0
  private static let unit = 10.0
  /// What is known of a slope beforehand, counted in observations: a window's mean is good to 0.02 deg/s, and slopes lie
  /// within about 0.1 deg/s for each degree.
  private static let priorOfSlope = 4e-4
  private static let priorOfLevel = 1e-3

  /// Everything that was learnt, as numbers to store: see ``init(state:)``.
  public struct State: Sendable, Equatable, BitwiseCopyable {
    /// Number of windows so far.
    public var count: Double
    /// The information matrix of level and slope (level, both, slope), in observations.
    public var information: Vector3
    /// The bias at 25 degrees Celsius, in rad/s.
    public var level: Vector3
    /// The slope in rad/s for each 10 degrees.
    public var slope: Vector3
    /// The mean square of what the line does not explain, (rad/s)^2.
    public var residual: Vector3
    /// The lowest and the highest temperature so far, in degrees Celsius.
    public var lowest, highest: Double

    /// A state of the given numbers.
    public init(
      count: Double, information: Vector3, level: Vector3, slope: Vector3, residual: Vector3, lowest: Double,
      highest: Double
    ) {
      self.count = count
      self.information = information
      self.level = level
      self.slope = slope
      self.residual = residual
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// Everything that was learnt.
  public private(set) var state: State

  /// Nothing learnt yet.
  public init() {
    state = State(
      count: 0, information: Vector3(Self.priorOfLevel, 0, Self.priorOfSlope), level: .zero, slope: .zero,
      residual: .zero, lowest: 0, highest: 0)
  }

  /// What was learnt and stored before; nil for numbers that no learning leads to.
  public init?(state: State) {
    let isFinite =
      state.information.isFinite && state.level.isFinite && state.slope.isFinite && state.residual.isFinite
      && state.lowest.isFinite && state.highest.isFinite && state.count.isFinite
    let information = state.information
    let isDefinite = information.x > 0 && information.x * information.z - information.y * information.y > 0
    let residual = state.residual
    guard isFinite, isDefinite, state.count >= 0, state.lowest <= state.highest,
      residual.x >= 0, residual.y >= 0, residual.z >= 0
    else { return nil }
    self.state = state
  }

  /// Takes a window of rest. The caller has made sure that it was: ``RestRecord/requireRest()``.
  mutating func take(_ window: RestWindow) {
    let temperature = window.temperatureCelsius
    if state.count == 0 {
      state.level = window.rate
      state.lowest = temperature
      state.highest = temperature
    }
    state.count += 1
    state.lowest = min(state.lowest, temperature)
    state.highest = max(state.highest, temperature)
    let t = (temperature - Self.reference) / Self.unit
    let error = window.rate - state.level - t * state.slope
    inform(t)
    let inverse = inverse
    state.level += (inverse.x + inverse.y * t) * error
    state.slope += (inverse.y + inverse.z * t) * error
    let share = max(1 / state.count, 1 - Self.memory)
    let square = Vector3(error.x * error.x, error.y * error.y, error.z * error.z)
    state.residual += share * (square - state.residual)
  }

  /// Forgets along (1, t) and adds an observation there.
  private mutating func inform(_ t: Double) {
    var information = state.information
    let along = Vector3(information.x + information.y * t, information.y + information.z * t, 0)
    let forgotten = (1 - Self.memory) / (along.x + along.y * t)
    information -= forgotten * Vector3(along.x * along.x, along.x * along.y, along.y * along.y)
    state.information = information + Vector3(1, t, t * t)
  }

  /// The inverse of the information matrix.
  private var inverse: Vector3 {
    let information = state.information
    let determinant = information.x * information.z - information.y * information.y
    return Vector3(information.z, -information.y, information.x) / determinant
  }

  /// The slope as far as it is known.
  ///
  /// - Throws: ``CalibrationRefusal`` while the temperature has not changed enough, or when no chip has such a slope.
  public func slope() throws(CalibrationRefusal) -> ThermalSlope {
    let range = state.highest - state.lowest
    guard range >= Self.leastRange else { throw .temperatureRange(found: range, needed: Self.leastRange) }
    let slope = state.slope / Self.unit
    guard slope.greatestMagnitude <= Self.greatestSlope else {
      throw .implausible(
        .gyroscope, "a slope of \(decimal(slope.greatestMagnitude / radiansPerDegree, 2)) deg/s for each degree Celsius"
      )
    }
    return ThermalSlope(
      slope: slope, uncertainty: (inverse.z * state.residual).squareRoots / Self.unit, lowestCelsius: state.lowest,
      highestCelsius: state.highest)
  }
}
