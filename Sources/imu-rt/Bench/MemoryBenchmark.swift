import CRealtime
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory and processor time of `imu-rt stream` at 100 Hz, run as a process of its own.
enum MemoryBenchmark {
  private static let warmUpSeconds = 1.0

  /// MiB resident, read ten times a second.
  static func run(seconds: Double) throws -> Figure {
    let process = try ChildProcess(["stream", "--simulate", "--rate", "100", "--format", "jsonl", "--quiet"])
    defer { process.end() }
    let folder = "/proc/\(process.id)"
    pause(seconds: warmUpSeconds)
    var values: [Double] = []
    let began = crt_now()
    let ticks = try processorTicks(folder)
    let end = began + UInt64(seconds * 1e9)
    while crt_now() < end || values.isEmpty {
      pause(seconds: 0.1)
      values.append(try residentKibibytes(folder) / 1024)
    }
    let took = Double(crt_now() - began) * 1e-9
    var figure = Figure(.residentMemory, values)
    figure.add("cpu_percent", 100 * (try processorTicks(folder) - ticks) / Double(sysconf(Int32(_SC_CLK_TCK))) / took)
    figure.note = "'imu-rt stream --simulate --rate 100' as a process of its own; the simulated chip is in it"
    return figure
  }

  private static func pause(seconds: Double) { _ = crt_sleep_until(crt_now() + UInt64(seconds * 1e9)) }

  private static func residentKibibytes(_ folder: String) throws -> Double {
    for line in try read("\(folder)/status").split(separator: "\n") where line.hasPrefix("VmRSS:") {
      if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) }) {
        return number
      }
    }
    throw ToolFault("'imu-rt stream' ended by itself")
  }

  /// User and system time: fields 14 and 15 of stat (proc(5)), counted behind the name, which may hold spaces.
  private static func processorTicks(_ folder: String) throws -> Double {
    let text = try read("\(folder)/stat")
    let fields = text.drop { $0 != ")" }.split(separator: " ").dropFirst()
    let times = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
    guard times.count == 2 else { throw ToolFault("can't read the processor time of 'imu-rt stream'") }
    return times[0] + times[1]
  }

  private static func read(_ path: String) throws -> String {
    guard let bytes = FileContents.small(path) else { throw ToolFault("'imu-rt stream' ended by itself") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
