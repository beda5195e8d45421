// The calls into C that this module makes for clock and bus, with the handles they need: the second part of its unsafe code. Those
// for lines are in LineHandle.swift.
//
// The compiler can't look into C, so `@_noLocks` asks for `_unsafePerformance` around each call. Why each is safe on the
// sample path stands beside it: the C functions behind them allocate nothing, and block for no more than is stated.
// Handles are copied out of their noncopyable owners first: a closure that captured those would count references.

import CI2C
import CRealtime
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The clock of real hardware.
enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds. The kernel answers from a page mapped into the process, without a system call.
  static var nowNanoseconds: UInt64 {
    @_noLocks get { _unsafePerformance { crt_now() } }
  }

  /// Sleeps until the deadline, which signals don't move.
  static func sleep(untilNanoseconds deadline: UInt64) {
    // An absolute deadline bounds the loop: each interruption leaves less to wait for.
    while crt_sleep_until(deadline) == -EINTR {}
  }
}

/// An open adapter of the kernel, closed with its last use.
///
/// Over SMBus the address belongs to the descriptor, not to the call. Threads that speak to two chips through one bus
/// must not take each other's address, so each address gets a descriptor of its own the first time it is used.
///
/// @unchecked Sendable: `path` is written in init and read thereafter; `selected` holds atomics; the memory of both goes
/// in deinit, when no other use is left.
struct AdapterHandle: ~Copyable, @unchecked Sendable {
  private static let addressCount = 128

  private let descriptor: Int32
  private let path: UnsafeMutablePointer<CChar>
  /// For each address its descriptor, or -1.
  private let selected: UnsafeMutablePointer<Atomic<Int32>>

  /// Opens the node. Throws errno.
  init(path text: String) throws(ErrnoCode) {
    let opened = ci2c_open(text)
    if opened < 0 { throw ErrnoCode(status: opened) }
    descriptor = opened
    let characters = text.utf8CString
    // SAFETY: both blocks are initialised here, in full, and freed once, in deinit of this noncopyable owner.
    path = .allocate(capacity: characters.count)
    for (index, character) in characters.enumerated() { (path + index).initialize(to: character) }
    selected = .allocate(capacity: Self.addressCount)
    for index in 0..<Self.addressCount { (selected + index).initialize(to: Atomic(-1)) }
  }

  deinit {
    // SAFETY: allocated in init; nobody else can reach them any more.
    for index in 0..<Self.addressCount {
      // Relaxed: the last reference is gone, and letting it go has ordered all earlier uses before this.
      let open = selected[index].load(ordering: .relaxed)
      if open >= 0 { _ = ci2c_close(open) }
      (selected + index).deinitialize(count: 1)
    }
    selected.deallocate()
    path.deallocate()
    // A close that fails has no remedy: Linux has freed the descriptor all the same.
    _ = ci2c_close(descriptor)
  }

  /// The adapter's functionality mask. Throws errno.
  func functionality() throws(ErrnoCode) -> UInt64 {
    var mask: UInt64 = 0
    let status = ci2c_functionality(descriptor, &mask)
    if status < 0 { throw ErrnoCode(status: status) }
    return mask
  }

  /// Whether a kernel driver holds the address: 1, 0, or -errno.
  func isHeld(_ address: UInt8) -> Int32 { ci2c_address_in_use(descriptor, UInt16(address)) }

  /// Carries out the messages as one combined transaction. One system call (I2C_RDWR), which lasts as long as the transfer.
  @_noLocks func transfer(_ transaction: I2CTransaction) -> Int32 {
    let open = descriptor
    // SAFETY: the transaction's memory is valid for the call and holds `count` messages.
    return _unsafePerformance {
      ci2c_transfer(open, transaction.messages, Int32(truncatingIfNeeded: transaction.count))
    }
  }

  /// Reads `count` bytes into a message, from byte `first` of it on. One system call (I2C_SMBUS) after the first use.
  @_noLocks func readBlock(_ register: UInt8, into message: Int, of transaction: I2CTransaction, first: Int, count: Int)
    -> Int32
  {
    precondition(first >= 0 && count > 0 && first &+ count <= transaction.byteCount(of: message))
    let open = select(transaction.address(of: message))
    if open < 0 { return open }
    // SAFETY: the range was checked against the message just above; its memory is valid for the call.
    return _unsafePerformance {
      ci2c_smbus_read(
        open, register, transaction.messages[message].bytes + first, Int32(truncatingIfNeeded: count))
    }
  }

  /// Writes all bytes of a message but its first, which is the register. One system call (I2C_SMBUS) after the first use.
  @_noLocks func writeBlock(_ message: Int, of transaction: I2CTransaction) -> Int32 {
    let length = transaction.byteCount(of: message)
    precondition(length > 1, "a write carries a register and at least one byte")
    let open = select(transaction.address(of: message))
    if open < 0 { return open }
    // SAFETY: the message holds `length` bytes, of which the first is left out; its memory is valid for the call.
    return _unsafePerformance {
      let bytes = transaction.messages[message].bytes + 1
      return ci2c_smbus_write(open, transaction[message, 0], bytes, Int32(truncatingIfNeeded: length &- 1))
    }
  }

  /// The descriptor of an address, opened at its first use, which is the probe for the chip's identity: sampling finds it
  /// open. Returns it or -errno.
  @_noLocks private func select(_ address: UInt8) -> Int32 {
    let index = Int(address)
    if index >= Self.addressCount { return -EINVAL }
    // SAFETY: the index is checked; every slot was initialised in init.
    // Acquiring: pairs with the exchange below, so that a descriptor is seen only after its address was set.
    let known = selected[index].load(ordering: .acquiring)
    return known >= 0 ? known : open(address)
  }

  @_noLocks private func open(_ address: UInt8) -> Int32 {
    let path = path
    // SAFETY: the path is terminated and unchanged since init.
    let opened = _unsafePerformance { ci2c_open(path) }
    if opened < 0 { return opened }
    let status = _unsafePerformance { ci2c_select(opened, UInt16(address)) }
    if status < 0 {
      _ = _unsafePerformance { ci2c_close(opened) }
      return status
    }
    // Releasing: pairs with the load in select. Acquiring: the loser takes the winner's descriptor.
    let (won, current) = selected[Int(address)].compareExchange(
      expected: -1, desired: opened, ordering: .acquiringAndReleasing)
    if won { return opened }
    _ = _unsafePerformance { ci2c_close(opened) }
    return current
  }
}

/// An errno that a set-up call of this module met, positive.
struct ErrnoCode: Error {
  let code: Int32
  /// - Parameter status: -errno, as C returned it.
  init(status: Int32) { code = 0 &- status }
}

/// The text in a fixed array of C characters, up to its terminator.
func text<Characters>(of characters: Characters) -> String {
  // SAFETY: the bytes are those of a trivial C array, read within its bounds.
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
