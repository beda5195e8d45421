import Foundation

/// What the kernel says about the calling thread (proc(5)).
enum KernelView {
  /// The calling thread's name.
  static func threadName() throws -> String {
    try read("/proc/thread-self/comm").trimmingCharacters(in: .newlines)
  }

  /// The processors the calling thread may run on, as "0-3" or "0,2".
  static func threadAffinity() throws -> String { try affinity("/proc/thread-self/status") }

  /// Those that the program's first thread may run on.
  static func mainThreadAffinity() throws -> String { try affinity("/proc/self/status") }

  private static func affinity(_ path: String) throws -> String {
    let key = "Cpus_allowed_list:"
    let lines = try read(path).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { throw CocoaError(.fileReadCorruptFile) }
    return line.dropFirst(key.count).trimmingCharacters(in: .whitespaces)
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
