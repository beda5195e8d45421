#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Takes out of texts what a path says of its owner: a file that the user named is called by its last part, a home folder "~".
struct PathScrubber {
  private let replacements: [(path: String, text: String)]

  /// - Parameter files: the files that the user named.
  init(files: [String]) {
    // The longest first: one may lie in the folder of another.
    let named = Set(files).sorted { $0.count > $1.count }.map { (path: $0, text: $0.lastPathPart) }
    replacements = named + Self.homes.map { (path: $0 + "/", text: "~/") }
  }

  func scrubbed(_ text: String) -> String {
    replacements.reduce(text) { $0.replacing($1.path, with: $1.text) }
  }

  /// The home folders of the user, and of who became root by sudo.
  private static var homes: [String] {
    var homes = [variable("HOME"), variable("SUDO_USER").flatMap { home(getpwnam($0)) }, home(getpwuid(getuid()))]
    homes.removeAll { $0 == nil || $0 == "" || $0 == "/" }
    return homes.compactMap(\.self)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func home(_ entry: UnsafeMutablePointer<passwd>?) -> String? {
    // SAFETY: the entry and its terminated texts are valid until the next call, and the text is copied before.
    entry?.pointee.pw_dir.map { String(cString: $0) }
  }
}
