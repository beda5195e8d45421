/// The few rotations that the tests reckon with on their own, apart from the code under test.

func length(_ a: SIMD3<Double>) -> Double { (a * a).sum().squareRoot() }

func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { length(a - b) }

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

typealias ScalarAndVector = (w: Double, v: SIMD3<Double>)

/// The product of two quaternions.
func product(_ a: ScalarAndVector, _ b: ScalarAndVector) -> ScalarAndVector {
  (a.w * b.w - (a.v * b.v).sum(), a.w * b.v + b.w * a.v + cross(a.v, b.v))
}

/// q vector q*.
func rotated(_ vector: SIMD3<Double>, scalar w: Double, vector v: SIMD3<Double>) -> SIMD3<Double> {
  product(product((w, v), (0, vector)), (w, -v)).v
}
