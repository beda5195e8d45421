import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Words that stand still while data-ready goes on: named, and the chip is set up again once.
@Suite struct FrozenWordsTests {
  private static let noise = SeededNoise(seed: 1, angularRate: 0.001, specificForce: 0.02)

  private func frozen(_ pipeline: VirtualPipeline) -> [SensorWords] {
    pipeline.events.compactMap { if case .wordsFrozen(let words) = $0.kind { words } else { nil } }
  }

  @Test(arguments: AcquisitionTests.models)
  func row59_allWordsFrozenAreNamedWithinThreeSecondsAndTheChipIsSetUpAgainOnce(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 3)
    pipeline.chip.inject(.freeze(true))
    let began = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 20)
    #expect(frozen(pipeline) == [.motion])
    let told = try #require(pipeline.events.first { $0.kind == .wordsFrozen(.motion) })
    #expect(told.timeNanoseconds - began < 3_000_000_000)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .degraded)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 2)
    #expect(pipeline.health == .running)
    #expect(pipeline.counters.frozenWords == 1)
  }

  private static let axes: [(SensorWord, SensorWords)] = [
    (.accelerometerX, .accelerometerX), (.accelerometerY, .accelerometerY), (.accelerometerZ, .accelerometerZ),
    (.gyroscopeX, .gyroscopeX), (.gyroscopeY, .gyroscopeY), (.gyroscopeZ, .gyroscopeZ),
  ]

  @Test(arguments: AcquisitionTests.models, axes)
  func row59_oneFrozenAxisIsNamedWhileTheOthersGoOn(
    _ model: ChipModel, _ axis: (word: SensorWord, words: SensorWords)
  ) throws {
    let pipeline = try VirtualPipeline(model, motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 3)
    pipeline.chip.inject(.freezeWord(axis.word, true))
    let began = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 9)
    #expect(frozen(pipeline) == [axis.words])
    let told = try #require(pipeline.events.first { $0.kind == .wordsFrozen(axis.words) })
    // Two windows of two seconds, since the axis may stop in the midst of one.
    #expect(told.timeNanoseconds - began < 4_100_000_000)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .degraded)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 2)
    #expect(pipeline.health == .running)
  }

  @Test func row59_aFrozenSensorIsNamedAsAWhole() throws {
    for (words, expected) in [
      ([SensorWord.accelerometerX, .accelerometerY, .accelerometerZ], SensorWords.accelerometer),
      ([.gyroscopeX, .gyroscopeY, .gyroscopeZ], .gyroscope),
    ] {
      let pipeline = try VirtualPipeline(motion: .moving(noise: Self.noise))
      pipeline.run(seconds: 3)
      for word in words { pipeline.chip.inject(.freezeWord(word, true)) }
      pipeline.run(seconds: 10)
      #expect(frozen(pipeline) == [expected])
    }
  }

  /// A gyroscope that sticks shows a turn that is none; at rest nothing else contradicts it but the noise that is missing.
  @Test(arguments: AcquisitionTests.models)
  func further12_aGyroscopeThatSticksWhileTheChipRestsIsNamed(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 3)
    for (word, value) in [(SensorWord.gyroscopeX, Int16(3)), (.gyroscopeY, -800), (.gyroscopeZ, 41)] {
      pipeline.chip.inject(.setWord(word, value))
    }
    let began = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 10)
    #expect(frozen(pipeline) == [.gyroscope])
    let told = try #require(pipeline.events.first { $0.kind == .wordsFrozen(.gyroscope) })
    #expect(told.timeNanoseconds - began < 4_100_000_000)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .degraded)
  }

  @Test func row59_anAxisInStandbyIsFoundByItsRegister() throws {
    let pipeline = try VirtualPipeline(motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 3)
    // STBY_XG of PWR_MGMT_2.
    pipeline.chip.inject(.flip(register: 0x6C, mask: 0x04))
    pipeline.run(seconds: 2)
    #expect(pipeline.events.contains { $0.kind == .configurationLost(register: 0x6C, wrote: 0, found: 0x04) })
    #expect(pipeline.health == .running)
    #expect(pipeline.counters.frozenWords == 0)
  }

  @Test(arguments: AcquisitionTests.models)
  func row12_aStreamOfZerosIsToldAtOnceAndTheChipSetUpAgainOnce(_ model: ChipModel) throws {
    let pipeline = try VirtualPipeline(model, motion: .still(noise: Self.noise))
    pipeline.run(seconds: 3)
    pipeline.chip.inject(.zeros(true))
    let began = pipeline.board.nowNanoseconds
    pipeline.run(seconds: 20)
    let told = try #require(pipeline.events.first { $0.kind == .allZero })
    #expect(told.timeNanoseconds - began < 400_000_000)
    #expect(pipeline.counters.zeroStreams == 1)
    #expect(pipeline.counters.restarts == 1)
    #expect(pipeline.health == .degraded)
    pipeline.chip.clearFaults()
    pipeline.run(seconds: 2)
    #expect(pipeline.health == .running)
  }

  @Test func aChipThatWasDeadFromTheStartIsToldToo() throws {
    for fault in [Fault.freeze(true), .zeros(true)] {
      let board = SimulatedBoard(clock: .virtual)
      let chip = board.attach(.mpu6050, motion: .still(noise: Self.noise))
      chip.inject(fault)
      let pipeline = try VirtualPipeline(board: board, chip: chip, line: board.line(for: chip))
      pipeline.run(seconds: 15)
      #expect(pipeline.counters.frozenWords + pipeline.counters.zeroStreams == 1)
      #expect(pipeline.counters.restarts == 0, "it was set up just now")
      #expect(pipeline.health == .degraded)
    }
  }

  @Test func row58_identicalSamplesAreCountedAndLongOnesAreAStaleFault() throws {
    let pipeline = try VirtualPipeline(motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 3)
    #expect(pipeline.counters.repeatedSamples == 0)
    pipeline.chip.inject(.freeze(true))
    pipeline.run(seconds: 0.5)
    #expect((98...101).contains(pipeline.counters.repeatedSamples))
    #expect(pipeline.counters.frozenWords == 0)
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.frozenWords == 1)
  }

  @Test(arguments: AcquisitionTests.models)
  func row58_withoutFreshDataNoSampleIsHandedOn(_ model: ChipModel) throws {
    // Edges that come twice announce nothing new.
    let pipeline = try VirtualPipeline(model, motion: .moving(noise: Self.noise))
    pipeline.run(seconds: 3)
    pipeline.chip.inject(.doubleEdges(.untilCleared))
    let before = pipeline.counters.samples
    let produced = pipeline.chip.samplesTaken
    pipeline.run(seconds: 2)
    #expect(pipeline.counters.repeatedSamples == 0)
    #expect(pipeline.counters.samples - before <= pipeline.chip.samplesTaken - produced + 1)
  }
}
