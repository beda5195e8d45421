import IMUDrivers
import SimulatedIMU

/// A chip that the command line puts on the bus: CHIP or CHIP@ADDRESS.
struct ServedChip {
  let model: ChipModel
  let address: UInt8

  /// The name of a chip on the command line, such as "mpu6050" or "lsm6ds3tr-c".
  static func name(of model: ChipModel) -> String {
    var name = model.rawValue.lowercased()
    if model.family == .mpu6050 { name.removeAll { $0 == "-" } }
    return name
  }

  init(_ text: String) throws {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let model = ChipModel.allCases.first(where: { Self.name(of: $0) == parts[0] }) else {
      let names = ChipModel.allCases.map { Self.name(of: $0) }.joined(separator: ", ")
      throw UsageError("--chip is '\(text)'; allowed: \(names), each with @ADDRESS behind it or not")
    }
    let usual = model.usualAddress
    guard parts.count == 2 else {
      self.init(model: model, address: usual)
      return
    }
    let digits = parts[1].lowercased()
    let number = digits.hasPrefix("0x") ? UInt8(digits.dropFirst(2), radix: 16) : UInt8(digits)
    guard let number, number == usual || number == usual + 1 else {
      throw UsageError("--chip is '\(text)'; the chip can sit at \(hex(usual)) or \(hex(usual + 1))")
    }
    self.init(model: model, address: number)
  }

  init(model: ChipModel, address: UInt8) {
    self.model = model
    self.address = address
  }

  /// The lines of the module's GPIO chip that the pins are wired to (rig/kmod/lines.c), by name and offset.
  var lines: [(pin: InterruptPin, name: String, offset: UInt8)] {
    switch address {
    case 0x68: [(.first, "IMU_68_INT", 0)]
    case 0x69: [(.first, "IMU_69_INT", 1)]
    case 0x6A: [(.first, "IMU_6A_INT1", 2), (.second, "IMU_6A_INT2", 4)]
    default: [(.first, "IMU_6B_INT1", 3), (.second, "IMU_6B_INT2", 5)]
    }
  }
}
