import Foundation
import Pipeline

/// Looks at what the kernel grants the threads.
enum RealtimeChecks {
  static func run(_ configuration: RealtimeConfiguration) -> [Check] {
    var checks = RealtimeReport.probe(configuration).entries.map { entry in
      let outcome = entry.remedy.map { Check.Outcome.warning(remedy: $0) } ?? .good
      return Check(title: entry.title, outcome: outcome)
    }
    let isPreemptible = FileManager.default.contents(atPath: "/sys/kernel/realtime").map { $0.first == 0x31 } ?? false
    checks.append(
      Check(
        title: isPreemptible ? "kernel: PREEMPT_RT" : "kernel: not PREEMPT_RT, which is fine for most uses",
        outcome: .good))
    return checks
  }
}
