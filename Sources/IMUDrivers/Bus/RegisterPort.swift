/// One chip on a bus, spoken to by registers.
///
/// The port owns the memory of its transfers and reuses it for each of them, so that sampling allocates nothing. Used by
/// one thread at a time.
public struct RegisterPort: ~Copyable {
  /// The bus the chip is on.
  public var bus: any I2CBus { owner.bus }
  /// The chip's 7-bit address.
  public let address: UInt8
  private let owner: BusOwner
  private let door: BusDoor
  private var memory: TransactionMemory
  /// Whether the transfer before timed out, and how often the bus was clocked free; see ``prepareRetry(after:pauseMilliseconds:)``.
  var hasTimedOut = false
  var busClears = 0

  /// - Parameters:
  ///   - address: 7-bit, 0x08 to 0x77.
  ///   - readCapacity: most bytes that one transfer brings.
  public init(bus: any I2CBus, address: UInt8, readCapacity: Int = 64) {
    precondition((0x08...0x77).contains(address), "a 7-bit address outside 0x08-0x77 is reserved")
    owner = BusOwner(bus)
    door = BusDoor(to: owner)
    self.address = address
    memory = TransactionMemory(readCapacity: readCapacity)
  }

  // MARK: Sampling

  /// Reads `count` bytes from consecutive registers: one write and one read, the pair that every adapter carries. ``byte(_:)``
  /// then gives them.
  ///
  /// - Parameter place: where the bytes go: those of the fetch before stay in front of it.
  /// - Returns: nil when everything arrived.
  @_noLocks public mutating func fetch(
    from register: UInt8, count: Int, at place: Int = 0, splitting: ReadSplitting = .registers
  ) -> BusError? {
    memory.begin()
    memory.addWrite(to: address, register: register, value: nil)
    memory.addRead(from: address, count: count, at: place)
    return transfer(register: register, splitting: splitting)
  }

  /// Nanoseconds on the bus's clock.
  public var nowNanoseconds: UInt64 { @_noLocks get { door.nowNanoseconds } }

  /// Leaves the bus idle until `deadline` on its clock.
  @_noLocks public func pause(untilNanoseconds deadline: UInt64) { door.pause(untilNanoseconds: deadline) }

  /// A byte of the last fetch, or of one before that it left in front.
  @_noLocks public func byte(_ index: Int) -> UInt8 { memory.byte(index) }

  /// A 16-bit two's complement word of the last fetch, high byte first.
  @_noLocks public func bigEndianWord(at index: Int) -> Int16 {
    Int16(bitPattern: UInt16(memory.byte(index)) << 8 | UInt16(memory.byte(index &+ 1)))
  }

  /// A 16-bit two's complement word of the last fetch, low byte first.
  @_noLocks public func littleEndianWord(at index: Int) -> Int16 {
    Int16(bitPattern: UInt16(memory.byte(index)) | UInt16(memory.byte(index &+ 1)) << 8)
  }

  @_noLocks private func transfer(register: UInt8, splitting: ReadSplitting) -> BusError? {
    let transaction = memory.transaction(splitting: splitting)
    let status = door.transfer(transaction)
    if status == Int32(truncatingIfNeeded: transaction.count) { return nil }
    return BusError(status: status, address: address, register: register)
  }

  /// Writes one register in a transaction of its own.
  ///
  /// - Returns: nil when it was acknowledged.
  @_noLocks public mutating func put(_ value: UInt8, to register: UInt8) -> BusError? {
    memory.begin()
    memory.addWrite(to: address, register: register, value: value)
    return transfer(register: register, splitting: .registers)
  }

  // MARK: Set-up

  /// Reads one register.
  public mutating func read(_ register: UInt8) throws(BusError) -> UInt8 {
    if let error = fetch(from: register, count: 1) { throw error }
    return byte(0)
  }

  /// Writes one register.
  public mutating func write(_ value: UInt8, to register: UInt8) throws(BusError) {
    if let error = put(value, to: register) { throw error }
  }

  /// Leaves the bus idle for a while, on the bus's own clock.
  public func pause(milliseconds: UInt64) {
    pause(untilNanoseconds: nowNanoseconds &+ milliseconds &* 1_000_000)
  }
}
