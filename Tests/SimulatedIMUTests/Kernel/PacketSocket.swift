import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Two ends of a socket that keeps packets whole: what a program sees of /dev/imu-rig, without the module.
///
/// @unchecked Sendable: the numbers never change, and the kernel's calls are safe from any thread.
final class PacketSocket: @unchecked Sendable {
  /// For the server, which closes it.
  let server: Int32
  /// For the test in the kernel's place.
  let kernel: Int32
  private var isOpen = true

  init() {
    var ends: [Int32] = [-1, -1]
    let status = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
    precondition(status == 0, "no socket")
    (server, kernel) = (ends[0], ends[1])
    precondition(fcntl(server, F_SETFL, O_NONBLOCK) == 0, "no flags")
    // Bounds every wait of a test.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(kernel, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  func close() {
    if isOpen { Glibc.close(kernel) }
    isOpen = false
  }

  func send(_ packet: [UInt8]) {
    #expect(Glibc.send(kernel, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count)
  }

  /// The next packet that the server sent; empty when none came.
  func receive() -> [UInt8] {
    var packet = [UInt8](repeating: 0, count: 65536)
    let count = recv(kernel, &packet, packet.count, 0)
    return Array(packet.prefix(max(0, count)))
  }

  /// The next packet of a kind; those of other kinds are passed over.
  func receive(kind: UInt8) -> [UInt8] {
    while true {
      let packet = receive()
      if packet.isEmpty || packet[0] == kind { return packet }
    }
  }
}
