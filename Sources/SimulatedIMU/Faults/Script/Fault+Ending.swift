extension Fault {
  /// The fault that ends this one, where it is one that goes on; nil for one that happens in a moment.
  public var ending: Fault? {
    switch self {
    case .noAcknowledge: .noAcknowledge(0)
    case .timeout: .timeout(0)
    case .arbitrationLost: .arbitrationLost(0)
    case .shortCount: .shortCount(0)
    case .corrupt(let register, let mask, _): .corrupt(register: register, mask: mask, 0)
    case .corruptFirstByte(let mask, _): .corruptFirstByte(mask: mask, 0)
    case .holdSDA: .holdSDA(.released)
    case .unplug: .replug
    case .freeze: .freeze(false)
    case .freezeWord(let word, _): .freezeWord(word, false)
    case .setWord(let word, _): .setWord(word, nil)
    case .zeros: .zeros(false)
    case .identity: .identity(nil)
    case .halfSensitivity: .halfSensitivity(false)
    case .clockError: .clockError(nil)
    case .withholdEdges: .withholdEdges(0)
    case .doubleEdges: .doubleEdges(0)
    case .edgesWhileActive: .edgesWhileActive(0)
    case .stuckActive: .stuckActive(false)
    case .replug, .brownOut, .flip, .slipFIFO: nil
    }
  }
}
