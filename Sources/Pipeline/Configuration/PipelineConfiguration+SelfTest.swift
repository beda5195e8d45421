import IMUDrivers

extension PipelineConfiguration {
  /// Lets the chip that this configuration names test itself; see ``IMUDrivers/SelfTest``. A simulated one does so in virtual time.
  ///
  /// Blocks for up to two seconds. No pipeline may run on the chip meanwhile.
  public func selfTest() throws(SelfTestError) -> SelfTestReport {
    let source: SensorSource
    do throws(PipelineError) { source = try openedWithoutLine() } catch {
      throw .source(error.description)
    }
    return try SelfTest.run(bus: source.bus, address: source.address)
  }
}
