import SoakWalk

/// A door through which bytes from outside come in. FuzzTests sends damaged and random ones through, from seeds; the program of
/// `make fuzz` those that libFuzzer finds by their way through the code.
public enum FuzzEntry: String, CaseIterable, Sendable {
  /// A configuration, of one sensor or several; what it asks for is run.
  case configuration
  /// A fault script; a chip follows it.
  case faultScript = "fault-script"
  /// A calibration; what was read is written and read again.
  case calibration
  /// The CSV of a recording; a chip feels it.
  case recording
  /// A file for `imu-rt replay`: a recording of our own with its notes, plain or gzip; run through the filter.
  case replay
  /// A filter's saved state.
  case savedState = "saved-state"
  /// A file of the accelerometer recorder.
  case archive
  /// What a chip and its bus do in register mode.
  case registers
  /// What a chip and its bus do in FIFO mode.
  case fifo
  /// What a chip and its bus do in a self-test.
  case selfTest = "self-test"

  /// Most bytes that make sense.
  public var byteLimit: Int {
    switch self {
    case .registers, .fifo, .selfTest: 16_384
    default: 4096
    }
  }

  /// Takes an input in.
  ///
  /// - Returns: what is wrong with what came of it; nil if it was taken or refused as it should be. A trap is a fault of its own.
  public func complaint(_ input: [UInt8]) -> String? {
    switch self {
    case .configuration: FuzzedFile.configuration(input)
    case .faultScript: FuzzedFile.faultScript(input)
    case .calibration: FuzzedFile.calibration(input)
    case .recording: FuzzedFile.recording(input)
    case .replay: FuzzedFile.replay(input)
    case .savedState: FuzzedFile.savedState(input)
    case .archive: FuzzedFile.archive(input)
    case .registers: FuzzedRun.pipeline(InputNumbers(input), usesFIFO: false, milliseconds: 250)
    case .fifo: FuzzedRun.pipeline(InputNumbers(input), usesFIFO: true, milliseconds: 250)
    case .selfTest: FuzzedRun.selfTest(InputNumbers(input))
    }
  }

  /// The same from endless random numbers, for the entries of a chip and its bus; nil for those of files.
  public func complaint(seed: UInt64) -> String? {
    let numbers = SeededNumbers(seed: seed)
    return switch self {
    case .registers: FuzzedRun.pipeline(numbers, usesFIFO: false, milliseconds: 600)
    case .fifo: FuzzedRun.pipeline(numbers, usesFIFO: true, milliseconds: 600)
    case .selfTest: FuzzedRun.selfTest(numbers)
    default: nil
    }
  }
}
