import Dispatch
import Foundation

/// Turns SIGINT and SIGTERM into a call.
final class Signals {
  private var sources: [any DispatchSourceSignal] = []

  init(onStop: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: onStop)
      source.resume()
      sources.append(source)
    }
  }
}
