import IMUDrivers
import Pipeline

extension PipelineEvent {
  /// The event as an object between JSON Lines.
  ///
  /// - Parameter sensor: whose it is; nil where there is only one.
  func jsonLine(sensor: String?) -> String {
    jsonObject(sensorField: sensorField(sensor)) + "\n"
  }

  /// The event in words.
  func text(place: String, line: String?) -> String {
    switch kind {
    case .samplesLost(let count, let cause):
      "\(count) sample\(count == 1 ? "" : "s") lost after sample \(sequence): \(cause.name.replacing("_", with: " "))"
    case .eventsLost(let count): "\(count) events lost: the ring was full"
    case .notDelivered(let count): "\(count) value\(count == 1 ? "" : "s") not printed here: output is slow"
    case .transferFailed(let error): error.explanation(chip: place)
    case .lineFailed(let code): "\(line ?? "line"): \(errnoText(code)); polling instead"
    case .pollingStarted(everHadEdges: false):
      "\(line ?? "line"): no edge since the start; check the wire to the chip's INT pin and the pin's function; polling instead"
    case .pollingStarted(everHadEdges: true): "\(line ?? "line"): edges are missing; polling until they return"
    case .edgesReturned: "\(line ?? "line"): edges are back"
    case .lineDistrusted(edgesKeepMissing: false):
      "\(line ?? "line"): edges come that announce no sample; check that the wire goes to the chip's INT pin; polling instead"
    case .lineDistrusted(edgesKeepMissing: true):
      "\(line ?? "line"): edges fail again and again; check the wire to the chip's INT pin; polling instead"
    case .edgeTimesForeign:
      "\(line ?? "line"): edges are stamped by another clock (a kernel before 5.7?); samples get the time when an edge arrives"
    case .healthChanged(let from, let to): "health: \(from.name) -> \(to.name)"
    case .sensitivitySuspect(let gravities):
      "at rest the accelerometer shows \((gravities * 100).rounded() / 100) g: its sensitivity is not what its range says; "
        + "a clone, or another range set by hand. Nothing is rescaled"
    case .chipRestarted: "the chip was set up again"
    case .fifoReset(.fifoOverflow): "the chip's FIFO was full and was emptied; its samples are lost"
    case .fifoReset: "the chip's FIFO was out of step and was emptied; its samples are lost"
    case .configurationLost(let register, let wrote, let found):
      "\(place) register \(hex(register)): \(hex(found)) where \(hex(wrote)) was written: the configuration is lost; "
        + "check supply and wiring, and whether another program uses the chip. The chip is set up again"
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
}
