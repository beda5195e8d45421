import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal while a demo draws on it: keys come one by one and unseen, the picture has a screen of its own. Put back as it was by
/// ``restore()``, which every way out calls; again does nothing.
final class RawTerminal: Sendable {
  /// What was pressed.
  enum Key: Equatable {
    case left, right, up, down, space, quit
  }

  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  private struct State {
    /// As it was found; nil once it is put back.
    var former: termios?
    var drawsOnScreen: Bool
  }

  private let state: Guarded<State>

  /// - Parameter drawsOnScreen: whether standard output is a terminal and gets pictures.
  init(drawsOnScreen: Bool) throws {
    var found = termios()
    // Where keys can't be read, as at the end of a pipe, there are none.
    let readsKeys = isatty(0) == 1 && tcgetattr(0, &found) == 0
    state = Guarded(State(former: readsKeys ? found : nil, drawsOnScreen: drawsOnScreen))
    if readsKeys {
      var raw = found
      // Signals stay: Ctrl-C still ends the program. Ctrl-Z would leave the terminal raw, so it is switched off.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      withUnsafeMutableBytes(of: &raw.c_cc) { characters in
        // SAFETY: the indices are those of termios's own array, 32 characters long.
        characters[Int(VMIN)] = 0
        characters[Int(VTIME)] = 0
        characters[Int(VSUSP)] = 0
      }
      tcsetattr(0, TCSANOW, &raw)
    }
    if drawsOnScreen { try StandardOutput.write(Self.enter) }
  }

  deinit { restore() }

  /// Puts the terminal back as it was. From any thread.
  func restore() {
    let former = state.withLock { state -> State in
      defer { state = State(former: nil, drawsOnScreen: false) }
      return state
    }
    // A terminal that has gone needs nothing put back.
    if former.drawsOnScreen { do { try StandardOutput.write(Self.leave) } catch {} }
    if var found = former.former { tcsetattr(0, TCSANOW, &found) }
  }

  /// What has been pressed since the last call; never waits.
  func keys() -> [Key] {
    guard state.withLock({ $0.former != nil }) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: read writes at most the array's 64 bytes. With VMIN and VTIME 0 it returns at once.
    let count = read(0, &bytes, bytes.count)
    return Self.keys(in: bytes.prefix(max(count, 0)))
  }

  /// Arrow keys come as ESC [ A to D (ECMA-48, CUU to CUB), or ESC O A to D from terminals in application mode.
  static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B:
        guard let second = rest.first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { continue }
        rest.removeFirst()
        switch rest.popFirst() {
        case UInt8(ascii: "A"): keys.append(.up)
        case UInt8(ascii: "B"): keys.append(.down)
        case UInt8(ascii: "C"): keys.append(.right)
        case UInt8(ascii: "D"): keys.append(.left)
        default: break
        }
      case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: keys.append(.quit)
      case UInt8(ascii: " "): keys.append(.space)
      default: break
      }
    }
    return keys
  }
}
