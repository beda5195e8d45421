/// Why a chip could not be started, with what to do about it.
public struct SensorError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Reason: Error, Equatable {
    /// No family of ours uses this address.
    case addressNotOurs
    /// A kernel driver holds the address.
    case addressInUse
    /// The identity register did not name a part that can be read.
    case identity(ChipIdentity, expected: ChipFamily)
    /// A sibling answered and the configuration does not accept siblings.
    case siblingRefused(ChipVariant)
    /// Another part sits where one was started before.
    case replaced(by: ChipVariant, former: ChipVariant)
    /// The chip did not come out of its reset.
    case resetTimeout(milliseconds: UInt64)
    /// A register did not keep what was written.
    case readBack(register: UInt8, wrote: UInt8, read: UInt8)
    /// The chip does not reach this rate.
    case rate(hertz: Double, lowest: Double, highest: Double)
    /// The chip does not have this range.
    case range(sensor: String, value: Int, allowed: [Int])
    /// The bus can't carry the rate.
    case busTooSlow(readMicroseconds: Int, hertz: Double, carries: Double)
    /// The bus can't carry the rate, even in the largest batches.
    case busTooSlowForFIFO(frameMicroseconds: Int, batchMicroseconds: Int, frames: Int, hertz: Double, carries: Double)
    /// The bus can't carry the rate beside the other sensors on it.
    case busShared(sampleMicroseconds: Int, hertz: Double, others: [BusLoad], carries: Double)
    /// The chip lets itself be set up, again and again, but gives no sample.
    case noSamples(last: BusError?)
    /// A transfer failed.
    case bus(BusError)

    /// Whether another try may do.
    var mayPass: Bool {
      switch self {
      case .resetTimeout, .readBack: true
      case .bus(let error): !error.isRefused
      default: false
      }
    }
  }

  public let bus: String
  public let address: UInt8
  public let reason: Reason

  /// Makes an error for a place; the text follows from the reason.
  public init(bus: String, address: UInt8, reason: Reason) {
    self.bus = bus
    self.address = address
    self.reason = reason
  }

  private var place: String { "\(bus) address \(hex(address))" }

  public var description: String {
    switch reason {
    case .addressNotOurs:
      "\(place): no supported chip uses this address; MPU-6050 sits at 0x68 or 0x69, LSM6DS3 at 0x6A or 0x6B"
    case .addressInUse:
      "\(place): a kernel driver holds this address; unload it (for example 'sudo modprobe -r inv_mpu6050_i2c st_lsm6dsx_i2c')"
    case .identity(let identity, let expected): identityText(identity, expected)
    case .siblingRefused(let variant):
      "\(place): found \(variant.name) (WHO_AM_I \(hex(variant.identity))), which the configuration does not accept; set acceptSiblings to true"
    case .replaced(let variant, let former):
      "\(place): found \(variant.name) (WHO_AM_I \(hex(variant.identity))) where \(former.name) was before; restart the program"
    case .resetTimeout(let milliseconds):
      "\(place): the chip did not come out of reset within \(milliseconds) ms; power-cycle it"
    case .readBack(let register, let wrote, let read):
      "\(place) register \(hex(register)): wrote \(hex(wrote)), read back \(hex(read)); check the wiring and the supply"
    case .rate(let hertz, let lowest, let highest):
      "\(place): a sample rate of \(hertz) Hz is not offered; choose \(lowest) to \(highest) Hz"
    case .range(let sensor, let value, let allowed):
      "\(place): a \(sensor) range of \(value) is not offered; choose one of \(allowed.map(String.init).joined(separator: ", "))"
    case .busTooSlow(let read, let hertz, let carries):
      "\(place): a sample takes \(read) us on this bus and is due every \(Int(1e6 / hertz)) us at \(hertz) Hz; "
        + "choose at most \(Int(carries)) Hz, or a faster bus clock (dtparam=i2c_arm_baudrate=400000)"
    case .busTooSlowForFIFO(let frame, let batch, let frames, let hertz, let carries):
      "\(place): a FIFO frame takes \(frame) us on this bus and a batch of \(frames) another \(batch) us; at \(hertz) Hz a "
        + "frame is due every \(Int(1e6 / hertz)) us, of which 80 % may be used; "
        + "choose at most \(Int(carries)) Hz, or a faster bus clock (dtparam=i2c_arm_baudrate=400000)"
    case .busShared(let sample, let hertz, let others, let carries): sharedBusText(sample, hertz, others, carries)
    case .noSamples(let last):
      "\(place): the chip can be set up but gives no samples; power-cycle it"
        + (last.map { " (last failed transfer: \($0.explanation(bus: bus)))" } ?? "")
    case .bus(let error): error.explanation(bus: bus)
    }
  }

  private func sharedBusText(_ sample: Int, _ hertz: Double, _ others: [BusLoad], _ carries: Double) -> String {
    let own = Double(sample) * hertz * 1e-4
    let sum = others.reduce(own) { $0 + $1.share * 100 }
    let parts = others.map { "\(hex($0.address)) takes \(Int($0.share * 100 + 0.5)) %" }.joined(separator: ", ")
    let remedy =
      carries >= 10
      ? "choose at most \(Int(carries)) Hz, a lower rate of the others" : "choose a lower rate of the others"
    return "\(place): a sample takes \(sample) us on this bus and is due every \(Int(1e6 / hertz)) us at \(hertz) Hz, "
      + "\(Int(own + 0.5)) % of its time; \(parts): together \(Int(sum + 0.5)) %, of which 80 % may be used; "
      + "\(remedy), a faster bus clock (dtparam=i2c_arm_baudrate=400000), or another bus"
  }

  private func identityText(_ identity: ChipIdentity, _ expected: ChipFamily) -> String {
    switch identity {
    case .exact(let variant), .sibling(let variant): "\(place): \(variant.name)"
    case .unknown(let byte, let name?):
      "\(place): found \(name) (WHO_AM_I \(hex(byte))), which imu-rt does not drive"
    case .unknown(let byte, nil):
      "\(place): WHO_AM_I is \(hex(byte)), no part that imu-rt knows (is it an RTC?); run 'imu-rt detect' and compare with the board's papers; treatUnknownAs in the configuration names a part that it follows"
    case .stuck(let byte):
      "\(place): WHO_AM_I reads \(hex(byte)): the bus is stuck or the chip has no power; check VCC, GND, SDA and SCL"
    case .noAnswer(let error): error.explanation(bus: bus)
    }
  }
}
