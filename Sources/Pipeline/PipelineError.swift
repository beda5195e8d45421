import IMUDrivers

/// Why a pipeline could not start, or what its handlers are told when the chip is lost. The description is one line that says
/// what to do.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// The adapter could not be opened.
  case bus(I2CBusError)
  /// The data-ready line could not be had.
  case line(GPIOLineError)
  /// The sensor can't share its line as it is set up, or no simulated wire is there to be shared.
  case sharedLine(reason: String)
  /// The chip could not be set up.
  case sensor(SensorError)
  /// The calibration is damaged or belongs to another chip.
  case calibration(ConfigurationError)
  /// The simulated chip's fault script can't be read or has a fault itself.
  case faultScript(reason: String)
  /// The session can't be recorded.
  case recording(RecordingError)
  /// The chip was lost while running; the pipeline goes on trying.
  case lost(reason: String)
  /// A thread could not be made.
  case thread(name: String, code: Int32)
  /// The pipeline runs already.
  case alreadyRunning
  /// A thread of the last run has not ended within the time that a stop waits for it.
  case stillStopping(thread: String)

  public var description: String {
    switch self {
    case .bus(let error): error.description
    case .line(let error): error.description
    case .sharedLine(let reason): reason
    case .sensor(let error): error.description
    case .calibration(let error): "calibration: \(error.description)"
    case .faultScript(let reason): reason
    case .recording(let error): error.description
    case .lost(let reason): reason
    case .thread(let name, let code): "could not start thread \(name): \(errnoText(code))"
    case .alreadyRunning: "the pipeline runs already; stop it first"
    case .stillStopping(let thread):
      "the last run has not ended: the thread \(thread) is held up by the bus, the disk or a handler"
    }
  }
}
