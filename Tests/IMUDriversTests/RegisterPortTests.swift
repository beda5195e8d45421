import IMUDrivers
import Testing

@Suite struct RegisterPortTests {
  @Test func words_areReadInBothByteOrders() {
    let chip = RegisterChip(.mpu6050, identity: 0x68)
    chip.registers.replaceSubrange(0x10..<0x18, with: [0x12, 0x34, 0xFF, 0xFE, 0x80, 0x00, 0x7F, 0xFF])
    var port = RegisterPort(bus: chip, address: 0x68)
    #expect(port.fetch(from: 0x10, count: 8) == nil)
    let big = (0..<4).map { port.bigEndianWord(at: 2 * $0) }
    let little = (0..<4).map { port.littleEndianWord(at: 2 * $0) }
    #expect(big == [0x1234, -2, .min, .max])
    #expect(little == [0x3412, -257, 0x0080, -129])
    let odd = (port.bigEndianWord(at: 1), port.littleEndianWord(at: 1))
    #expect(odd == (0x34FF, -204))
  }

  @Test func aTransaction_carriesRegisterAndBytes() {
    let bus = TranscriptBus(answer: 2)
    var port = RegisterPort(bus: bus, address: 0x68)
    #expect(port.fetch(from: 0x3B, count: 14) == nil)
    #expect(bus.lines == ["2: W 68 [59] R 68 14"])
    #expect(bus.splittings == [.registers])
  }

  @Test func aFetchBehindAnother_isAPairOfItsOwn_andLeavesTheFirstBytes() {
    let bus = TranscriptBus(answer: 2)
    var port = RegisterPort(bus: bus, address: 0x6A)
    #expect(port.fetch(from: 0x3E, count: 12) == nil)
    #expect(port.fetch(from: 0x3A, count: 3, at: 12) == nil)
    #expect(bus.lines == ["2: W 6A [62] R 6A 12", "2: W 6A [58] R 6A 3"])
    let bytes = (0..<15).map { port.byte($0) }
    let expected: [UInt8] = Array(100...111) + [100, 101, 102]
    #expect(bytes == expected)
  }

  @Test func aFIFOPort_isMarkedAsNotAdvancing() {
    let bus = TranscriptBus(answer: 2)
    var port = RegisterPort(bus: bus, address: 0x68, readCapacity: 512)
    let frame = ReadSplitting(unitBytes: 12, advancesRegister: false)
    #expect(port.fetch(from: 0x74, count: 504, splitting: frame) == nil)
    #expect(bus.splittings == [frame])
  }

  @Test func aWrite_isOneMessage() throws {
    let bus = TranscriptBus(answer: 1)
    var port = RegisterPort(bus: bus, address: 0x68)
    try port.write(0x80, to: 0x6B)
    #expect(bus.lines == ["1: W 68 [107, 128]"])
  }

  @Test(arguments: [-121, -110, -11, 0, 1, 3] as [Int32])
  func anythingButTheFullCount_isAnErrorWithAddressAndRegister(status: Int32) {
    let bus = TranscriptBus(answer: status)
    var port = RegisterPort(bus: bus, address: 0x6B)
    let error = BusError(status: status, address: 0x6B, register: 0x22)
    #expect(port.fetch(from: 0x22, count: 12) == error)
    #expect(throws: error) { try port.read(0x22) }
    if status != 1 { #expect(throws: error) { try port.write(1, to: 0x22) } }
  }

  @Test func time_isThatOfTheBus() {
    let bus = RegisterChip(.mpu6050, identity: 0x68)
    let port = RegisterPort(bus: bus, address: 0x68)
    let begin = port.nowNanoseconds
    #expect(begin == bus.nowNanoseconds)
    port.pause(milliseconds: 3)
    #expect(bus.nowNanoseconds == begin + 3_000_000)
    port.pause(untilNanoseconds: begin)
    #expect(port.nowNanoseconds == begin + 3_000_000)
  }

  @Test func aPort_keepsItsBusAlive() {
    weak var bus: RegisterChip?
    do {
      var port: RegisterPort
      do {
        let chip = RegisterChip(.mpu6050, identity: 0x68)
        bus = chip
        port = RegisterPort(bus: chip, address: 0x68)
      }
      #expect(bus != nil)
      #expect(port.fetch(from: 0x75, count: 1) == nil)
    }
    #expect(bus == nil)
  }

  /// A bus that writes down each transaction and answers reads with 100, 101, ...
  private final class TranscriptBus: I2CBus, @unchecked Sendable {  // Made and used by one test.
    let name = "transcript"
    let nowNanoseconds: UInt64 = 0
    private let answer: Int32
    private(set) var lines: [String] = []
    private(set) var splittings: [ReadSplitting] = []

    init(answer: Int32) { self.answer = answer }

    func pause(untilNanoseconds deadline: UInt64) {}

    func transfer(_ transaction: I2CTransaction) -> Int32 {
      var value: UInt8 = 100
      var line = "\(transaction.count):"
      for message in 0..<transaction.count {
        let address = String(transaction.address(of: message), radix: 16, uppercase: true)
        if transaction.isRead(message) {
          line += " R \(address) \(transaction.byteCount(of: message))"
          for byte in 0..<transaction.byteCount(of: message) {
            transaction[message, byte] = value
            value &+= 1
          }
        } else {
          line += " W \(address) \(transaction.bytes(of: message))"
        }
      }
      lines.append(line)
      splittings.append(transaction.splitting)
      return answer
    }
  }
}
