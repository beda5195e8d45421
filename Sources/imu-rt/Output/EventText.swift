import IMUDrivers
import Pipeline

extension PipelineEvent {
  /// The event as an object between JSON Lines.
  ///
  /// - Parameter sensor: whose it is; nil where there is only one.
  func jsonLine(sensor: String?) -> String {
    "{\"event\":\"\(name)\"\(sensorField(sensor)),\"time_ns\":\(timeNanoseconds),\"after_seq\":\(sequence)\(details)}\n"
  }

  /// The event in words.
  func text(place: String, line: String?) -> String {
    switch kind {
    case .samplesLost(let count, let cause):
      "\(count) sample\(count == 1 ? "" : "s") lost after sample \(sequence): \(cause.name.replacing("_", with: " "))"
    case .eventsLost(let count): "\(count) events lost: the ring was full"
    case .transferFailed(let error): error.explanation(bus: place)
    case .lineFailed(let code): "\(line ?? "line"): \(errnoText(code)); polling instead"
    case .pollingStarted(everHadEdges: false):
      "\(line ?? "line"): no edge since the start; check the wire to the chip's INT pin and the pin's function; polling instead"
    case .pollingStarted(everHadEdges: true): "\(line ?? "line"): edges are missing; polling until they return"
    case .edgesReturned: "\(line ?? "line"): edges are back"
    case .healthChanged(let from, let to): "health: \(from.name) -> \(to.name)"
    case .sensitivitySuspect(let gravities):
      "at rest the accelerometer shows \((gravities * 100).rounded() / 100) g: its sensitivity is not what its range says; "
        + "a clone, or another range set by hand. Nothing is rescaled"
    case .chipRestarted: "the chip was set up again"
    case .fifoReset(.fifoOverflow): "the chip's FIFO was full and was emptied; its samples are lost"
    case .fifoReset: "the chip's FIFO was out of step and was emptied; its samples are lost"
    case .configurationLost(let register, let wrote, let found):
      "\(place) register \(hex(register)): \(hex(found)) where \(hex(wrote)) was written: the configuration is lost; "
        + "check supply and wiring. The chip is set up again"
    case .readCorrupted(let register):
      "\(place) register \(hex(register)): a read came wrong and was repeated; on a Raspberry Pi 1 to 3 lower the bus clock"
    case .wordsFrozen(let words):
      words == .motion
        ? "no word moves any more: the chip is stuck"
        : "\(words) stands still while the rest moves: a damaged or switched-off axis"
    case .allZero: "all words are 0: the chip measures nothing"
    case .clipping(let words): "\(words) at the end of the range; what moves more needs a larger one"
    case .temperatureImpossible(let celsius):
      "\((celsius * 10).rounded() / 10) degrees Celsius: no working chip is at this temperature; the last good one is used"
    case .busCleared: "\(place): the data line was held low and is free again"
    }
  }

  private var name: String {
    switch kind {
    case .samplesLost: "samples_lost"
    case .eventsLost: "events_lost"
    case .transferFailed: "transfer_failed"
    case .lineFailed: "line_failed"
    case .pollingStarted: "polling_started"
    case .edgesReturned: "edges_returned"
    case .healthChanged: "health_changed"
    case .sensitivitySuspect: "sensitivity_suspect"
    case .chipRestarted: "chip_restarted"
    case .fifoReset: "fifo_reset"
    case .configurationLost: "configuration_lost"
    case .readCorrupted: "read_corrupted"
    case .wordsFrozen: "words_frozen"
    case .allZero: "all_zero"
    case .clipping: "clipping"
    case .temperatureImpossible: "temperature_impossible"
    case .busCleared: "bus_cleared"
    }
  }

  private var details: String {
    switch kind {
    case .samplesLost(let count, let cause): ",\"count\":\(count),\"cause\":\"\(cause.name)\""
    case .eventsLost(let count): ",\"count\":\(count)"
    case .transferFailed(let error):
      ",\"address\":\(error.address),\"register\":\(error.register),\"errno\":\(error.code)"
    case .lineFailed(let code): ",\"errno\":\(code)"
    case .pollingStarted(let everHadEdges): ",\"ever_had_edges\":\(everHadEdges)"
    case .healthChanged(let from, let to): ",\"from\":\"\(from.name)\",\"to\":\"\(to.name)\""
    case .sensitivitySuspect(let gravities): ",\"norm_g\":\(gravities)"
    case .fifoReset(let cause): ",\"cause\":\"\(cause.name)\""
    case .configurationLost(let register, let wrote, let found):
      ",\"register\":\(register),\"wrote\":\(wrote),\"found\":\(found)"
    case .readCorrupted(let register): ",\"register\":\(register)"
    case .wordsFrozen(let words), .clipping(let words):
      ",\"words\":[\(words.names.map { "\"\($0)\"" }.joined(separator: ","))]"
    case .temperatureImpossible(let celsius): ",\"celsius\":\(celsius)"
    case .edgesReturned, .chipRestarted, .allZero, .busCleared: ""
    }
  }
}
