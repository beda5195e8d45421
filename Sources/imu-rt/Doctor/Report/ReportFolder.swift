import IMUDrivers
import Pipeline
import SimulatedIMU

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a report is gathered until it is whole: a private folder beside the file that it will be, so that what forbids writing
/// there is known before anything is measured, and a full disk costs nothing that was there before.
final class ReportFolder {
  /// The file that the report will be.
  let file: String
  private let path: String
  private var names: Set<String> = []

  /// - Parameter replacing: whether a file that is there gives way when the report is whole.
  init(for file: String, replacing: Bool) throws {
    self.file = file
    guard replacing || access(file, F_OK) != 0 else { throw ToolFault(RecordingError.exists(file: file).description) }
    let target: String
    do throws(FileWriteError) { target = try AtomicFile.resolved(file) } catch { throw ToolFault(error.description) }
    var template = Array("\(target).XXXXXX".utf8CString)
    // SAFETY: mkdtemp changes the six letters in place, and the text stays terminated.
    guard mkdtemp(&template) != nil else { throw Self.fault(file, errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of a file in it.
  func place(of name: String) -> String {
    names.insert(name)
    return "\(path)/\(name)"
  }

  /// What a file in it holds, by its path.
  func contents(ofFile place: String) throws -> [UInt8] {
    var status = stat()
    guard stat(place, &status) == 0 else { throw Self.fault(file, errno) }
    do throws(FileContents.Failure) { return try FileContents.read(place, limit: Int(status.st_size)) } catch {
      throw ToolFault("can't write \(file): \(error.reason)")
    }
  }

  /// Puts an archive in the place of the file, compressed, whole or not at all.
  ///
  /// - Returns: the file's size in bytes.
  func finish(_ archive: [UInt8]) throws -> Int {
    let place = place(of: "archive")
    let code = GzipFile.write(archive, path: place)
    guard code == 0 else { throw Self.fault(file, code) }
    let bytes = try contents(ofFile: place)
    do throws(FileWriteError) { try AtomicFile.replace(file, with: bytes) } catch { throw ToolFault(error.description) }
    return bytes.count
  }

  /// Takes it away again with all that is in it.
  func remove() {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private static func fault(_ file: String, _ code: Int32) -> ToolFault {
    ToolFault("can't write \(file): \(errnoText(code))")
  }
}
