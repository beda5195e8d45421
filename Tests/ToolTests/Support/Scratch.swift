import Foundation

/// A folder of a test's own, removed with the last reference.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "imu-rt-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that stays behind in /tmp does no harm.
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  /// The path of a file that need not be there.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ data: Data) throws -> String {
    let path = path(name)
    try data.write(to: URL(filePath: path))
    return path
  }
}

/// The root of the package.
let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
