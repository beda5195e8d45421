#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's words for an errno, such as "Permission denied".
public func errnoText(_ code: Int32) -> String {
  // SAFETY: strerror returns a valid, terminated string for any number; it is copied at once.
  guard let text = strerror(code) else { return "errno \(code)" }
  return String(cString: text)
}

/// Two hexadecimal digits with a prefix, as datasheets write registers.
public func hex(_ value: UInt8) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return "0x" + (digits.count == 1 ? "0" : "") + digits
}
