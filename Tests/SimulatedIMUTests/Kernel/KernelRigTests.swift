import Dispatch
import IMUDrivers
import Testing

@testable import SimulatedIMU

/// The server of a kernel's bus, with a socket in the place of /dev/imu-rig (rig/kmod/imu_rig_abi.h).
@Suite struct KernelRigTests {
  /// A request as the module sends it: messages as (address, bytes to write) or (address, bytes to read).
  private enum Message {
    case write(UInt8, [UInt8])
    case read(UInt8, Int)
  }

  private static func request(_ id: UInt8, _ messages: [Message]) -> [UInt8] {
    var packet: [UInt8] = [id, 0, 0, 0, UInt8(messages.count), 0, 0, 0]
    var data: [UInt8] = []
    for message in messages {
      switch message {
      case .write(let address, let bytes):
        packet += [address, 0, 0, 0, UInt8(bytes.count), 0, 0, 0]
        data += bytes
      case .read(let address, let count): packet += [address, 0, 1, 0, UInt8(count & 0xFF), UInt8(count >> 8), 0, 0]
      }
    }
    return packet + data
  }

  /// Runs a server over a board with an MPU-6050 for the length of a closure, or until it ends by itself.
  private func serving(untilItEnds: Bool = false, _ body: (PacketSocket, SimulatedChip) throws -> Void) throws
    -> Result<KernelRig.Report, RigError>
  {
    let socket = PacketSocket()
    let board = SimulatedBoard(clock: .realTime, busHertz: nil)
    let motion = Motion(specificForce: SIMD3(4.903325, -2.4516625, 9.80665), angularRate: SIMD3(0.1, -0.2, 0.3))
    let chip = board.attach(.mpu6050, motion: .constant(motion), options: ChipOptions(powerOnNanoseconds: 0))
    let device = try RigDevice(path: "socket", descriptor: socket.server)
    let rig = try KernelRig(board: board, wires: [.init(chip: chip, line: 3)], device: device)
    let ended = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    DispatchQueue.global().async {
      do throws(RigError) { outcome.set(.success(try rig.serve())) } catch { outcome.set(.failure(error)) }
      ended.signal()
    }
    defer { rig.stop() }
    try body(socket, chip)
    if !untilItEnds { rig.stop() }
    #expect(ended.wait(timeout: .now() + 20) == .success)
    return try #require(outcome.value)
  }

  /// `imu-rt simulate --one-line`: the wire is low while any of the pins pulls.
  @Test func aWireOfSeveralPinsIsHighOnlyWhenAllHaveLetItGo() {
    let board = SimulatedBoard(clock: .realTime, busHertz: nil)
    let chips = [0x68, 0x69].map { board.attach(.mpu6050, address: $0, motion: .still()) }
    let wire = board.core.addWire(from: chips.map(\.index), pin: .first, bias: .pullUp)
    func levels() -> [Bool] { board.core.takeMoves(of: [wire]).moves.map(\.change.isHigh) }
    // As they power up, the pins are low.
    #expect(levels() == [false])
    chips[0].powerOff()
    #expect(levels() == [])
    chips[1].powerOff()
    #expect(levels() == [true])
    chips[0].powerOn()
    #expect(levels() == [false])
  }

  @Test func aRegisterReadIsAnsweredWithItsNumberAndBytes() throws {
    let outcome = try serving { socket, _ in
      socket.send(Self.request(7, [.write(0x68, [0x75]), .read(0x68, 1)]))
      #expect(socket.receive(kind: 1) == [1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 0x68])
    }
    #expect(try outcome.get().transfers == 1)
  }

  @Test func anAddressWithoutAChipIsNotAcknowledged() throws {
    _ = try serving { socket, _ in
      socket.send(Self.request(8, [.write(0x50, [0])]))
      let code = UInt8(truncatingIfNeeded: -121 as Int32)
      #expect(socket.receive(kind: 1) == [1, 0, 0, 0, 8, 0, 0, 0, code, 0xFF, 0xFF, 0xFF])
    }
  }

  /// i2cdetect asks with a write of no bytes.
  @Test func aWriteOfNothingProbesAnAddress() throws {
    _ = try serving { socket, _ in
      socket.send(Self.request(9, [.write(0x68, [])]))
      #expect(socket.receive(kind: 1) == [1, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0])
    }
  }

  @Test func aShortCountBringsOnlyTheBytesOfTheMessagesDone() throws {
    _ = try serving { socket, chip in
      chip.inject(.shortCount(1))
      socket.send(Self.request(10, [.write(0x68, [0x75]), .read(0x68, 1)]))
      #expect(socket.receive(kind: 1) == [1, 0, 0, 0, 10, 0, 0, 0, 1, 0, 0, 0])
    }
  }

  @Test func theLineRisesAndFallsWithThePin() throws {
    let outcome = try serving { socket, _ in
      // First of all the level that the wire has.
      #expect(socket.receive(kind: 2) == [2, 0, 0, 0, 3, 0, 1, 0])
      var answered: UInt8 = 20
      func write(_ register: UInt8, _ value: UInt8) {
        socket.send(Self.request(answered, [.write(0x68, [register, value])]))
        #expect(socket.receive(kind: 1)[4] == answered)
        answered += 1
      }
      // Awake and latching: what is written in the first milliseconds awake is lost, so it is written until it holds.
      write(0x6B, 1)
      var reads: [UInt8] = []
      repeat {
        write(0x1A, 1)
        socket.send(Self.request(99, [.write(0x68, [0x1A]), .read(0x68, 1)]))
        reads = socket.receive(kind: 1)
      } while reads.last != 1
      write(0x19, 9)
      write(0x38, 1)
      for level: UInt8 in [1, 0, 1, 0] {
        #expect(socket.receive(kind: 2) == [2, 0, 0, 0, 3, level, 0, 0])
      }
    }
    #expect(try outcome.get().levelChanges >= 5)
  }

  @Test(arguments: [
    [1, 2, 3], request(1, []), Array(request(1, [.write(0x68, [1, 2])]).dropLast()),
    request(1, [.write(0x68, [1])]) + [0], request(1, [.write(0x90, [1])]),
  ])
  func aPacketThatIsNoRequestEndsTheServing(_ packet: [UInt8]) throws {
    let outcome = try serving(untilItEnds: true) { socket, _ in socket.send(packet) }
    #expect(throws: RigError.notUnderstood(path: "socket")) { try outcome.get() }
  }

  @Test func aDeviceThatEndsIsAFault() throws {
    let outcome = try serving(untilItEnds: true) { socket, _ in socket.close() }
    guard case .failure(.failed(let path, let call, _)) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(path == "socket" && ["read", "write"].contains(call))
  }

  @Test func withoutTheModuleTheErrorSaysHowToLoadIt() throws {
    let board = SimulatedBoard(clock: .realTime)
    let path = "/dev/no-such-rig"
    #expect(throws: RigError.noModule(path: path)) { try KernelRig(board: board, wires: [], path: path) }
    #expect(RigError.noModule(path: path).description.contains("insmod"))
  }
}

/// What a server's thread ended with.
///
/// @unchecked Sendable: written before the semaphore is signalled, read after it was waited for.
private final class Outcome: @unchecked Sendable {
  private(set) var value: Result<KernelRig.Report, RigError>?
  func set(_ result: Result<KernelRig.Report, RigError>) { value = result }
}
