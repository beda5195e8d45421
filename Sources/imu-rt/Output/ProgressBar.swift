#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows how far a measurement is: a bar on a terminal, a line for each step in a pipe. On standard error.
final class ProgressBar {
  private static let width = 24
  private let isQuiet: Bool
  private let isTerminal = isatty(2) == 1
  private var hasBar = false
  private var lastStep: Int?

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Says a line; the bar goes on below it.
  func say(_ text: String) {
    guard !isQuiet else { return }
    clear()
    note(text)
  }

  /// Draws the bar.
  ///
  /// - Parameters:
  ///   - share: 0 to 1.
  ///   - steps: into how many lines the whole is cut in a pipe; 0 for none, where each step is said anyway.
  func show(_ share: Double, _ text: String, steps: Int) {
    guard !isQuiet else { return }
    guard isTerminal else {
      let step = Int(share * Double(steps))
      if step != lastStep, step > 0 { note(text) }
      lastStep = step
      return
    }
    let full = min(max(Int(share * Double(Self.width)), 0), Self.width)
    let bar = String(repeating: "█", count: full) + String(repeating: "·", count: Self.width - full)
    // Back to the line's begin, and its rest cleared (ECMA-48, EL).
    draw("\r\(bar) \(text.singleLine)\u{1B}[K")
    hasBar = true
  }

  /// Takes the bar away.
  func clear() {
    if hasBar { draw("\r\u{1B}[K") }
    hasBar = false
  }

  private func draw(_ text: String) {
    // A standard error that takes nothing is no reason to stop.
    do throws(OutputDescriptor.Failure) { try OutputDescriptor.standardError.write(text) } catch {}
  }
}
