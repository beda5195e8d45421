import SimulatedIMU

/// Draws what goes wrong.
enum RandomFaults {
  /// A fault of bus or wire: the chip goes on sampling, so that each sample can be accounted for.
  static func wire(_ random: inout SeededNumbers) -> Fault {
    let count = FaultCount.times(1 + random.below(20))
    switch random.below(12) {
    case 0: return .noAcknowledge(count)
    case 1: return .timeout(1)
    case 2: return .arbitrationLost(count)
    case 3: return .shortCount(count)
    case 4: return .stuckActive(true)
    case 5: return .stuckActive(false)
    case 6: return .doubleEdges(count)
    case 7: return .edgesWhileActive(count)
    case 8: return .withholdEdges(.untilCleared)
    case 9: return .holdSDA(.untilClocked)
    default: return .withholdEdges(count)
    }
  }

  /// A fault of the chip or its supply, or one that lasts: what was sampled meanwhile can only be estimated.
  static func chip(_ random: inout SeededNumbers, isMPU: Bool) -> Fault {
    let mask = UInt8(1 + random.below(255))
    switch random.below(20) {
    case 0: return .noAcknowledge(.untilCleared)
    case 1: return .timeout(.untilCleared)
    case 2: return .arbitrationLost(.untilCleared)
    case 3: return .holdSDA(.forGood)
    case 4, 5: return .unplug
    case 6: return .brownOut
    case 7: return .identity(mask)
    case 8: return .freeze(true)
    case 9: return .zeros(true)
    case 10: return .setWord(random.pick(SensorWord.allCases), Int16(truncatingIfNeeded: random.below(65536)))
    case 11: return .corrupt(register: UInt8(random.below(128)), mask: mask, .times(1 + random.below(60)))
    case 12: return .corruptFirstByte(mask: mask, .times(1 + random.below(60)))
    case 13: return .clockError(Double(random.below(101) - 50) / 1000)
    case 14: return .slipFIFO(bytes: 1 + random.below(40))
    case 15: return .doubleEdges(.untilCleared)
    default: return .flip(register: UInt8(isMPU ? 0x19 + random.below(0x57) : 0x01 + random.below(0x1E)), mask: mask)
    }
  }
}
