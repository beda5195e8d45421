import Dispatch
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `imu-rt doctor --report`: looks, records, tests, and puts what was found into one file that a stranger can send.
struct DoctorReport {
  static let allowedSeconds = 0.5...120.0

  let file: String
  let isReplacing: Bool
  var seconds = 30.0
  let source: SourceOptions
  let isQuiet: Bool

  /// - Returns: what was found, and what the report holds, a line for each of its files.
  /// - Throws: where the report can't be written, or was stopped; nothing stays behind then. A chip that is missing, or is lost in the
  ///   midst, is a finding of the report.
  func run() async throws -> (checks: [Check], list: [String]) {
    let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Before there is a folder: whatever comes from now on finds it taken away.
    let signals = Signals {
      Ending.begin()
      tick.yield()
    }
    defer { withExtendedLifetime(signals) {} }
    let asked = try source.namedConfigurations()
    let folder = try ReportFolder(for: file, replacing: isReplacing)
    defer { folder.remove() }
    let progress = ProgressBar(isQuiet: isQuiet)
    progress.say(
      "gathers kernel, board, buses, chips, registers and \(seconds.fixed(1)) s of samples into \(file); nothing is sent. "
        + "Lay the device down and leave it alone")
    let configurations = try asked.map { try PipelineConfiguration.onSharedBoards($0) }
    var checks = InstallationChecks.run(configurations)
    var sensors = try sensors(asked, configurations, in: folder)
    for index in sensors.indices {
      try Self.requireNotStopped()
      sensors[index].readSetUp(reported: checks)
    }
    try Self.requireNotStopped()
    for index in sensors.indices { sensors[index].startRecording() }
    if sensors.contains(where: \.isRecording) { await wait(ticks, tick, progress) }
    // All of them before any is judged, which takes its time.
    let outcomes = sensors.map { $0.stopRecording() }
    try Self.requireNotStopped()
    progress.show(1, "self-test", steps: 0)
    for index in sensors.indices {
      sensors[index].judge(outcomes[index])
      try Self.requireNotStopped()
      sensors[index].runSelfTest()
      checks += sensors[index].checks
    }
    try Self.requireNotStopped()
    progress.clear()
    return try write(checks, sensors, isNamed: asked != nil, to: folder)
  }

  /// What is reported on: the sensors that are named, else the first chip that answers, else none.
  private func sensors(
    _ asked: [PipelineConfiguration]?, _ configurations: [PipelineConfiguration]?, in folder: ReportFolder
  ) throws -> [SensorReport] {
    var asked = asked ?? []
    if configurations == nil {
      // The checks have said already that there is none.
      do { asked = try source.configurations() } catch is ToolFault {}
    }
    return zip(asked, configurations ?? asked).enumerated().map { index, pair in
      SensorReport(
        pair.0, as: pair.1, name: asked.count == 1 ? "" : "sensor-\(index + 1)/",
        path: folder.place(of: "recording-\(index + 1).csv"))
    }
  }

  /// Waits until the time is over, or somebody stops it.
  private func wait(_ ticks: AsyncStream<Void>, _ tick: AsyncStream<Void>.Continuation, _ progress: ProgressBar) async {
    let began = DispatchTime.now().uptimeNanoseconds
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now(), repeating: min(0.25, seconds / 4))
    timer.setEventHandler { tick.yield() }
    timer.resume()
    defer { timer.cancel() }
    for await _ in ticks {
      let elapsed = Double(DispatchTime.now().uptimeNanoseconds - began) * 1e-9
      // Relaxed: partner of the store in Ending.begin().
      guard elapsed < seconds, !Ending.hasBegun.load(ordering: .relaxed) else { return }
      progress.show(elapsed / seconds, "records, \((seconds - elapsed).fixed(0)) s left", steps: 0)
    }
  }

  private static func requireNotStopped() throws {
    // Relaxed: partner of the store in Ending.begin().
    guard !Ending.hasBegun.load(ordering: .relaxed) else {
      throw ToolFault("stopped before it was done; nothing was written")
    }
  }

  private func write(
    _ checks: [Check], _ sensors: [SensorReport], isNamed: Bool, to folder: ReportFolder
  ) throws -> (checks: [Check], list: [String]) {
    let scrubber = PathScrubber(files: sensors.flatMap(\.namedFiles) + [source.path].compactMap(\.self))
    var archive = ReportArchive()
    func add(_ name: String, _ what: String, _ text: String) { archive.add(name, what, scrubber.scrubbed(text)) }
    add("findings.txt", "what 'imu-rt doctor' found", checks.map { $0.line.singleLine + "\n" }.joined())
    // Who named a sensor has the other buses left alone, as doctor does.
    let machine = MachineText.text(scanned: isNamed ? sensors.compactMap(\.bus) : nil)
    add("machine.txt", "kernel, board, GPIO chips, buses and what answers on them", machine)
    for sensor in sensors { try sensor.add(to: &archive, from: folder, scrubber: scrubber) }
    let hasSimulated = sensors.contains { $0.isSimulated }
    let title = "A report by imu-rt \(Tool.version) doctor" + (hasSimulated ? ", of a SIMULATED chip." : ".")
    let size = try folder.finish(archive.bytes(title: title, now: time(nil)))
    return (
      checks, ["\(file): \(size) bytes; names no host and no person. It holds:"] + archive.list
    )
  }
}
