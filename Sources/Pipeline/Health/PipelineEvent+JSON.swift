extension PipelineEvent {
  /// The event as a JSON object on one line, as `imu-rt stream` prints it and a recording keeps it.
  ///
  /// - Parameter sensorField: a field that says whose it is, with a comma in front; empty where there is only one.
  package func jsonObject(sensorField: String = "") -> String {
    "{\"event\":\"\(name)\"\(sensorField),\"time_ns\":\(timeNanoseconds),\"after_seq\":\(sequence)\(details)}"
  }

  private var name: String {
    switch kind {
    case .samplesLost: "samples_lost"
    case .eventsLost: "events_lost"
    case .notDelivered: "not_printed"
    case .transferFailed: "transfer_failed"
    case .lineFailed: "line_failed"
    case .pollingStarted: "polling_started"
    case .edgesReturned: "edges_returned"
    case .lineDistrusted: "line_distrusted"
    case .edgeTimesForeign: "edge_times_foreign"
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
    case .eventsLost(let count), .notDelivered(let count): ",\"count\":\(count)"
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
    case .lineDistrusted(let keepMissing): ",\"edges_keep_missing\":\(keepMissing)"
    case .edgesReturned, .edgeTimesForeign, .chipRestarted, .allZero, .busCleared: ""
    }
  }
}
