import JSON5

/// Reads a fault script from JSON5. The language is described in docs/faults.md.
enum FaultScriptReader {
  /// Latest moment and longest duration in seconds: a year, far below the end of a 64-bit clock.
  private static let longestSeconds = 366.0 * 86400
  /// Shortest time from one strike to the next, so that a script never stops the board's clock.
  private static let shortestSeconds = 0.001
  private static let highestCount = 1_000_000_000_000

  static func script(_ bytes: [UInt8], file: String) throws(FaultScriptError) -> FaultScript {
    let value: JSON5Value
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(bytes)
      value = try reader.document()
    } catch { throw .syntax(file: file, reason: error.description) }
    guard case .object(let object) = value else {
      throw .syntax(file: file, reason: "the file must hold one object, { faults: [ ... ] }")
    }
    var top = FaultScriptSection(file: file, prefix: "", object: object)
    guard let sections = try top.sections("faults", limit: FaultScript.stepLimit) else {
      throw top.missing("faults", "a list of faults")
    }
    try top.finish()
    var steps: [FaultScript.Step] = []
    for var section in sections { steps.append(try step(&section)) }
    return FaultScript(steps)
  }

  private static func step(_ section: inout FaultScriptSection) throws(FaultScriptError) -> FaultScript.Step {
    guard let name = try section.choice("fault", of: FaultName.self) else {
      throw section.missing("fault", FaultScriptSection.names(of: FaultName.self))
    }
    let moment = try moment(&section)
    let repetition = try repetition(&section, of: moment)
    let fault = try name.fault(&section)
    var lasts: UInt64?
    // The key is known to faults that go on alone.
    if fault.ending != nil {
      lasts = try section.number("forSeconds", in: 1e-6...longestSeconds).map { nanoseconds($0) }
    }
    try section.finish()
    if case .time = moment, let repetition, let lasts, lasts >= repetition.every {
      throw section.bad("forSeconds", "less than everySeconds, so that the fault ends before it strikes again")
    }
    return FaultScript.Step(fault, at: moment, repetition: repetition, lastsNanoseconds: lasts)
  }

  private static func moment(_ section: inout FaultScriptSection) throws(FaultScriptError) -> FaultScript.Moment {
    let keys = ["atSeconds", "atSample", "atTransaction"]
    let given = keys.filter { section.has($0) }
    guard given.count <= 1 else { throw section.bad(given[1], "one of \(keys.joined(separator: ", "))") }
    let seconds = try section.number(keys[0], in: 0...longestSeconds)
    let sample = try section.integer(keys[1], in: 1...highestCount)
    let transaction = try section.integer(keys[2], in: 1...highestCount)
    if let seconds { return .time(nanoseconds: nanoseconds(seconds)) }
    if let sample { return .sample(UInt64(sample)) }
    if let transaction { return .transaction(UInt64(transaction)) }
    throw section.missing(keys[0], "one of \(keys.joined(separator: ", "))")
  }

  /// The keys of repetition, in the unit of the moment.
  private static func repetition(
    _ section: inout FaultScriptSection, of moment: FaultScript.Moment
  ) throws(FaultScriptError) -> FaultScript.Repetition? {
    let every: UInt64? =
      switch moment {
      case .time: try section.number("everySeconds", in: shortestSeconds...longestSeconds).map { nanoseconds($0) }
      case .sample: try section.integer("everySamples", in: 1...highestCount).map { UInt64($0) }
      case .transaction: try section.integer("everyTransactions", in: 1...highestCount).map { UInt64($0) }
      }
    guard let every else { return nil }
    let count = try section.integer("strikes", in: 1...highestCount)
    return FaultScript.Repetition(every: every, count: count.map { UInt64($0) })
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64((seconds * 1e9).rounded()) }
}
