import IMUDrivers

// Which sample of the chip's grid a frame is, and what an edge says about the grid.

extension Acquisition {
  /// Numbers the frames of a look, and learns from its edge.
  @_noLocks mutating func locate(_ look: FIFOLook) {
    if fifo.isPhaseNew || !fifo.grid.isAnchored {
      anchorGrid(look)
    } else {
      if !fifo.isIndexKnown { findIndex(look) }
      if look.edge.status > 0, isPlausible(look) { learn(look) }
      if isPolling || sensor.fifoHoldsLine, !isCertain(look) { compareWithTime(look) }
    }
    fifo.isIndexKnown = true
    fifo.isPhaseNew = false
    fifo.doubtfulFrames = 0
    period.adopt(nanoseconds: fifo.grid.periodNanoseconds)
  }

  /// Whether an edge's time is one of the bus's clock: not later than the look, and not long ago. A kernel before 5.7
  /// stamps edges with the wall clock, which may be anything and may step.
  @_noLocks private func isPlausible(_ look: FIFOLook) -> Bool {
    let edge = look.edge.lastNanoseconds
    return edge <= look.asked && look.asked &- edge < 1_000_000_000
  }

  /// Frames between the oldest and the one that the edge belongs to.
  @_noLocks private func announced(_ look: FIFOLook) -> UInt64 {
    sensor.edgesMarkSamples ? UInt64(look.frames) &- 1 : UInt64(max(fifo.batch, 1)) &- 1
  }

  /// Whether it is certain, without trusting the grid, which frame the edge belongs to.
  ///
  /// With an edge for each sample the newest frame is meant, if no further sample can have come before the look ended.
  /// With an edge for each batch it is the frame that filled the batch, if it came after the last burst.
  @_noLocks private func isCertain(_ look: FIFOLook) -> Bool {
    guard look.edge.status > 0, isPlausible(look) else { return false }
    let edge = look.edge.lastNanoseconds
    if sensor.edgesMarkSamples { return Double(look.looked &- edge) < 0.8 * period.nanoseconds }
    return edge > fifo.drainedNanoseconds && look.frames >= fifo.batch
  }

  /// The first instant of the grid, at the start or after the chip was set up anew.
  @_noLocks private mutating func anchorGrid(_ look: FIFOLook) {
    let isEdge = isCertain(look)
    let steps = isEdge ? announced(look) : UInt64(look.frames) &- 1
    // Without an edge the newest frame came at some time in the period before the look.
    let time = isEdge ? look.edge.lastNanoseconds : look.asked &- UInt64(period.nanoseconds / 2)
    if fifo.grid.isAnchored {
      setIndex(newest: fifo.grid.index(nearest: time), steps: steps, isCertain: isEdge)
    }
    fifo.grid.anchor(fifo.nextIndex &+ steps, at: time, isEdge: isEdge)
  }

  /// Numbers frames by their time, where some may be gone.
  @_noLocks private mutating func findIndex(_ look: FIFOLook) {
    if isCertain(look) {
      setIndex(
        newest: fifo.grid.index(nearest: look.edge.lastNanoseconds), steps: announced(look), isCertain: true)
    } else {
      // The newest frame is the last of the grid that had been taken when the chip was asked.
      let middle = look.asked &+ (look.looked &- look.asked) / 2
      setIndex(
        newest: fifo.grid.index(nearest: middle &- UInt64(period.nanoseconds / 2)), steps: UInt64(look.frames) &- 1,
        isCertain: false)
    }
  }

  /// Gives the frame `steps` after the oldest its number, but never one twice.
  ///
  /// After a burst that failed, either all of its frames are gone or none, unless bytes slipped: a time that is off by
  /// one is put right by that.
  @_noLocks private mutating func setIndex(newest: UInt64, steps: UInt64, isCertain: Bool) {
    let former = fifo.nextIndex
    var index = newest &- steps
    if fifo.doubtfulFrames > 0 {
      let taken = former &+ UInt64(fifo.doubtfulFrames)
      // What an edge tells for certain stays; a burst of one frame leaves no other way to tell.
      if !(isCertain && (index == former || index == taken)) {
        if index &+ 1 &- taken <= 2 { index = taken } else if index &+ 1 &- former <= 2 { index = former }
      }
    }
    let isLater = Int64(bitPattern: index &- fifo.lastIndex) > 0
    fifo.nextIndex = isLater ? index : fifo.lastIndex &+ 1
  }

  /// Learns from an edge, and finds frames that are missing without the chip having said so.
  @_noLocks private mutating func learn(_ look: FIFOLook) {
    let edge = look.edge.lastNanoseconds
    var index = fifo.nextIndex &+ announced(look)
    let certain = isCertain(look)
    if fifo.grid.edges == 0 {
      if certain { fifo.grid.anchor(index, at: edge, isEdge: true) }
      return
    }
    guard fifo.grid.isSettled else {
      if certain { fifo.grid.learn(index, at: edge) }
      return
    }
    let periods = fifo.grid.lateness(of: edge, after: index) / fifo.grid.periodNanoseconds
    let whole = SampleGrid.nearest(periods)
    guard abs(periods - Double(whole)) < 0.3 else { return misfit(index, at: edge, certain: certain) }
    if whole > 0 {
      // The edge is that of a later sample than the count says: frames are missing, or the chip's clock has jumped.
      guard certain else { return }
      fifo.shortfallsInRow += 1
      guard fifo.shortfallsInRow <= 2, isSpacingKept(look.edge) else {
        return misfit(index, at: edge, certain: certain)
      }
      lossCause = .fifoSlip
      fifo.nextIndex &+= UInt64(bitPattern: whole)
      index &+= UInt64(bitPattern: whole)
    } else if whole < 0 {
      // Edges that came before the frames of the look had all been taken.
      if certain { return misfit(index, at: edge, certain: certain) }
      index &+= UInt64(bitPattern: whole)
    } else {
      fifo.shortfallsInRow = 0
    }
    fifo.misfitsInRow = 0
    fifo.hasMissedByTime = false
    fifo.grid.learn(index, at: edge)
  }

  /// An edge that doesn't fit the grid. One may be noise; more mean that the grid is wrong, and the count is trusted.
  @_noLocks private mutating func misfit(_ index: UInt64, at edge: UInt64, certain: Bool) {
    fifo.misfitsInRow += 1
    guard fifo.misfitsInRow > 1, certain else { return }
    fifo.misfitsInRow = 0
    fifo.shortfallsInRow = 0
    fifo.grid.anchor(index, at: edge, isEdge: true)
  }

  /// Whether a chip's clock goes as the grid says, so that an edge which comes later than its frame means that frames are
  /// missing. The edges of a batch tell, where each sample has one; else a few such batches in a row speak against it.
  @_noLocks private func isSpacingKept(_ edge: EdgeWait) -> Bool {
    guard sensor.edgesMarkSamples, edge.status > 2 else { return fifo.shortfallsInRow <= 2 }
    let spacing = Double(edge.lastNanoseconds &- edge.firstNanoseconds) / Double(edge.status &- 1)
    return abs(spacing / fifo.grid.periodNanoseconds - 1) < 0.03
  }

  /// Where no edge tells which frame is which, time tells how many there should be: the newest frame was there when the
  /// look ended, and the next one not yet when it began.
  ///
  /// For some time after the last edge the grid is sure enough to tell a single frame that is missing; later it is
  /// rather the grid that has drifted, unless more than a period is missing.
  @_noLocks private mutating func compareWithTime(_ look: FIFOLook) {
    defer { fifo.mayHaveStopped = false }
    let newest = fifo.nextIndex &+ UInt64(look.frames) &- 1
    let period = fifo.grid.periodNanoseconds
    let early = 0 - fifo.grid.lateness(of: look.looked, after: newest)
    if early > 0 {
      if isPolling { fifo.grid.nudge(newest, by: 0 - early) }
      return
    }
    let late = fifo.grid.lateness(of: look.asked, after: newest &+ 1)
    guard late > 0 else { return }
    let isSure =
      fifo.grid.isSettled && !fifo.hasMissedByTime && fifo.grid.samplesSinceEdge(newest) < FIFOLimit.sureSamples
    guard late > period || (isSure && late > 0.2 * period) else {
      if isPolling { fifo.grid.nudge(newest &+ 1, by: late) }
      return
    }
    // Unless it's the chip that has stopped, as its edges have: that the next look tells.
    if fifo.mayHaveStopped { return }
    guard fifo.grid.isSettled else { return fifo.grid.nudge(newest &+ 1, by: late) }
    let whole = SampleGrid.floor(late / period)
    let missing = UInt64(bitPattern: isSure ? whole &+ 1 : whole)
    lossCause = .fifoSlip
    fifo.hasMissedByTime = true
    fifo.nextIndex &+= missing
    if !isSure { fifo.grid.nudge(newest &+ missing &+ 1, by: late - Double(whole) * period) }
  }
}
