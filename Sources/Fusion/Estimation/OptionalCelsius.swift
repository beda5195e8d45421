/// A temperature, degrees Celsius, or none. It stores the two apart: Swift 6.0.3 fails to compile, on the sample path, the read of an
/// optional that is stored in a large structure.
struct OptionalCelsius: Equatable, Sendable, BitwiseCopyable {
  private var isKnown = false
  private var degrees = 0.0

  @_noLocks
  init(_ value: Double?) { self.value = value }

  /// The temperature; nil where it is not known.
  var value: Double? {
    @_noLocks get { isKnown ? degrees : nil }
    @_noLocks set {
      isKnown = newValue != nil
      degrees = newValue ?? 0
    }
  }

  mutating func exchange(_ archive: inout StateArchive) { archive.exchange(&value) }
}
