import Pipeline

/// Looks at what the kernel grants the threads.
enum RealtimeChecks {
  static func run(_ configuration: RealtimeConfiguration) -> [Check] {
    var checks = RealtimeReport.probe(configuration).entries.map { entry in
      let outcome = entry.remedy.map { Check.Outcome.warning(remedy: $0) } ?? .good
      return Check(title: entry.title, outcome: outcome)
    }
    let isPreemptible = FileContents.small("/sys/kernel/realtime")?.first == UInt8(ascii: "1")
    checks.append(
      Check(
        title: isPreemptible ? "kernel: PREEMPT_RT" : "kernel: not PREEMPT_RT, which is fine for most uses",
        outcome: .good))
    return checks
  }
}
