/// What tells the members of the MPU-6050 family apart (Linux inv_mpu6050, `hw_info`).
struct MPU6050Traits {
  let identity: UInt8
  let fifoBytes: Int
  /// Counts per degree Celsius.
  let temperatureScale: Double
  /// Temperature at a raw value of 0, in degrees Celsius.
  let temperatureAtZero: Double
  /// Whether CONFIG bit 6 stops a full FIFO instead of overwriting it; from the MPU-6500 on.
  let hasFIFOMode: Bool

  init(_ model: ChipModel) {
    identity = model.identity
    fifoBytes =
      switch model {
      case .mpu6500, .mpu6515, .mpu9250, .mpu9255, .icm20608, .icm20689: 512
      case .mpu6880: 4096
      case .icm20602: 1008
      default: 1024
      }
    (temperatureScale, temperatureAtZero) =
      switch model {
      case .mpu6050: (340, 36.53)
      case .icm20602, .icm20608, .icm20689: (326.8, 25)
      default: (333.87, 21)
      }
    hasFIFOMode = model != .mpu6050
  }
}
