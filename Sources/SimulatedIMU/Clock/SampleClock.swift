/// The instants at which a chip takes its samples: a steady oscillator, or the rows of a recording.
///
/// An oscillator's instants are origin + k * period, rounded to the nanosecond, so that no error adds up. A recording's
/// instants are its own, whatever rate the chip is set to. All times are in nanoseconds on the board's clock.
struct SampleClock {
  /// One tick of the clock.
  struct Tick {
    var time: UInt64
    /// Number of base periods since the clock began to run, from 1; rows of a recording count alike.
    var count: UInt64
    /// The row that this tick brings; nil when the oscillator runs.
    var row: Int?
  }

  private enum Playback {
    case none
    case playing(start: UInt64, nextRow: Int)
    case ended
  }

  /// The next tick, or `.max` while the clock stands still.
  private(set) var next = UInt64.max
  private let recording: (any SampledMotionSource)?
  private var playback = Playback.none
  private var isRunning = false
  private var origin: UInt64 = 0
  private var period = 0.0
  private var nominalHertz = 0.0
  private var count: UInt64 = 0
  private var error: Double

  /// - Parameter error: relative error of the oscillator; 0.05 runs 5 % fast.
  init(recording: (any SampledMotionSource)?, error: Double) {
    self.recording = recording
    self.error = error
  }

  /// Whether rows of a recording set the pace.
  var isPlaying: Bool {
    if case .playing = playback { true } else { false }
  }

  /// Runs at a rate; the first tick comes one period after `time`.
  mutating func run(hertz: Double, from time: UInt64) {
    isRunning = true
    nominalHertz = hertz
    origin = time
    count = 0
    period = 1e9 / (hertz * (1 + error))
    schedule(after: time)
  }

  /// Stands still until ``run(hertz:from:)``. The rows of a recording pass by unseen meanwhile.
  mutating func stop() {
    isRunning = false
    next = .max
  }

  /// Changes the oscillator's error; the phase starts anew at `time`.
  mutating func setError(_ newError: Double, at time: UInt64) {
    error = newError
    if isRunning && !isPlaying { run(hertz: nominalHertz, from: time) }
  }

  /// Lets row k of the recording come at `start` plus the row's own instant; no other tick comes before.
  mutating func play(from start: UInt64) {
    guard let recording, recording.sampleCount > 0 else { return }
    playback = .playing(start: start, nextRow: 0)
    if isRunning { schedule(after: start &- 1) }
  }

  /// Takes the tick that is due at ``next``.
  mutating func take() -> Tick {
    let time = next
    count += 1
    guard case .playing(let start, let row) = playback else {
      next = origin &+ UInt64((Double(count + 1) * period).rounded())
      return Tick(time: time, count: count, row: nil)
    }
    playback = .playing(start: start, nextRow: row + 1)
    schedule(after: time)
    return Tick(time: time, count: count, row: row)
  }

  private mutating func schedule(after time: UInt64) {
    switch playback {
    case .none:
      next = origin &+ UInt64((Double(count + 1) * period).rounded())
    case .ended:
      next = .max
    case .playing(let start, var row):
      guard let recording else { return }
      while row < recording.sampleCount, start &+ recording.sampleInstant(row) <= time { row += 1 }
      if row < recording.sampleCount {
        playback = .playing(start: start, nextRow: row)
        next = start &+ recording.sampleInstant(row)
      } else {
        playback = .ended
        next = .max
      }
    }
  }
}
