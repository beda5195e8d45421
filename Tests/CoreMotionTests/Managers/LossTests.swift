import CoreMotion
import Foundation
import Pipeline
import SimulatedIMU
import Testing

/// A chip that is lost while it runs: everybody can learn why, and nobody has to start anew when it is back.
@Suite struct LossTests {
  /// Who pulls has nil, and asks why.
  @Test func whoPullsLearnsTheReasonAndWhenItHasGone() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.5)
    #expect(manager.unavailability(of: .deviceMotion) == nil && manager.isDeviceMotionAvailable)
    board.chip.powerOff()
    board.advance(3)
    #expect(manager.deviceMotion == nil)
    let reason = try #require(manager.unavailability(of: .deviceMotion))
    #expect(reason.kind == .noChip)
    #expect(reason.code.rawValue == CMErrorNotAvailable.rawValue)
    #expect(reason.description.contains("0x68"))
    #expect(manager.unavailability(of: .gyro)?.kind == .noChip)
    #expect(!manager.isDeviceMotionAvailable && manager.isDeviceMotionActive)
    board.chip.powerOn()
    board.advance(3)
    #expect(manager.deviceMotion != nil)
    #expect(manager.unavailability(of: .deviceMotion) == nil && manager.isDeviceMotionAvailable)
  }

  /// Whenever a property that had values is nil there is a reason, and never beside a value.
  @Test func thereIsAReasonWheneverAPropertyHasGoneNil() {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.advance(0.5)
    var (silent, present) = (0, 0)
    for step in 0..<600 {
      if step == 50 { board.chip.powerOff() }
      if step == 300 { board.chip.powerOn() }
      board.advance(0.01)
      if manager.deviceMotion == nil { silent += 1 } else { present += 1 }
      if manager.deviceMotion == nil { #expect(manager.unavailability(of: .deviceMotion) != nil, "at \(step)") }
    }
    #expect(silent > 100 && present > 100)
  }

  /// Values that are older than the configuration allows are nil; so there is a reason, and it says how old.
  @Test func aSilenceIsAReasonToo() throws {
    let wires = SimulatedBoard(clock: .virtual)
    let chip = wires.attach(.mpu6050, motion: .still())
    var configuration = PipelineConfiguration(
      source: .custom(bus: wires.bus, address: chip.address, line: wires.line(for: chip)))
    configuration.staleAfterSeconds = 0.02
    let board = MotionBoard.virtual(configuration)
    let manager = CMMotionManager(board: board)
    manager.startDeviceMotionUpdates()
    board.advance(seconds: 0.5)
    #expect(manager.deviceMotion != nil && manager.unavailability(of: .deviceMotion) == nil)
    chip.powerOff()
    for _ in 0..<20 where manager.deviceMotion != nil { board.advance(seconds: 0.002) }
    #expect(manager.deviceMotion == nil)
    let reason = try #require(manager.unavailability(of: .deviceMotion))
    #expect(reason.kind == .noChip && reason.description.contains("no sample for"))
  }

  /// What is not due yet is not stale, however short the configuration's patience is.
  @Test func aSlowIntervalIsNoSilence() {
    let wires = SimulatedBoard(clock: .virtual)
    let chip = wires.attach(.mpu6050, motion: .still())
    var configuration = PipelineConfiguration(
      source: .custom(bus: wires.bus, address: chip.address, line: wires.line(for: chip)))
    configuration.staleAfterSeconds = 0.01
    let board = MotionBoard.virtual(configuration)
    let manager = CMMotionManager(board: board)
    manager.deviceMotionUpdateInterval = 1
    manager.startDeviceMotionUpdates()
    board.advance(seconds: 0.1)
    var missing = 0
    for _ in 0..<400 {
      board.advance(seconds: 0.01)
      if manager.deviceMotion == nil || manager.unavailability(of: .deviceMotion) != nil { missing += 1 }
    }
    #expect(missing == 0)
    chip.powerOff()
    board.advance(seconds: 0.3)
    #expect(manager.deviceMotion == nil && manager.unavailability(of: .deviceMotion) != nil)
  }

  /// Who starts while the chip is lost is told at once and once, and gets values when it is back.
  @Test func whoStartsMeanwhileIsToldAtOnce() throws {
    let board = VirtualBoard()
    let first = board.manager()
    first.startGyroUpdates()
    board.advance(0.5)
    board.chip.powerOff()
    board.advance(3)
    let manager = board.manager()
    let queue = serialQueue()
    let errors = Collected<NSError>()
    let times = Collected<Double>()
    manager.startAccelerometerUpdates(to: queue) { data, error in
      if let error { errors.add(error as NSError) }
      if let data { times.add(data.timestamp) }
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(errors.values.count == 1 && times.values.isEmpty)
    let underlying = errors.values.first?.userInfo[NSUnderlyingErrorKey] as? MotionUnavailable
    #expect(underlying?.kind == .noChip)
    board.advance(3)
    board.chip.powerOn()
    board.advance(3)
    queue.waitUntilAllOperationsAreFinished()
    #expect(errors.values.count == 1)
    #expect(times.values.count > 50)
  }

  /// Each loss is told anew.
  @Test func eachLossIsToldOnce() {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let story = Collected<String>()
    manager.startGyroUpdates(to: queue) { data, error in
      let next = error == nil ? "values" : "lost"
      if story.values.last != next || error != nil { story.add(next) }
    }
    for _ in 0..<2 {
      board.advance(1)
      board.chip.powerOff()
      board.advance(4)
      board.chip.powerOn()
      board.advance(3)
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(story.values == ["values", "lost", "values", "lost", "values"])
  }

  @Test(.timeLimit(.minutes(1))) func aSequenceMeanwhileThrowsTheReason() async {
    let board = VirtualBoard()
    let first = board.manager()
    first.startGyroUpdates()
    board.advance(0.5)
    board.chip.powerOff()
    board.advance(3)
    await #expect {
      for try await _ in board.manager().deviceMotionValues() {}
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
  }

  /// A wait that ends without a value ends with the reason.
  @Test func aWaitForAValueEndsWithTheReason() {
    let board = VirtualBoard()
    let manager = board.manager()
    manager.startDeviceMotionUpdates()
    board.chip.powerOff()
    board.advance(2)
    #expect {
      _ = try manager.waitForDeviceMotion(timeout: .milliseconds(300))
    } throws: {
      ($0 as? MotionUnavailable)?.kind == .noChip
    }
  }

  /// Handlers are told once that the chip is lost, as NSError of the domain, and get values again when it is back.
  @Test func aLostChipIsReportedOnce() throws {
    let board = VirtualBoard()
    let manager = board.manager()
    let queue = serialQueue()
    let errors = Collected<NSError>()
    let times = Collected<Double>()
    manager.startDeviceMotionUpdates(to: queue) { motion, error in
      if let error { errors.add(error as NSError) }
      if let motion { times.add(motion.timestamp) }
    }
    board.advance(0.5)
    board.chip.powerOff()
    board.advance(5)
    board.chip.powerOn()
    board.advance(5)
    queue.waitUntilAllOperationsAreFinished()
    #expect(errors.values.count == 1)
    let error = try #require(errors.values.first)
    #expect(error.domain == CMErrorDomain)
    #expect(error.code == Int(CMErrorNotAvailable.rawValue))
    #expect(error.localizedDescription.contains("0x68"))
    #expect(zip(times.values, times.values.dropFirst()).contains { $1 - $0 > 4 })
  }
}
