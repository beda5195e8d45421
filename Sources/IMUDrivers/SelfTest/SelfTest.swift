/// The chip's own test: it pushes on its sensors, and the readings must move by what the maker states.
///
/// Takes a second or two on the bus's clock and blocks the caller; not for a chip that is being sampled. Every register that is
/// changed is given back its value on each way out.
public enum SelfTest {
  /// How often the registers are tried to be given back, and the pause between: a plug that is put back within a second is met.
  static let restoreAttempts = 50
  static let restorePauseMilliseconds: UInt64 = 20

  /// Tests the chip at an address.
  ///
  /// - Throws: ``SelfTestError``: no chip, a part without known procedure, a failed transfer, a moving device, or a register that
  ///   could not be given back its value.
  public static func run(bus: any I2CBus, address: UInt8) throws(SelfTestError) -> SelfTestReport {
    let place = "\(bus.name) address \(hex(address))"
    func failed(_ reason: SensorError.Reason) -> SelfTestError {
      .chip(SensorError(bus: bus.name, address: address, reason: reason))
    }
    guard let family = ChipFamily.at(address) else { throw failed(.addressNotOurs) }
    if bus.isAddressInUse(address) { throw failed(.addressInUse) }
    var port = RegisterPort(bus: bus, address: address)
    let identity = ChipIdentity.readRetrying(&port, family: family)
    guard let variant = identity.variant else { throw failed(.identity(identity, expected: family)) }
    let procedure: any SelfTestProcedure
    switch variant {
    case .mpu6050: procedure = MPU6050SelfTest()
    // Not the clone of that family, which behaves as the MPU-6050 but keeps no trim that is known.
    case _ where variant.hasAccelerometerFilterRegister: procedure = MPU6500SelfTest()
    case .lsm6ds3, .lsm6ds3trc: procedure = LSM6DS3SelfTest(isTRC: variant == .lsm6ds3trc)
    default: throw .noProcedure(place: place, part: variant.name)
    }
    let outcome: Result<SelfTestReport, SelfTestError>
    var saved: [RegisterWrite] = []
    do throws(BusError) {
      for register in procedure.changedRegisters {
        saved.append(RegisterWrite(register: register, value: try port.readConfirmed(register)))
      }
    } catch { throw failed(.bus(error)) }
    do throws(SensorError.Reason) {
      outcome = try report(procedure, &port, variant: variant, place: place)
    } catch { outcome = .failure(failed(error)) }
    // Whatever came before, also a failed transfer.
    if let register = restore(saved, &port) { throw .notRestored(place: place, register: register) }
    return try outcome.get()
  }

  private static func report(
    _ procedure: any SelfTestProcedure, _ port: inout RegisterPort, variant: ChipVariant, place: String
  ) throws(SensorError.Reason) -> Result<SelfTestReport, SelfTestError> {
    var axes: [SelfTestAxis] = []
    try port.writeVerified(procedure.wake)
    port.pause(milliseconds: procedure.wakeMilliseconds)
    let limits: SelfTestLimits
    do throws(BusError) { limits = try procedure.limits(&port) } catch { throw .bus(error) }
    for pass in procedure.passes {
      let measurement = try measure(pass, &port)
      if let axis = measurement.movingAxis {
        return .failure(.moving(place: place, sensor: pass.sensor, axis: ["x", "y", "z"][axis]))
      }
      let allowed = limits[pass.sensor]
      for (axis, name) in ["x", "y", "z"].enumerated() {
        let response = measurement.response[axis]
        axes.append(
          SelfTestAxis(
            sensor: pass.sensor, name: name, response: limits.judged(response, of: pass.sensor),
            limits: allowed[axis]))
      }
    }
    return .success(SelfTestReport(variant: variant, axes: axes))
  }

  private static func measure(
    _ pass: SelfTestPass, _ port: inout RegisterPort
  ) throws(SensorError.Reason) -> SelfTestMeasurement {
    try port.writeVerified(pass.prepare)
    port.pause(milliseconds: pass.startMilliseconds)
    let before = try readings(pass, &port)
    try port.writeVerified([pass.on])
    let during = try readings(pass, &port)
    try port.writeVerified([pass.off])
    let after = try readings(pass, &port)
    return SelfTestMeasurement(sensor: pass.sensor, before: before, during: during, after: after)
  }

  private static func readings(
    _ pass: SelfTestPass, _ port: inout RegisterPort
  ) throws(SensorError.Reason) -> SelfTestReadings {
    port.pause(milliseconds: pass.settleMilliseconds)
    var readings: [SIMD3<Double>] = []
    // The first is dropped, as in ST's example: with BDU it may be from before the change.
    for index in 0...pass.sampleCount {
      port.pause(milliseconds: pass.periodMilliseconds)
      if let error = port.fetchRetrying(from: pass.dataRegister, count: 6) { throw .bus(error) }
      guard index > 0 else { continue }
      var reading = SIMD3<Double>.zero
      for axis in 0..<3 {
        let word = pass.isBigEndian ? port.bigEndianWord(at: 2 * axis) : port.littleEndianWord(at: 2 * axis)
        reading[axis] = Double(word) * pass.unitPerBit
      }
      readings.append(reading)
    }
    return SelfTestReadings(readings)
  }

  /// Writes the values back and reads them, until all are right.
  ///
  /// - Returns: a register that is still wrong at the end.
  private static func restore(_ saved: [RegisterWrite], _ port: inout RegisterPort) -> UInt8? {
    var wrong = saved.first?.register
    for attempt in 0..<restoreAttempts {
      if attempt > 0 { port.pause(milliseconds: restorePauseMilliseconds) }
      do throws(SensorError.Reason) {
        try port.writeVerified(saved)
        return nil
      } catch {
        switch error {
        case .readBack(let register, _, _): wrong = register
        case .bus(let error): wrong = error.register
        default: break
        }
      }
    }
    return wrong
  }
}
