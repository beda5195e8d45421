import Pipeline

/// The recording of a report, made as `imu-rt record` makes one: every sample of the chip as it comes.
struct SensorRecording {
  /// Nobody looks at values, so that the slowest does: it wakes least.
  private static let interval = UpdateInterval(hertz: 10)

  let sensor: SensorDescription
  /// Why the chip is polled although the configuration names a data-ready line; nil where it is not.
  let lineFault: PipelineError?
  private let pipeline: MotionPipeline
  private let recorder: SessionRecorder

  /// What came of it.
  struct Outcome {
    let counters: PipelineCounters
    let report: SessionRecorder.Report
    /// Why the chip was lost in the end; nil when it was not.
    let loss: String?
  }

  /// Starts. A line that can't be had costs the edges, not the samples.
  ///
  /// - Parameter path: of a file that is not there yet.
  init(_ configuration: PipelineConfiguration, path: String) throws(PipelineError) {
    do throws(RecordingError) { recorder = try SessionRecorder(path) } catch { throw .recording(error) }
    var configuration = configuration
    (configuration.updateInterval, configuration.recorder) = (Self.interval, recorder)
    let started: (pipeline: MotionPipeline, lineFault: PipelineError?)
    do throws(PipelineError) { started = try Self.start(configuration) } catch {
      recorder.abandon()
      throw error
    }
    (pipeline, lineFault) = started
    guard let sensor = pipeline.sensor else { throw .lost(reason: "the pipeline stopped as it began") }
    self.sensor = sensor
  }

  private static func start(
    _ configuration: PipelineConfiguration
  ) throws(PipelineError) -> (pipeline: MotionPipeline, lineFault: PipelineError?) {
    var pipeline = MotionPipeline(configuration)
    do throws(PipelineError) {
      try pipeline.start()
      return (pipeline, nil)
    } catch {
      guard case .line = error, case .hardware(var hardware) = configuration.source else { throw error }
      var configuration = configuration
      hardware.interrupt = nil
      (configuration.source, configuration.sharedLine) = (.hardware(hardware), nil)
      pipeline = MotionPipeline(configuration)
      try pipeline.start()
      return (pipeline, error)
    }
  }

  /// Ends it; the file is whole then.
  func stop() -> Outcome {
    // Forgotten with the stop, and with a chip's return.
    let loss = pipeline.faultReason
    pipeline.stop()
    return Outcome(counters: pipeline.countersAtStop ?? PipelineCounters(), report: recorder.report, loss: loss)
  }

  /// Where the times of the rows come from.
  var timeSource: String {
    guard let line = sensor.line else {
      return "polled: a row's time is when its sample was found, so that the jitter is the polling's"
    }
    return sensor.usesFIFO
      ? "from the FIFO: a row's time is reckoned from the edges of \(line), which smooths the jitter"
      : "a row's time is the kernel's time of its edge on \(line)"
  }
}
