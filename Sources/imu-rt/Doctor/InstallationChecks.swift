import Pipeline

/// Looks at everything that a sensor needs before it runs: bus, chip, data-ready line, real-time rights.
enum InstallationChecks {
  /// - Parameter configurations: the sensors that are meant; nil looks at every bus.
  static func run(_ configurations: [PipelineConfiguration]?) -> [Check] {
    guard let configurations else {
      return BusChecks.run(nil) + LineChecks.run(nil, activeLow: false) + RealtimeChecks.run(.ofTool)
    }
    var checks: [Check] = []
    var realtime: [RealtimeConfiguration] = []
    for configuration in configurations {
      switch configuration.source {
      case .hardware(let hardware):
        checks += BusChecks.run(hardware)
        checks += LineChecks.run(hardware.interrupt, activeLow: configuration.sensor.interrupt.activeLow)
      case .simulated, .custom: checks += simulatedChecks(configuration)
      }
      if !realtime.contains(configuration.realtime) { realtime.append(configuration.realtime) }
    }
    return realtime.reduce(checks) { $0 + RealtimeChecks.run($1) }
  }

  /// A simulated chip is started and stopped again.
  private static func simulatedChecks(_ configuration: PipelineConfiguration) -> [Check] {
    var configuration = configuration
    configuration.realtime = .none
    let pipeline = MotionPipeline(configuration)
    do throws(PipelineError) { try pipeline.start() } catch {
      return [Check(title: "simulated chip", outcome: .fault(remedy: error.description))]
    }
    defer { pipeline.stop() }
    let title = pipeline.sensor.map { "\($0.variant.name) at \($0.place)" } ?? "simulated chip"
    return [Check(title: title, outcome: .good)]
  }
}
