/// Measured values in order of size.
struct Distribution: Sendable {
  let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var count: Int { sorted.count }
  var median: Double { quantile(0.5) }
  var largest: Double { sorted.last ?? .nan }

  /// The least value that at least this share of all values does not exceed; NaN of no values.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    // The nearest-rank definition. A hair less, so that a product such as 0.99 * 1000 is not lifted by its rounding.
    let rank = Int((share * Double(count) - 1e-9).rounded(.up))
    return sorted[min(max(rank, 1), count) - 1]
  }
}
