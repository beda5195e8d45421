import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file of a recording: made at once, so that what forbids it is known before a chip is touched; in its place when the session
/// begins; cut behind its last whole line when the disk is full. Used by one thread at a time.
final class RecordingFile {
  /// What a write came to.
  struct Written {
    /// Bytes that are in the file, whole lines alone.
    var count = 0
    /// The errno; 0 when everything is.
    var code: Int32 = 0
    /// Whoever reads has gone, or does not read and the session is at its end.
    var isClosed = false
  }

  /// How errors call it.
  let name: String
  /// Where it lies in the end: what a link leads to, so that the link stays.
  private let place: String
  private let number: Int32
  /// Where it lies until the session begins, when it is to replace another file.
  private var temporary: String?
  private let isRegular: Bool
  private let ownsDescriptor: Bool
  /// Bytes of whole lines so far.
  private var length: off_t = 0
  private var isSynced = true
  private var isClosed = false

  /// Bytes that a pipe takes without blocking once poll calls it writable (pipe(7), PIPE_BUF).
  private static let pieceBytes = 4096
  private static let waitMilliseconds: Int32 = 100
  /// How many waits a reader gets once the session is to end: one second.
  private static let waitsAtEnd = 10

  /// Opens a new file, or what is there and is no file: a pipe, a device. "-" is standard output.
  ///
  /// - Parameter replacing: whether a file that is there gives way when the session begins.
  init(_ path: String, replacing: Bool) throws(RecordingError) {
    name = path == "-" ? "standard output" : path
    if path == "-" {
      place = name
      (number, temporary, ownsDescriptor) = (1, nil, false)
      isRegular = false
      return
    }
    guard !path.hasSuffix(".gz") else { throw .compressed(file: path) }
    var status = stat()
    let isThere = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFREG, replacing {
      do throws(FileWriteError) { place = try AtomicFile.resolved(path) } catch {
        throw .unwritable(file: path, code: error.code)
      }
    } else {
      place = path
    }
    if isThere, kind != S_IFREG {
      guard kind != S_IFDIR else { throw .unwritable(file: path, code: EISDIR) }
      // A pipe that nobody reads yet would hold the start up for as long.
      number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      (temporary, isRegular, ownsDescriptor) = (nil, false, true)
    } else {
      guard replacing || !isThere else { throw .exists(file: path) }
      let target = isThere ? "\(place).\(getpid()).tmp" : path
      temporary = isThere ? target : nil
      number = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      (isRegular, ownsDescriptor) = (true, true)
    }
    let code = errno
    guard number >= 0 else { throw code == EEXIST ? .exists(file: path) : .unwritable(file: path, code: code) }
  }

  deinit { if ownsDescriptor, !isClosed { close(number) } }

  /// Puts it in its place.
  func begin() throws(RecordingError) {
    guard let temporary else { return }
    guard rename(temporary, place) == 0 else { throw .unwritable(file: name, code: errno) }
    self.temporary = nil
  }

  /// Takes it away again: the session did not begin.
  func abandon() {
    if isRegular { unlink(temporary ?? place) }
    if ownsDescriptor, !isClosed { close(number) }
    isClosed = true
  }

  /// Writes lines. What does not go in whole is cut off behind its last whole line, where that can be done.
  ///
  /// - Parameter isEnding: whether a reader that takes nothing is not waited for any longer.
  func write(_ bytes: [UInt8], isEnding: () -> Bool) -> Written {
    var result = Written()
    var waitsLeft = Self.waitsAtEnd
    while result.count < bytes.count, result.code == 0, !result.isClosed {
      guard isReady() else {
        if isEnding() { waitsLeft -= 1 }
        result.isClosed = waitsLeft == 0
        continue
      }
      let piece = bytes[result.count...].prefix(isRegular ? bytes.count : Self.pieceBytes)
      // SAFETY: write reads exactly the piece's bytes, which live for the call.
      let written = piece.withUnsafeBytes { writeBytes(number, $0.baseAddress, $0.count) }
      if written >= 0 {
        result.count += written
      } else {
        switch errno {
        case EINTR, EAGAIN: continue
        case EPIPE: result.isClosed = true
        case let code: result.code = code
        }
      }
    }
    isSynced = false
    if result.count < bytes.count, isRegular {
      result.count = (bytes[..<result.count].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      // What stays behind when it can't be cut is a torn line, which a reader leaves out.
      _ = ftruncate(number, length + off_t(result.count))
      lseek(number, length + off_t(result.count), SEEK_SET)
    }
    length += off_t(result.count)
    return result
  }

  /// Has everything reach the disk. May take as long as the disk does.
  ///
  /// - Returns: 0, or the errno.
  func synchronise() -> Int32 {
    guard isRegular, !isSynced else { return 0 }
    isSynced = true
    return fdatasync(number) == 0 ? 0 : errno
  }

  /// Closes it. Some file systems tell only now that the disk is full.
  func finish() -> RecordingError? {
    guard !isClosed else { return nil }
    var failure: RecordingError?
    var status = stat()
    if isRegular, fstat(number, &status) == 0, status.st_nlink == 0 { failure = .removed(file: name) }
    let code = synchronise()
    if code != 0, failure == nil { failure = .unwritable(file: name, code: code) }
    if ownsDescriptor, close(number) != 0, failure == nil { failure = .unwritable(file: name, code: errno) }
    isClosed = true
    if isRegular, failure == nil { AtomicFile.syncFolder(of: place) }
    return failure
  }

  /// Waits until a write would not block; a fault counts as ready, the write then tells which.
  private func isReady() -> Bool {
    guard !isRegular else { return true }
    var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, Self.waitMilliseconds) != 0
  }
}

// write(2), under a name that the method does not hide.
private let writeBytes: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
