#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The one place where Fusion calls libm. Each function is exempt from the `@_noLocks` proof for the same reason: it is
// a pure function of its arguments that neither allocates nor locks (`squareRoot` is a single instruction on x86-64
// and arm64), but the compiler can't see into C.

@usableFromInline @_noLocks
func squareRoot(_ x: Double) -> Double { _unsafePerformance { x.squareRoot() } }

@usableFromInline @_noLocks
func sine(_ x: Double) -> Double { _unsafePerformance { sin(x) } }

@usableFromInline @_noLocks
func cosine(_ x: Double) -> Double { _unsafePerformance { cos(x) } }

@usableFromInline @_noLocks
func arcSine(_ x: Double) -> Double { _unsafePerformance { asin(x) } }

@usableFromInline @_noLocks
func arcTangent(_ y: Double, _ x: Double) -> Double { _unsafePerformance { atan2(y, x) } }

// Calibration's, not on the sample path and so not exempt.

func logarithm(_ x: Double) -> Double { log(x) }

func cubeRoot(_ x: Double) -> Double { cbrt(x) }
