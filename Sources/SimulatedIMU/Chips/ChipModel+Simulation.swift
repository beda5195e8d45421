extension ChipModel {
  /// A chip of this model, without power, and how long it stays silent after power-on.
  func makeChip(sampler: MotionSampler, options: ChipOptions) -> (chip: any ChipSimulation, powerOn: UInt64) {
    switch family {
    case .mpu6050:
      (MPU6050Simulation(MPU6050Traits(self), sampler: sampler, options: options), 5_000_000)
    case .lsm6ds3:
      (LSM6DS3Simulation(LSM6DS3Traits(self), sampler: sampler, options: options), 15_000_000)
    }
  }
}
