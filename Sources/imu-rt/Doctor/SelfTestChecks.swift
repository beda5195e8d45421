import IMUDrivers
import Pipeline

/// What a chip's self-test found, a line for each axis.
enum SelfTestChecks {
  /// The test of the chip that a configuration names, whatever comes of it.
  static func run(_ configuration: PipelineConfiguration, place: String) -> [Check] {
    do throws(SelfTestError) { return list(try configuration.selfTest()) } catch {
      let remedy = error.description.dropping(prefix: "\(place): ")
      let outcome: Check.Outcome =
        switch error {
        case .moving, .noProcedure: .warning(remedy: remedy)
        case .chip, .notRestored, .source: .fault(remedy: remedy)
        }
      return [Check(title: "\(place): self-test", outcome: outcome)]
    }
  }

  static func list(_ report: SelfTestReport) -> [Check] { report.axes.map { check($0, part: report.variant.name) } }

  private static func check(_ axis: SelfTestAxis, part: String) -> Check {
    let decimals = axis.sensor == .accelerometer ? 3 : 1
    let unit = axis.sensor.unit
    var title = "\(part) \(axis.sensor.rawValue) \(axis.name): moved by \(axis.response.fixed(decimals)) \(unit)"
    if let limits = axis.limits {
      title += ", allowed \(limits.lowerBound.fixed(decimals)) to \(limits.upperBound.fixed(decimals)) \(unit)"
    }
    switch axis.verdict {
    case .passed: return Check(title: title + ": passed", outcome: .good)
    case .failed:
      return Check(
        title: title, outcome: .fault(remedy: "failed; power-cycle the chip and test again, then replace it"))
    case .untrimmed:
      return Check(
        title: title,
        outcome: .warning(remedy: "untrimmed: the factory left no value to compare with; some clones are never trimmed")
      )
    }
  }
}
