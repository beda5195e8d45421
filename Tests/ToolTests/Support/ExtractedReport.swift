import Foundation
import Testing

/// A report as `tar` unpacks it, and the run that made it.
struct ExtractedReport {
  let result: ToolProcess.Result
  /// The files in it by their names below the report's folder.
  let files: [String: String]
  /// What `tar tvz` says of them, owners included.
  let listing: String
  /// Where it was unpacked to.
  private let folder: URL
  private let scratch: Scratch

  /// Runs `imu-rt doctor --report` and unpacks what came of it; nothing else may stay behind.
  init(_ arguments: [String], environment: [String: String] = [:], in scratch: Scratch) throws {
    self.scratch = scratch
    let output = scratch.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let file = output.appending(path: "r.tar.gz").path
    result = try ToolProcess.run(["doctor", "--report", file] + arguments, environment: environment)
    try #require(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["r.tar.gz"], "\(result.errors)")
    listing = try Self.tar(["tvzf", file])
    _ = try Self.tar(["xzf", file, "-C", output.path])
    folder = output.appending(path: "imu-rt-report")
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: name).path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      files[name] = try String(contentsOfFile: path, encoding: .utf8)
    }
    self.files = files
  }

  /// The text of a file.
  func text(_ name: String) throws -> String { try #require(files[name], "\(files.keys.sorted())") }

  /// The path of a file.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  private static func tar(_ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    (process.executableURL, process.arguments) = (URL(filePath: "/bin/tar"), arguments)
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "tar \(arguments)")
    return text
  }
}
