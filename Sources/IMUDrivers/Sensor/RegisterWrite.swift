/// A value for a register.
struct RegisterWrite: BitwiseCopyable, Equatable, Sendable {
  let register: UInt8
  let value: UInt8
}

extension RegisterPort {
  /// What registers hold, as the writes that would give them these values. Not for the sampling thread.
  mutating func values(of registers: [UInt8]) throws(SensorError.Reason) -> [RegisterWrite] {
    var values: [RegisterWrite] = []
    do throws(BusError) {
      for register in registers {
        values.append(RegisterWrite(register: register, value: try readRetrying(register)))
      }
    } catch { throw .bus(error) }
    return values
  }

  /// Writes a table of registers in order, then reads each of them back.
  ///
  /// The reading comes after all writes, since some registers take effect, or reset others, only later. A read that contradicts is
  /// looked at again, since one may be wrong.
  mutating func writeVerified(_ writes: [RegisterWrite]) throws(SensorError.Reason) {
    do throws(BusError) {
      for write in writes { try writeRetrying(write.value, to: write.register) }
    } catch { throw .bus(error) }
    for write in writes {
      var value: UInt8
      do throws(BusError) {
        value = try readRetrying(write.register)
        if value != write.value { value = try readConfirmed(write.register) }
      } catch { throw .bus(error) }
      guard value == write.value else {
        throw .readBack(register: write.register, wrote: write.value, read: value)
      }
    }
  }
}
