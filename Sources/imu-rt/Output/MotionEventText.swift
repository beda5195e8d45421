import Fusion
import Pipeline

extension MotionEvent {
  /// The event as an object between JSON Lines.
  ///
  /// - Parameter sensor: whose it is; nil where there is only one.
  func jsonLine(sensor: String?) -> String {
    "{\"event\":\"\(name)\"\(sensorField(sensor)),\"time_ns\":\(timeNanoseconds),\"seq\":\(sequence),\"began_ns\":\(beganNanoseconds)\(details)}\n"
  }

  /// The event in words.
  var text: String {
    switch kind {
    case .shake: "shake"
    case .tap(let count): count == 1 ? "tap" : count == 2 ? "double tap" : "\(count) taps"
    case .freeFall: "free fall"
    case .landing(let seconds): "landing after \(seconds.fixed(2)) s of fall"
    case .step(let count, let cadence): "\(count) steps, \(cadence.fixed(2)) a second"
    case .orientation(let orientation): "orientation: \(orientation.name.replacing("_", with: " "))"
    }
  }

  private var name: String {
    switch kind {
    case .shake: "shake"
    case .tap: "tap"
    case .freeFall: "fall"
    case .landing: "landing"
    case .step: "step"
    case .orientation: "orientation"
    }
  }

  private var details: String {
    switch kind {
    case .shake, .freeFall: ""
    case .tap(let count): ",\"count\":\(count)"
    case .landing(let seconds): ",\"fall_s\":\(seconds)"
    case .step(let count, let cadence): ",\"count\":\(count),\"cadence_hz\":\(cadence)"
    case .orientation(let orientation): ",\"orientation\":\"\(orientation.name)\""
    }
  }
}
