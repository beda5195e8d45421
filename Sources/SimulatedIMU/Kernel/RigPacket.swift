import IMUDrivers

/// The packets that go over /dev/imu-rig, as rig/kmod/imu_rig_abi.h lays them out.
///
/// Numbers are in the machine's byte order, which is little-endian on every Linux that Swift runs on.
enum RigPacket {
  /// Most bytes of a packet (IMU_RIG_PACKET_LIMIT).
  static let limit = 65536

  private static let requestBytes = 8
  private static let messageBytes = 8

  /// Takes a request over into a transaction.
  /// - Returns: the request's number and its messages that read, as (message, bytes); nil for a packet that is not a request.
  static func read(
    _ packet: ArraySlice<UInt8>, into served: inout ServedTransaction
  ) -> (id: UInt32, reads: [(message: Int, count: Int)])? {
    guard let id = word(packet, at: 0), let count = word(packet, at: 4),
      1...ServedTransaction.messageLimit ~= Int(count)
    else { return nil }
    var data = packet.startIndex + requestBytes + Int(count) * messageBytes
    var reads: [(message: Int, count: Int)] = []
    var total = 0
    served.begin()
    for message in 0..<Int(count) {
      let place = requestBytes + message * messageBytes
      guard let head = word(packet, at: place), let length = word(packet, at: place + 4) else { return nil }
      let address = head & 0xFFFF
      guard address < 0x80, length <= ServedTransaction.byteLimit else { return nil }
      if head >> 16 != 0 {
        total += Int(length)
        guard total <= ServedTransaction.byteLimit else { return nil }
        served.addRead(from: UInt8(address), count: Int(length))
        reads.append((message, Int(length)))
      } else {
        guard data + Int(length) <= packet.endIndex else { return nil }
        served.addWrite(to: UInt8(address), packet[data..<data + Int(length)])
        data += Int(length)
      }
    }
    guard data == packet.endIndex else { return nil }
    return (id, reads)
  }

  /// The reply to a request: the messages carried out or -errno, and the bytes of those that read.
  static func reply(
    to id: UInt32, result: Int32, reads: [(message: Int, count: Int)], from transaction: I2CTransaction
  ) -> [UInt8] {
    var packet = bytes(of: 1) + bytes(of: id) + bytes(of: UInt32(bitPattern: result))
    for read in reads where read.message < result {
      for index in 0..<read.count { packet.append(transaction[read.message, index]) }
    }
    return packet
  }

  /// Moves a GPIO line.
  static func level(_ change: LevelChange, ofLine line: UInt8) -> [UInt8] {
    bytes(of: 2) + [line, change.isHigh ? 1 : 0, change.manner.rawValue, 0]
  }

  private static func bytes(of word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }

  private static func word(_ packet: ArraySlice<UInt8>, at offset: Int) -> UInt32? {
    let start = packet.startIndex + offset
    guard start + 4 <= packet.endIndex else { return nil }
    return packet[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
