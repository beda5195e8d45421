import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns SIGINT, SIGTERM, SIGQUIT and the loss of the terminal into a call. A second signal ends the program at once.
///
/// None is lost from the moment this is made: a handler puts it into a pipe. A dispatch source of the signal itself is registered some
/// time later, and until then would leave it to the default, or to nobody.
final class Signals {
  /// Nil without a pipe, for want of descriptors: signals then keep their default, which ends the program.
  private var source: (any DispatchSourceRead)?

  init(onStop: @escaping @Sendable () -> Void) {
    guard let ends = Self.makePipe() else { return }
    // Releasing: pairs with the acquiring load in the handler.
    Self.pipeEnd.store(ends.write, ordering: .releasing)
    // nohup starts a program with SIGHUP ignored, and means it.
    let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM, SIGQUIT] : [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
    let source = DispatchSource.makeReadSource(fileDescriptor: ends.read, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      // SAFETY: read writes at most one byte, into the variable.
      guard read(ends.read, &byte, 1) == 1 else { return }
      // Relaxed: partner of the load in StreamedSensor.fault(delivered:), which a stop of the pipeline precedes.
      Ending.isBySignal.store(true, ordering: .relaxed)
      onStop()
      for number in numbers { signal(number, SIG_DFL) }
    }
    source.resume()
    self.source = source
    for number in numbers { Self.catchSignal(number) }
  }

  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    // SAFETY: pipe writes two descriptors, the array's count.
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Where the handler puts a signal; -1 before there is a pipe.
  private static let pipeEnd = Atomic<Int32>(-1)

  private static func catchSignal(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      // Only what signal-safety(7) allows: one write, and the interrupted code's errno kept.
      let kept = errno
      var byte: UInt8 = 1
      // SAFETY: write reads the one byte. A full pipe holds signals enough.
      // Acquiring: pairs with the releasing store in init(onStop:).
      _ = write(Signals.pipeEnd.load(ordering: .acquiring), &byte, 1)
      errno = kept
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SAFETY: handlers are pointers; SIG_IGN is the value 1 (signal(2)) and never called.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
