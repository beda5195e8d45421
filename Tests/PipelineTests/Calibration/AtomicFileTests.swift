import Foundation
import Testing

@testable import Pipeline

@Suite("Writing whole or not at all")
struct AtomicFileTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try CalibrationSamples.folder()
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    try body(folder)
  }

  private func failure(_ path: String) -> FileWriteError? {
    do throws(FileWriteError) {
      try AtomicFile.replace(path, with: Array("new".utf8))
      return nil
    } catch { return error }
  }

  @Test func fileIsReplaced_andNothingElseIsLeft() throws {
    try Self.inFolder { folder in
      let file = folder.appending(path: "f")
      for text in ["old", String(repeating: "longer ", count: 100_000), ""] {
        try AtomicFile.replace(file.path, with: Array(text.utf8))
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
    }
  }

  /// Who has the old file open goes on reading the old file: it is never written into.
  @Test func oldFile_isNeverTouched() throws {
    try Self.inFolder { folder in
      let file = folder.appending(path: "f")
      try AtomicFile.replace(file.path, with: Array("old".utf8))
      let reader = try FileHandle(forReadingFrom: file)
      try AtomicFile.replace(file.path, with: Array("new".utf8))
      #expect(try reader.readToEnd() == Data("old".utf8))
      try reader.close()
    }
  }

  @Test func link_staysALink() throws {
    try Self.inFolder { folder in
      let (file, link) = (folder.appending(path: "f"), folder.appending(path: "link"))
      try Data("old".utf8).write(to: file)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      try AtomicFile.replace(link.path, with: Array("new".utf8))
      #expect(try String(contentsOf: file, encoding: .utf8) == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    }
  }

  @Test func placeThatTakesNoFile_isNamed() throws {
    try Self.inFolder { folder in
      let absent = folder.appending(path: "no/f").path
      #expect(failure(absent)?.description == "can't write \(absent): No such file or directory")
      #expect(failure(folder.path)?.description == "can't write \(folder.path): Is a directory")
      #expect(failure("/dev/null")?.description == "can't write /dev/null: Invalid argument")
      #expect(failure("/proc/imu-rt")?.code != nil)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }

  /// What was left of a run that was killed at this process number is no obstacle.
  @Test func leftover_isNoObstacle() throws {
    try Self.inFolder { folder in
      let file = folder.appending(path: "f")
      try Data("half".utf8).write(to: URL(filePath: "\(file.path).\(getpid()).tmp"))
      try AtomicFile.replace(file.path, with: Array("new".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
    }
  }
}
