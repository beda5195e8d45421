import IMUDrivers

/// Why a session can't be recorded, or why its recording ended early. The description is one line.
public enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file of that name is there already.
  case exists(file: String)
  /// The file can't be made or written (errno).
  case unwritable(file: String, code: Int32)
  /// The name asks for a compressed file.
  case compressed(file: String)
  /// The file has no name any more: what was written to it is gone.
  case removed(file: String)
  /// Whoever read the recording from a pipe has gone, or takes no more.
  case closed(file: String)
  /// A recorder records one session.
  case used(file: String)

  public var description: String {
    switch self {
    case .exists(let file): "\(file) exists already; name another file, or replace it with --force"
    case .unwritable(let file, let code): "can't write \(file): \(errnoText(code))"
    case .compressed(let file):
      "\(file): a recording is written as plain text, which stays readable if the power fails; compress it afterwards"
    case .removed(let file): "\(file) was removed or replaced while it was written: nothing of this recording is left"
    case .closed(let file): "\(file): nobody reads it; what was left is lost"
    case .used(let file): "\(file): a recorder takes one session; make another for the next"
    }
  }
}
