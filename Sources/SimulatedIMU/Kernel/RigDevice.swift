// Unsafe code of this module: the calls on /dev/imu-rig. The other part is GzipFile.

import CRig

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open /dev/imu-rig, or whatever speaks like it; closed with its last use. One thread uses it, but ``stop()`` is anybody's.
final class RigDevice: Sendable {
  /// What a wait ended with.
  enum Event: Equatable { case packet, deadline, stopped }

  let path: String
  private let descriptor: Int32
  private let bell: Int32

  /// Opens the device.
  convenience init(path: String) throws(RigError) {
    let opened = crig_open(path)
    guard opened >= 0 else { throw RigError(opening: path, code: 0 &- opened) }
    try self.init(path: path, descriptor: opened)
  }

  /// Takes over a descriptor that gives and takes whole packets without blocking.
  init(path: String, descriptor: Int32) throws(RigError) {
    self.path = path
    self.descriptor = descriptor
    bell = crig_make_bell()
    guard bell >= 0 else { throw .failed(path: path, call: "eventfd", code: 0 &- bell) }
  }

  deinit {
    // A close that fails has no remedy: Linux has freed the descriptor all the same.
    _ = crig_close(descriptor)
    if bell >= 0 { _ = crig_close(bell) }
  }

  /// Waits for a packet until a time on CLOCK_MONOTONIC. A signal ends the wait like the deadline.
  func wait(untilNanoseconds deadline: UInt64) throws(RigError) -> Event {
    switch crig_wait(descriptor, bell, deadline) {
    case CRIG_BELL: return .stopped
    case CRIG_PACKET: return .packet
    case CRIG_DEADLINE, -EINTR: return .deadline
    case let status: throw .failed(path: path, call: "ppoll", code: 0 &- status)
    }
  }

  /// Takes one packet into the buffer; nil if there is none after all, as when its sender gave up.
  func read(into buffer: inout [UInt8]) throws(RigError) -> Int? {
    // SAFETY: at most the buffer's count is written into the buffer, which lives for the call.
    let count = buffer.withUnsafeMutableBytes {
      crig_read(descriptor, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32($0.count))
    }
    switch count {
    case 1...: return Int(count)
    case -EAGAIN, -EINTR: return nil
    // A device never ends; what stands in for one does when its other end closes.
    default: throw .failed(path: path, call: "read", code: count == 0 ? EPIPE : 0 &- count)
    }
  }

  /// Sends one packet, which never blocks. False if it came too late: the request that it answers has been given up.
  func write(_ packet: [UInt8]) throws(RigError) -> Bool {
    // SAFETY: the packet is read, and lives for the call.
    let count = packet.withUnsafeBufferPointer { crig_write(descriptor, $0.baseAddress, UInt32($0.count)) }
    if count == -ESTALE { return false }
    guard count == packet.count else {
      throw .failed(path: path, call: "write", code: count < 0 ? 0 &- count : EIO)
    }
    return true
  }

  /// Ends all waits from now on. Safe from any thread.
  func stop() { _ = crig_ring(bell) }
}
