import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns SIGINT, SIGTERM, SIGQUIT and the loss of the terminal into a call. A second signal ends the program at once.
final class Signals {
  private var sources: [any DispatchSourceSignal] = []

  init(onStop: @escaping @Sendable () -> Void) {
    // nohup starts a program with SIGHUP ignored, and means it.
    let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM, SIGQUIT] : [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
    for number in numbers {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        onStop()
        for number in numbers { signal(number, SIG_DFL) }
      }
      source.resume()
      sources.append(source)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SAFETY: handlers are pointers; SIG_IGN is the value 1 (signal(2)) and never called.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
