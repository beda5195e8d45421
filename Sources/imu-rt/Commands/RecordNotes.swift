import Pipeline

/// Tells events on standard error while a session is recorded; those that come before the introduction wait for it.
final class RecordNotes: Sendable {
  private struct State {
    var sensor: StreamedSensor?
    var early: [PipelineEvent] = []
  }

  private let isQuiet: Bool
  private let state = Guarded(State())

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func begin(_ sensor: StreamedSensor) {
    guard !isQuiet else { return }
    state.withLock { state in
      for line in sensor.introduction(wantedHertz: nil) { note(line) }
      for entry in sensor.pipeline.realtimeReport?.entries ?? [] where !entry.isGranted { note(entry.line) }
      for event in state.early { say(event, sensor) }
      state = State(sensor: sensor)
    }
  }

  func take(_ update: MotionUpdate) {
    guard !isQuiet, case .event(let event) = update else { return }
    state.withLock { state in
      if let sensor = state.sensor { say(event, sensor) } else { state.early.append(event) }
    }
  }

  private func say(_ event: PipelineEvent, _ sensor: StreamedSensor) {
    sensor.say(event.text(place: sensor.found?.place ?? "", line: sensor.found?.line))
  }
}
