/// One line of `imu-rt bench`: what was measured, and what it is compared with.
struct Figure: Sendable {
  let benchmark: Benchmark
  let values: Distribution
  /// What the figure is to be read against, measured in alternation with it: a floor or a peer.
  var reference: Reference?
  /// Further fields: name and JSON text.
  var fields: [(name: String, json: String)] = []
  /// What the numbers include or leave out.
  var note: String?

  struct Reference: Sendable {
    /// "floor" or "peer": the field's name.
    let role: String
    let name: String
    let values: Distribution
    /// How the figure stands to the reference: name and number.
    let ratios: [(name: String, value: Double)]
  }

  init(_ benchmark: Benchmark, _ values: [Double]) {
    self.benchmark = benchmark
    self.values = Distribution(values)
  }

  mutating func add(_ name: String, _ value: Double) { fields.append((name, Self.number(value))) }

  var jsonLine: String {
    var parts = ["\"bench\": \(Self.quoted(benchmark.rawValue))", "\"unit\": \(Self.quoted(benchmark.unit))"]
    parts += Self.quantiles(values)
    parts += fields.map { "\(Self.quoted($0.name)): \($0.json)" }
    if let reference {
      let body = ["\"name\": \(Self.quoted(reference.name))"] + Self.quantiles(reference.values)
      parts.append("\(Self.quoted(reference.role)): {\(body.joined(separator: ", "))}")
      parts += reference.ratios.map { "\(Self.quoted($0.name)): \(Self.number($0.value))" }
    }
    if let note { parts.append("\"note\": \(Self.quoted(note))") }
    return "{\(parts.joined(separator: ", "))}\n"
  }

  private static func quantiles(_ values: Distribution) -> [String] {
    [
      "\"median\": \(number(values.median))", "\"p50\": \(number(values.quantile(0.5)))",
      "\"p99\": \(number(values.quantile(0.99)))", "\"p999\": \(number(values.quantile(0.999)))",
      "\"max\": \(number(values.largest))", "\"n\": \(values.count)",
    ]
  }

  /// A number in JSON, to three decimals: none of the figures is worth more. Null for what was not measured.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }
}
