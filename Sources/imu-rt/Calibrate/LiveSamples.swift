import Dispatch
import Fusion
import Pipeline
import Synchronization

/// Uncalibrated samples from a chip, until the caller has enough, the time is over or the user stops it.
struct LiveSamples {
  /// How it ended.
  enum End {
    case complete
    case timedOut
    case stopped
  }

  private let pipeline: MotionPipeline
  private let timeout: Double

  init(_ source: SourceOptions, timeout: Double) throws {
    var configuration = try source.configuration()
    // The chip's own axes and values, every one of them.
    configuration.mounting = .aligned
    configuration.calibrationPath = nil
    configuration.updateInterval = .everySample
    pipeline = MotionPipeline(configuration)
    self.timeout = timeout
  }

  /// - Parameters:
  ///   - begin: is told what was found before the first sample.
  ///   - take: takes a sample; true when it was the last one needed.
  func run(
    begin: (SensorDescription) throws -> Void, progress: ProgressBar,
    take: (CalibrationSample) throws -> Bool
  ) async throws -> End {
    let updates = pipeline.updates(interval: .everySample, capacity: 4096)
    let signals = Signals { [pipeline] in
      Ending.begin()
      pipeline.stop()
    }
    defer { withExtendedLifetime(signals) {} }
    try pipeline.start()
    defer { pipeline.stop() }
    guard let sensor = pipeline.sensor else { return .stopped }
    try begin(sensor)
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + timeout)
    timer.setEventHandler { [pipeline] in pipeline.stop() }
    timer.resume()
    defer { timer.cancel() }
    for await update in updates {
      switch update {
      case .sample(let sample): if try take(CalibrationSample(raw: sample)) { return .complete }
      case .event(let event):
        if case .healthChanged(.starting, .running) = event.kind { continue }
        progress.say(event.text(place: sensor.place, line: sensor.line))
      // Not asked for.
      case .detected: break
      }
    }
    // Relaxed: a lone flag; partner of the store in Ending.begin().
    return Ending.hasBegun.load(ordering: .relaxed) ? .stopped : .timedOut
  }
}

extension CalibrationSample {
  /// What the chip showed: the filter's bias put back.
  init(raw sample: MotionSample) {
    self.init(
      timeNanoseconds: sample.timeNanoseconds, angularRate: sample.rotationRate + sample.bias,
      specificForce: sample.specificForce, temperatureCelsius: sample.temperatureCelsius)
  }
}
