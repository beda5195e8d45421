import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file descriptor that text is written to, with all that can go wrong.
struct OutputDescriptor {
  static let standardOutput = OutputDescriptor(number: 1)
  static let standardError = OutputDescriptor(number: 2)

  let number: Int32

  /// Why not everything was written.
  enum Failure: Error {
    /// Whoever read has gone (EPIPE).
    case closed
    /// Whoever reads does not, and the program is to end.
    case stuck
    case system(Int32)
  }

  /// Bytes that a pipe takes without blocking once poll calls it writable (pipe(7), PIPE_BUF).
  private static let pieceBytes = 4096
  /// How long one wait for the reader lasts.
  private static let waitMilliseconds: Int32 = 100
  /// How many waits a reader gets once the program is to end: one second.
  private static let waitsAtEnd = 10

  func write(_ text: String) throws(Failure) {
    var text = text
    if let failure = text.withUTF8({ self.failure(writing: UnsafeRawBufferPointer($0)) }) { throw failure }
  }

  /// - Returns: why not everything was written; nil when it was.
  private func failure(writing bytes: UnsafeRawBufferPointer) -> Failure? {
    var rest = bytes[...]
    var waitsLeft = Self.waitsAtEnd
    while !rest.isEmpty {
      guard isReady() else {
        // Relaxed: a lone flag; partner of the store in Ending.begin().
        if Ending.hasBegun.load(ordering: .relaxed) { waitsLeft -= 1 }
        guard waitsLeft > 0 else { return .stuck }
        continue
      }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceBytes))
      // SAFETY: write reads exactly the piece's bytes, which live for the call.
      let written = writeBytes(number, piece.baseAddress, piece.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      switch errno {
      case EINTR, EAGAIN: continue
      case EPIPE: return .closed
      case let code: return .system(code)
      }
    }
    return nil
  }

  /// Waits until a write would not block; a fault counts as ready, the write then tells which.
  private func isReady() -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, Self.waitMilliseconds) != 0
  }

  /// Opens /dev/null in the place of standard descriptors that the program was started without. Otherwise the first file
  /// it opens, such as the bus, would take the number, and output would go there.
  static func occupyStandard() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
  }
}

/// The end of the program as asked for by a signal or a duration.
enum Ending {
  static let hasBegun = Atomic<Bool>(false)
  /// Whether a signal asked for it: whoever sends one has seen enough, as who closes the pipe has.
  static let isBySignal = Atomic<Bool>(false)

  static func begin() {
    // Relaxed: a lone flag; partner of the loads in OutputDescriptor and StreamCommand.
    hasBegun.store(true, ordering: .relaxed)
  }
}

// write(2), under a name that the method does not hide.
private let writeBytes: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
