extension IMUSensor {
  /// Largest part of the sample period that reading a sample may take: the rest is for retries and for the bus's others.
  static let largestBusShare = 0.8
  /// Reads that the time is taken from. A busy machine, as at its start, lengthens some of them; the shortest counts.
  static let measuredReads = 8

  /// Refuses a rate that the bus can't carry, by the time that reading a sample really takes: buses often run slower than they
  /// are set to, and some adapters take their time between messages. The chip is put to sleep then.
  ///
  /// In FIFO mode what counts is the time of a frame in a long burst; how small batches may be follows from what a batch
  /// costs beside its frames, ``smallestBatch``. Batches are made large enough for a fair share of the bus where that is
  /// possible, and as large as they go where it is not.
  ///
  /// Takes eight reads, or thirty-two in FIFO mode, whose frames are lost; not for the sampling thread.
  ///
  /// - Parameters:
  ///   - others: what the sensors that have been started on the same bus take of it.
  ///   - sensors: how many sensors are to share the bus, this one included.
  /// - Returns: what this sensor takes.
  @discardableResult
  public mutating func requireBusTime(
    besides others: [BusLoad] = [], sensors: Int = 1
  ) throws(SensorError) -> BusLoad {
    let free = Self.largestBusShare - others.reduce(0) { $0 + $1.share }
    if hasFIFO { return try requireBusTimeOfFIFO(free: free, fair: Self.largestBusShare / Double(sensors), others) }
    var shortest = UInt64.max
    for _ in 0..<Self.measuredReads {
      var raw = RawSample()
      let began = nowNanoseconds
      if case .failed(let error) = read(into: &raw) {
        port.prepareRetry(after: error, pauseMilliseconds: 0)
        continue
      }
      shortest = min(shortest, nowNanoseconds &- began)
    }
    // A chip that doesn't answer now is found by whoever reads it next.
    guard shortest != .max else { return BusLoad(address: port.address, share: 0) }
    let load = load(nanoseconds: Double(shortest))
    guard load.share > free else { return load }
    guard others.isEmpty else { throw refusal(sharedBus(nanoseconds: Double(shortest), free: free, others)) }
    throw refusal(
      .busTooSlow(
        readMicroseconds: Int(shortest / 1000), hertz: active.sampleRateHertz,
        carries: Self.largestBusShare * 1e9 / Double(shortest)))
  }

  private func load(nanoseconds: Double) -> BusLoad {
    BusLoad(address: port.address, share: nanoseconds / Double(active.periodNanoseconds))
  }

  private func sharedBus(nanoseconds: Double, free: Double, _ others: [BusLoad]) -> SensorError.Reason {
    .busShared(
      sampleMicroseconds: Int(nanoseconds / 1000), hertz: active.sampleRateHertz, others: others,
      carries: max(0, free) * 1e9 / nanoseconds)
  }

  /// The chip must not go on sampling for nobody; if putting it to sleep fails too, the first reason is the one to tell.
  private mutating func refusal(_ reason: SensorError.Reason) -> SensorError {
    do throws(SensorError) { try stop() } catch {}
    return SensorError(bus: port.bus.name, address: port.address, reason: reason)
  }

  private mutating func requireBusTimeOfFIFO(
    free: Double, fair: Double, _ others: [BusLoad]
  ) throws(SensorError) -> BusLoad {
    guard let long = shortestDrain(frames: largestBatch) else { return BusLoad(address: port.address, share: 0) }
    // What the adapter has been found to take.
    let frames = min(largestBatch, burstFrames)
    let short = frames > 1 ? shortestDrain(frames: 1) ?? 0 : 0
    let level = shortestTime { sensor in if case .failed(let error) = sensor.fifoLevel() { error } else { nil } } ?? 0
    let frame = frames > 1 ? (Double(long) - Double(short)) / Double(frames - 1) : Double(long)
    // The level in front of each burst and behind it.
    let overhead = max(0, 2 * Double(level) + (frames > 1 ? Double(short) - frame : 0))
    let period = Double(active.periodNanoseconds)
    // n frames cost overhead + n * frame, and are due every n periods.
    func least(_ share: Double) -> Double {
      share * period > frame ? (overhead / (share * period - frame)).rounded(.up) : .infinity
    }
    let largest = frame + overhead / Double(frames)
    guard least(free) <= Double(frames) else {
      guard others.isEmpty else { throw refusal(sharedBus(nanoseconds: largest, free: free, others)) }
      throw refusal(
        .busTooSlowForFIFO(
          frameMicroseconds: Int(frame / 1000), batchMicroseconds: Int(overhead / 1000), frames: frames,
          hertz: active.sampleRateHertz, carries: Self.largestBusShare * 1e9 / largest))
    }
    let wanted = least(min(free, fair))
    smallestBatch = wanted <= Double(frames) ? max(1, Int(wanted)) : frames
    return load(nanoseconds: frame + overhead / Double(smallestBatch))
  }

  /// The shortest of some bursts, or nil where none succeeds. Shortens the burst to what the adapter takes.
  private mutating func shortestDrain(frames: Int) -> UInt64? {
    shortestTime { sensor in
      // Each try halves the burst, down to one frame.
      for _ in 0..<Self.burstHalvings {
        guard let error = sensor.drainFIFO(frames: min(frames, sensor.burstFrames)) else { return nil }
        guard sensor.shortenBurst(after: error) else { return error }
      }
      return sensor.drainFIFO(frames: 1)
    }
  }
  /// From 32 frames down to one.
  private static let burstHalvings = 6

  private mutating func shortestTime(_ transfer: (inout IMUSensor) -> BusError?) -> UInt64? {
    var shortest: UInt64?
    for _ in 0..<Self.measuredReads {
      let began = nowNanoseconds
      if let error = transfer(&self) {
        port.prepareRetry(after: error, pauseMilliseconds: 0)
        continue
      }
      let took = nowNanoseconds &- began
      shortest = min(shortest ?? took, took)
    }
    return shortest
  }
}
