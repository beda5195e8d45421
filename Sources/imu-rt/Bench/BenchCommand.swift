import CRealtime

/// `imu-rt bench`: the figures, as JSON Lines.
struct BenchCommand: Command {
  static let name = "bench"
  static let help = """
    usage: imu-rt bench [NAME...] [options]

    Measures on this machine and prints one JSON object a line. Without a name, everything:

    \(Benchmark.allCases.map { "  \($0.rawValue)" }.joined(separator: "\n"))

      --seconds S       how long each benchmark measures, 0.1 to 3600 (default: 5)
      --histogram       the distribution of each figure on standard error, as cyclictest prints it
      --help            this text

    docs/performance.md explains each figure and how to read it.
    """

  private var benchmarks: [Benchmark] = []
  private var seconds = 5.0
  private var wantsHistogram = false

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "bench")
    while let argument = try reader.next() {
      switch argument {
      case "--seconds": seconds = try reader.number(of: argument, in: 0.1...3600, unit: "seconds")
      case "--histogram": wantsHistogram = true
      default:
        guard !argument.hasPrefix("-") else { throw reader.unknown(argument) }
        guard let benchmark = Benchmark(rawValue: argument) else {
          let names = Benchmark.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("unknown benchmark '\(argument)'; allowed: \(names)")
        }
        if !benchmarks.contains(benchmark) { benchmarks.append(benchmark) }
      }
    }
    if benchmarks.isEmpty { benchmarks = Benchmark.allCases }
  }

  func run() throws {
    if Self.isDebugBuild { note("imu-rt bench: a debug build; its figures say nothing about a release build") }
    for benchmark in benchmarks {
      for figure in try benchmark.run(seconds: seconds) {
        try StandardOutput.write(figure.jsonLine)
        if wantsHistogram { for line in Histogram(figure).lines { note(line) } }
      }
    }
  }

  private static var isDebugBuild: Bool {
    var isDebug = false
    // Evaluated in debug builds only.
    assert(
      {
        isDebug = true; return true
      }())
    return isDebug
  }
}
