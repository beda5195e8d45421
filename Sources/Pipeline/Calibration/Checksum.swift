/// CRC-32 as in IEEE 802.3: reflected polynomial 0xEDB88320, start and end inverted.
enum Checksum {
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320 }
    }
    return ~remainder
  }

  /// Eight hexadecimal digits with a prefix.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(crc32(bytes), radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
