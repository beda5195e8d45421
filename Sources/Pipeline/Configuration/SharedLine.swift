import IMUDrivers

/// A GPIO line that the interrupt pins of several chips pull low: one request of the kernel's, for the pipelines of all of them.
///
/// Configurations of sensors on one line hold the same object. Each pipeline asks its own chip at every edge that could be its
/// own, and when a sample is overdue; none waits for another. Safe from any thread; not for the sample path.
public final class SharedLine: Sendable {
  /// How many sensors share the line.
  public let sensorCount: Int
  /// The line while a pipeline uses it.
  private let open = Guarded(Open())

  private struct Open {
    weak var line: SharedGPIOLine?
  }

  /// - Parameter sensorCount: at least 1.
  public init(sensorCount: Int) {
    precondition(sensorCount > 0, "a line is shared by sensors")
    self.sensorCount = sensorCount
  }

  /// The line for one more pipeline; requested with the first, given back with the last.
  func listen(_ line: HardwareSource.InterruptLine) throws(PipelineError) -> any DataReadyLine {
    let result = open.withLock { open -> Result<any DataReadyLine, PipelineError> in
      do throws(GPIOLineError) {
        let shared: SharedGPIOLine
        if let running = open.line {
          shared = running
        } else {
          shared = try SharedGPIOLine(chip: line.chip, line: line.line, bias: line.bias, listeners: sensorCount)
        }
        guard let listener = shared.listen() else { return .failure(.alreadyRunning) }
        open.line = shared
        return .success(listener)
      } catch { return .failure(.line(error)) }
    }
    return try result.get()
  }

  /// What a sensor's configuration has to say before it can share a line; nil where it can.
  ///
  /// A pin that is driven both ways fights with the others. One that signals with a pulse, or by a high level, doesn't keep the
  /// line low until its chip is served, and what another one holds hides it for good. A burst from a FIFO keeps the bus from the
  /// others for as long as their samples last, and they have no other call.
  static func need(_ sensor: SensorConfiguration, _ readout: Readout) -> String? {
    let pin = sensor.interrupt
    guard pin.openDrain, pin.activeLow, pin.latched else {
      return
        "activeLow: true, openDrain: true, latched: true in its 'interrupt', so that its pin pulls the line until it is served "
        + "and never drives it against the others"
    }
    guard readout == .fifo || sensor.usesFIFO else { return nil }
    return "readout: \"registers\", since a batch from a FIFO would hide the others' samples"
  }
}
