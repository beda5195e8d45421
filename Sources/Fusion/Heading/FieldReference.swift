/// Knows the norm and dip of the undisturbed field, and tells by them when the field is disturbed.
///
/// As in Laidig & Seel 2023: the reference follows slowly while the field fits it, and is replaced by another field that
/// stays the same for long enough while the device turns (a magnet that turns with the device gives no steady norm and
/// dip). Here the field of the very start is a reference already, on trial: one that was moved near, or brought up to,
/// a magnet soon after the start tells it, and if it was beside one itself, the first steady field in a turn takes over.
struct FieldReference: Sendable, BitwiseCopyable {
  /// A field by what the heading doesn't change: norm in microtesla, dip in rad.
  struct Shape: Sendable, BitwiseCopyable {
    var norm = 0.0
    var dip = 0.0

    @_noLocks
    init() {}

    @inline(__always) @_noLocks
    mutating func approach(_ other: Shape, share: Double) {
      norm += share * (other.norm - norm)
      dip += share * (other.dip - dip)
    }
  }

  /// The field over the last interval.
  private(set) var current = Shape()
  /// The undisturbed field.
  private(set) var reference = Shape()
  private(set) var isDisturbed = false
  /// True once there is a reference.
  private(set) var hasStarted = false
  /// True once the device has turned in the reference field for long enough.
  private(set) var isConfirmed = false

  /// How long the field has fitted the reference without a break, seconds.
  private var fittingTime = 0.0
  /// How long the reference has been followed, and for how long of that in a turn, seconds.
  private var referenceAge = 0.0
  private var referenceTurningTime = 0.0
  /// Another field that may become the reference, how long it has been steady, and for how long of that in a turn.
  private var candidate = Shape()
  private var candidateAge = 0.0
  private var candidateTurningTime = 0.0

  private let parameters: HeadingFilter.Parameters

  @_noLocks
  init(_ parameters: HeadingFilter.Parameters) { self.parameters = parameters }

  /// True if the field has stayed the same for a while, whether or not it fits the reference.
  var isSteady: Bool { @_noLocks get { candidateAge >= parameters.steadyMinimumTime } }

  /// Takes the field over the next interval.
  /// - Parameters:
  ///   - view: the field.
  ///   - fitsHeading: false if its heading can't be, by what is known of the heading.
  ///   - isTurning: whether the device turned.
  ///   - seconds: how long the interval lasted.
  /// - Returns: true if the field of the start has turned out to be that of a magnet, and the heading with it.
  @_noLocks
  mutating func update(_ view: FieldView, fitsHeading: Bool, isTurning: Bool, seconds: Double) -> Bool {
    current.norm = view.norm
    current.dip = view.dip
    if !hasStarted {
      hasStarted = true
      reference = current
      candidate = current
      fittingTime = parameters.undisturbedMinimumTime
    }
    compareWithReference(fitsHeading: fitsHeading, isTurning: isTurning, seconds: seconds)
    return compareWithCandidate(isTurning: isTurning, seconds: seconds)
  }

  @_noLocks
  private mutating func compareWithReference(fitsHeading: Bool, isTurning: Bool, seconds: Double) {
    guard fitsHeading, fits(reference) else {
      fittingTime = 0
      isDisturbed = true
      return
    }
    fittingTime += seconds
    guard fittingTime >= parameters.undisturbedMinimumTime else { return }
    isDisturbed = false
    referenceAge += seconds
    reference.approach(current, share: share(of: seconds, age: referenceAge))
    if isTurning { referenceTurningTime += seconds }
    if referenceTurningTime >= parameters.firstFieldTime { isConfirmed = true }
  }

  @_noLocks
  private mutating func compareWithCandidate(isTurning: Bool, seconds: Double) -> Bool {
    guard fits(candidate) else {
      candidate = current
      candidateAge = 0
      candidateTurningTime = 0
      return false
    }
    candidateAge += seconds
    candidate.approach(current, share: share(of: seconds, age: candidateAge))
    if isTurning { candidateTurningTime += seconds }
    let needed = isConfirmed ? parameters.newFieldTime : parameters.firstFieldTime
    // A field that differs from the reference by its heading only is no other one.
    guard isDisturbed, !fits(reference), candidateTurningTime >= needed else { return false }
    let wasOnTrial = !isConfirmed
    reference = candidate
    referenceAge = candidateAge
    referenceTurningTime = candidateTurningTime
    fittingTime = parameters.undisturbedMinimumTime
    isDisturbed = false
    isConfirmed = true
    return wasOnTrial
  }

  @inline(__always) @_noLocks
  private func fits(_ other: Shape) -> Bool {
    abs(current.norm - other.norm) < parameters.normTolerance * other.norm
      && abs(current.dip - other.dip) < parameters.dipTolerance
  }

  /// The weight of an interval in something `age` old: a mean at first, a low-pass later.
  @inline(__always) @_noLocks
  private func share(of seconds: Double, age: Double) -> Double {
    seconds / (min(age, parameters.referenceTimeConstant) + seconds)
  }
}

extension FieldReference {
  mutating func exchange(_ archive: inout StateArchive) {
    current.exchange(&archive)
    reference.exchange(&archive)
    candidate.exchange(&archive)
    archive.exchange(&isDisturbed)
    archive.exchange(&hasStarted)
    archive.exchange(&isConfirmed)
    archive.exchange(&fittingTime)
    archive.exchange(&referenceAge)
    archive.exchange(&referenceTurningTime)
    archive.exchange(&candidateAge)
    archive.exchange(&candidateTurningTime)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool {
    [current, reference, candidate].allSatisfy { $0.norm >= 0 && abs($0.dip) <= .pi / 2 }
      && [fittingTime, referenceAge, referenceTurningTime, candidateAge, candidateTurningTime].allSatisfy { $0 >= 0 }
  }
}

extension FieldReference.Shape {
  fileprivate mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&norm)
    archive.exchange(&dip)
  }
}
