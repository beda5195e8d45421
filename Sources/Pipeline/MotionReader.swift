import IMUDrivers
import RingBuffer

/// Reads the latest value of a run without waiting for anybody: for control loops at real-time priority.
///
///     try pipeline.start()
///     guard let reader = pipeline.reader else { return }
///     while running { if let sample = reader.read() { steer(sample) } }
///
/// A read takes no lock, calls neither heap nor kernel (the clock of hardware is read from a page that the kernel maps) and counts no
/// references, under the proof of the sample path: that is why it can't be copied. Each thread takes its own; up to 14 may be in the middle
/// of a read at once. Wait-free.
///
/// It belongs to the run it was taken from, and keeps its last value alive; after a stop that value grows stale. Take another one behind each
/// start.
public struct MotionReader: ~Copyable, Sendable {
  private let values: LatestValueStorage<MotionSample>
  /// Held for its lifetime alone.
  private let latest: LatestValueReader<MotionSample>
  private let clock: BusClock
  private let rate: SharedRate
  private let chipHertz: Double
  private let staleAfterSeconds: Double

  init(_ outlet: Outlet, rate: SharedRate, staleAfterSeconds: Double) {
    latest = outlet.latest
    values = latest.storage
    clock = outlet.clock
    self.rate = rate
    chipHertz = outlet.sensor.active.sampleRateHertz
    self.staleAfterSeconds = staleAfterSeconds
  }

  /// The newest published value; nil before the first, and when it is older than the configuration allows.
  ///
  /// Unlike ``MotionPipeline/latest`` it follows no slow interval: it is as new as the most demanding consumer asks for.
  @_noLocks
  public func read() -> MotionSample? {
    guard let sample = values.read(), age(of: sample) <= staleAfter else { return nil }
    return sample
  }

  /// Seconds since a sample was taken, by the clock that stamped it.
  @_noLocks
  public func age(of sample: MotionSample) -> Double {
    (Double(clock.nowNanoseconds) - Double(sample.timeNanoseconds)) * 1e-9
  }

  /// Seconds between two published values.
  var publicationSeconds: Double { @_noLocks get { max(1 / rate.hertz, 1 / chipHertz) } }

  /// Age from which on the newest value is stale, seconds: never while the next one is not late yet.
  var staleAfter: Double { @_noLocks get { max(staleAfterSeconds, 2 * publicationSeconds) } }
}
