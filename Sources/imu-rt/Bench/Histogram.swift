/// The distribution of a figure as cyclictest prints it: a line for each bucket, then the sums.
struct Histogram {
  /// Buckets that are printed; values beyond are counted as overflows, as with cyclictest's `-h`.
  private static let bucketLimit = 400

  private let figure: Figure
  private let width: Double
  private let start: Double

  init(_ figure: Figure) {
    self.figure = figure
    let values = figure.values
    if figure.benchmark.unit == "us" {
      (start, width) = (0, 1)
    } else {
      // Other units have no natural bucket: 50 of them, of a round width, up to the 99.9th percentile.
      let least = values.sorted.first ?? 0
      width = Self.rounded((values.quantile(0.999) - least) / 50)
      start = (least / width).rounded(.down) * width
    }
  }

  var lines: [String] {
    let values = figure.values
    var counts = [Int](repeating: 0, count: Self.bucketLimit)
    var overflows = 0
    for value in values.sorted {
      let bucket = (value - start) / width
      if bucket < Double(Self.bucketLimit) { counts[max(0, Int(bucket))] += 1 } else { overflows += 1 }
    }
    var lines = ["# \(figure.benchmark.rawValue) (\(figure.benchmark.unit))", "# Histogram"]
    for (bucket, count) in counts.enumerated() where count > 0 {
      lines.append("\(Self.padded(Figure.number(start + Double(bucket) * width))) \(Self.padded("\(count)"))")
    }
    let mean = values.sorted.reduce(0, +) / Double(max(values.count, 1))
    lines += [
      "# Total: \(Self.padded("\(values.count)"))",
      "# Min: \(Figure.number(values.sorted.first ?? .nan))",
      "# Avg: \(Figure.number(mean))",
      "# Max: \(Figure.number(values.largest))",
      "# Histogram Overflows: \(overflows)",
    ]
    return lines
  }

  /// The next of 1, 2 and 5 times a power of ten.
  private static func rounded(_ width: Double) -> Double {
    guard width > 0 else { return 1 }
    var step = 1e-6
    while step * 10 < width { step *= 10 }
    return [1, 2, 5, 10].map { $0 * step }.first { $0 >= width } ?? step
  }

  private static func padded(_ text: String) -> String {
    String(repeating: "0", count: max(0, 6 - text.count)) + text
  }
}
