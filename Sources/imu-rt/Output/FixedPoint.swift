#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Double {
  /// The number with a fixed count of decimals, right-aligned in a width: C's "%*.*f".
  func fixed(_ decimals: Int, width: Int = 0) -> String {
    // The longest finite number has 309 digits before the point.
    var buffer = [CChar](repeating: 0, count: 400)
    let arguments: [any CVarArg] = [Int32(clamping: width), Int32(clamping: decimals), self]
    // SAFETY: the arguments are those that the format names, and the buffer's size is passed along.
    let length = withVaList(arguments) { vsnprintf(&buffer, buffer.count, "%*.*f", $0) }
    return String(decoding: buffer.prefix(max(0, Int(length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
