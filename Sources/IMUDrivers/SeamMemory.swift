// All unsafe code of this module: the memory of transfers, and the doors through which the sampling thread reaches the two seams.

import CI2C

/// How a bus that can only move 32 bytes at once may cut a long read into pieces.
///
/// A combined transaction is never cut; the rule matters only on adapters without I2C_RDWR.
public struct ReadSplitting: BitwiseCopyable, Sendable, Equatable {
  /// Bytes that belong together: a piece holds a whole number of them. 2 for 16-bit registers, a frame for a FIFO.
  public var unitBytes: Int
  /// Whether the chip's address moves on with each byte; false for a FIFO port, where each piece starts at the same register.
  public var advancesRegister: Bool

  /// 16-bit data registers that follow each other.
  public static var registers: ReadSplitting {
    @_noLocks get { ReadSplitting(unitBytes: 2, advancesRegister: true) }
  }

  @_noLocks public init(unitBytes: Int, advancesRegister: Bool) {
    self.unitBytes = unitBytes
    self.advancesRegister = advancesRegister
  }
}

/// A list of messages that a bus carries out as one: writes and reads with repeated starts and a single stop.
///
/// It is a view of memory owned by a ``RegisterPort``: valid until the `transfer` call that received it returns,
/// not to be kept. All indices are checked. Safe on the sampling thread; nothing here allocates but ``bytes(of:)``.
public struct I2CTransaction: BitwiseCopyable {
  /// Number of messages, at least 1.
  public let count: Int
  /// How a long read may be cut where the adapter needs it.
  public let splitting: ReadSplitting
  let messages: UnsafeMutablePointer<ci2c_message>

  /// The 7-bit address of a message.
  @_noLocks public func address(of message: Int) -> UInt8 { UInt8(truncatingIfNeeded: self[message].address) }

  /// Whether the message reads from the chip.
  @_noLocks public func isRead(_ message: Int) -> Bool { self[message].flags & UInt16(CI2C_READ) != 0 }

  /// Number of bytes in a message.
  @_noLocks public func byteCount(of message: Int) -> Int { Int(self[message].length) }

  /// One byte of a message. A bus sets the bytes of reads and leaves those of writes alone.
  public subscript(message: Int, byte: Int) -> UInt8 {
    @_noLocks get {
      precondition(byte >= 0 && byte < byteCount(of: message), "byte index outside the message")
      // SAFETY: message and byte are checked; the port's memory outlives every transfer.
      return self[message].bytes[byte]
    }
    @_noLocks nonmutating set {
      precondition(byte >= 0 && byte < byteCount(of: message), "byte index outside the message")
      // SAFETY: as above; the port lends its memory to one bus at a time, so nobody else reads it meanwhile.
      self[message].bytes[byte] = newValue
    }
  }

  /// A copy of a message's bytes, for traces and mock buses. Allocates.
  public func bytes(of message: Int) -> [UInt8] { (0..<byteCount(of: message)).map { self[message, $0] } }

  private subscript(message: Int) -> ci2c_message {
    @_noLocks get {
      precondition(message >= 0 && message < count, "message index outside the transaction")
      // SAFETY: the index is checked against the number of initialised messages.
      return messages[message]
    }
  }
}

/// The memory behind transactions: messages and their bytes, allocated once.
struct TransactionMemory: ~Copyable {
  private let messageCapacity: Int
  private let writeCapacity: Int
  private let messages: UnsafeMutablePointer<ci2c_message>
  private let writes: UnsafeMutablePointer<UInt8>
  private let reads: UnsafeMutablePointer<UInt8>
  private let readCapacity: Int
  private var messageCount = 0
  private var writeCount = 0
  private(set) var readCount = 0

  /// - Parameters:
  ///   - readCapacity: most bytes that all reads of one transaction bring together.
  ///   - messageCapacity: most messages of one transaction; a port needs two, a write and a read.
  ///   - writeCapacity: most bytes that all writes of one transaction carry together.
  init(readCapacity: Int, messageCapacity: Int = 2, writeCapacity: Int = 2) {
    precondition(readCapacity > 0 && readCapacity <= Int(UInt16.max), "a message holds 1 to 65535 bytes")
    self.readCapacity = readCapacity
    self.messageCapacity = messageCapacity
    self.writeCapacity = writeCapacity
    // SAFETY: each block is initialised before use and deallocated once, in deinit of this noncopyable owner.
    messages = .allocate(capacity: messageCapacity)
    writes = .allocate(capacity: writeCapacity)
    reads = .allocate(capacity: readCapacity)
    messages.initialize(repeating: ci2c_message(), count: messageCapacity)
    writes.initialize(repeating: 0, count: writeCapacity)
    reads.initialize(repeating: 0, count: readCapacity)
  }

  deinit {
    // SAFETY: allocated in init; ci2c_message and UInt8 are trivial.
    messages.deallocate()
    writes.deallocate()
    reads.deallocate()
  }

  /// Forgets the messages of the last transaction.
  @_noLocks mutating func begin() {
    messageCount = 0
    writeCount = 0
    readCount = 0
  }

  /// Adds a message that writes one or two bytes: a register, and a value for it.
  @_noLocks mutating func addWrite(to address: UInt8, register: UInt8, value: UInt8?) {
    let length = value == nil ? 1 : 2
    precondition(messageCount < messageCapacity && writeCount &+ length <= writeCapacity)
    // SAFETY: both indices were checked against the capacities just above.
    let bytes = writes + writeCount
    bytes[0] = register
    if let value { bytes[1] = value }
    messages[messageCount] = ci2c_message(address: UInt16(address), flags: 0, length: UInt16(length), bytes: bytes)
    messageCount &+= 1
    writeCount &+= length
  }

  /// Adds a message that writes the given bytes, or none.
  mutating func addWrite(to address: UInt8, bytes: ArraySlice<UInt8>) {
    precondition(messageCount < messageCapacity && bytes.count <= writeCapacity &- writeCount)
    let start = writes + writeCount
    // SAFETY: the bytes and the message fit, as was checked just above.
    for (offset, byte) in bytes.enumerated() { start[offset] = byte }
    messages[messageCount] = ci2c_message(
      address: UInt16(address), flags: 0, length: UInt16(bytes.count), bytes: start)
    messageCount &+= 1
    writeCount &+= bytes.count
  }

  /// Adds a message that reads `count` bytes, which may be none, to a place in the memory; what lies in front of it stays.
  @_noLocks mutating func addRead(from address: UInt8, count: Int, at place: Int) {
    precondition(messageCount < messageCapacity && count >= 0 && place >= 0 && place &+ count <= readCapacity)
    // SAFETY: both indices were checked against the capacities just above.
    messages[messageCount] = ci2c_message(
      address: UInt16(address), flags: UInt16(CI2C_READ), length: UInt16(count), bytes: reads + place)
    messageCount &+= 1
    readCount = place &+ count
  }

  /// The messages added since ``begin()``, lent to a bus.
  @_noLocks func transaction(splitting: ReadSplitting) -> I2CTransaction {
    I2CTransaction(count: messageCount, splitting: splitting, messages: messages)
  }

  /// One byte that reads brought, up to the last one's end.
  @_noLocks func byte(_ index: Int) -> UInt8 {
    precondition(index >= 0 && index < readCount, "byte index outside the last read")
    // SAFETY: the index is checked against the bytes of the last transaction.
    return reads[index]
  }
}

/// The bus seam as the sampling thread sees it: one C function and its context.
///
/// `@_noLocks` refuses a call through an existential because it counts references; a function pointer needs none. The
/// owner must outlive every ``transfer(_:)``, which ``RegisterPort`` sees to by holding both.
struct BusDoor: BitwiseCopyable {
  private let context: UnsafeMutableRawPointer
  private let transferFunction: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Int32
  private let clockFunction: @convention(c) (UnsafeMutableRawPointer) -> UInt64
  private let pauseFunction: @convention(c) (UnsafeMutableRawPointer, UInt64) -> Void

  init(to owner: BusOwner) {
    // SAFETY: unretained on purpose; RegisterPort keeps the owner alive as long as the door.
    context = Unmanaged.passUnretained(owner).toOpaque()
    transferFunction = { context, transaction in
      // SAFETY: both pointers come from transfer(_:) just below, in whose call they are valid.
      Unmanaged<BusOwner>.fromOpaque(context).takeUnretainedValue().bus
        .transfer(transaction.load(as: I2CTransaction.self))
    }
    clockFunction = { context in
      // SAFETY: the pointer comes from nowNanoseconds, in whose call the owner is alive.
      Unmanaged<BusOwner>.fromOpaque(context).takeUnretainedValue().bus.nowNanoseconds
    }
    pauseFunction = { context, deadline in
      // SAFETY: the pointer comes from pause(untilNanoseconds:), in whose call the owner is alive.
      Unmanaged<BusOwner>.fromOpaque(context).takeUnretainedValue().bus.pause(untilNanoseconds: deadline)
    }
  }

  /// Calls the bus. Safe on the sample path as far as the bus's own `transfer` is: ``LinuxI2CBus`` carries `@_noLocks`; a
  /// simulated bus may take its own lock, which no other thread holds while sampling.
  @_noLocks func transfer(_ transaction: I2CTransaction) -> Int32 {
    _unsafePerformance {
      // SAFETY: the pointer lives for the call, and the function reads one I2CTransaction from it.
      withUnsafePointer(to: transaction) { transferFunction(context, UnsafeRawPointer($0)) }
    }
  }
}

extension BusDoor {
  /// The bus's clock. Safe on the sample path: a clock read on hardware, a number behind a lock in a simulation.
  var nowNanoseconds: UInt64 { @_noLocks get { _unsafePerformance { clockFunction(context) } } }

  /// Leaves the bus idle. Safe on the sample path: it sleeps until a deadline, which is what it is called for.
  @_noLocks func pause(untilNanoseconds deadline: UInt64) { _unsafePerformance { pauseFunction(context, deadline) } }
}

/// Keeps a bus alive behind a ``BusDoor``.
final class BusOwner: Sendable {
  let bus: any I2CBus
  init(_ bus: any I2CBus) { self.bus = bus }
}

/// The line seam as the sampling thread sees it; the counterpart of ``BusDoor``.
struct LineDoor: BitwiseCopyable {
  private let context: UnsafeMutableRawPointer
  private let waitFunction: @convention(c) (UnsafeMutableRawPointer, UInt64, UnsafeMutableRawPointer) -> Void
  private let levelFunction: @convention(c) (UnsafeMutableRawPointer) -> Int32

  init(to owner: LineOwner) {
    // SAFETY: unretained on purpose; LinePort keeps the owner alive as long as the door.
    context = Unmanaged.passUnretained(owner).toOpaque()
    waitFunction = { context, deadline, result in
      // SAFETY: both pointers come from wait(untilNanoseconds:), in whose call they are valid.
      let line = Unmanaged<LineOwner>.fromOpaque(context).takeUnretainedValue().line
      result.storeBytes(of: line.wait(untilNanoseconds: deadline), as: EdgeWait.self)
    }
    levelFunction = { context in
      // SAFETY: the pointer comes from level(), in whose call the owner is alive.
      Unmanaged<LineOwner>.fromOpaque(context).takeUnretainedValue().line.level()
    }
  }

  @_noLocks func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    var result = EdgeWait.deadline
    _unsafePerformance {
      // SAFETY: the pointer lives for the call, and the function stores one EdgeWait there.
      withUnsafeMutablePointer(to: &result) { waitFunction(context, deadline, UnsafeMutableRawPointer($0)) }
    }
    return result
  }

  @_noLocks func level() -> Int32 { _unsafePerformance { levelFunction(context) } }
}

/// Keeps a line alive behind a ``LineDoor``.
final class LineOwner: Sendable {
  let line: any DataReadyLine
  init(_ line: any DataReadyLine) { self.line = line }
}
