import Foundation

/// What the kernel says about this process and thread (proc(5)).
enum KernelView {
  /// Memory in use, in bytes.
  static func residentBytes() throws -> Int {
    let pages = try read("/proc/self/statm").split(separator: " ")
    guard pages.count > 1, let resident = Int(pages[1]) else { throw CocoaError(.fileReadCorruptFile) }
    return resident * sysconf(Int32(_SC_PAGESIZE))
  }

  /// The calling thread's name.
  static func threadName() throws -> String {
    try read("/proc/thread-self/comm").trimmingCharacters(in: .newlines)
  }

  /// The processors the calling thread may run on, as "0-3" or "0,2".
  static func threadAffinity() throws -> String {
    let key = "Cpus_allowed_list:"
    let lines = try read("/proc/thread-self/status").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { throw CocoaError(.fileReadCorruptFile) }
    return line.dropFirst(key.count).trimmingCharacters(in: .whitespaces)
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
