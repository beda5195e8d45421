@testable import Pipeline

/// Why a configuration is refused; nil when it is accepted.
func refusal(_ text: String, file: String = "f") -> ConfigurationError? { refusal(Array(text.utf8), file: file) }

/// Why a configuration is refused; nil when it is accepted.
func refusal(_ bytes: [UInt8], file: String = "f") -> ConfigurationError? {
  do throws(ConfigurationError) {
    _ = try ConfigurationFile.parse(bytes, file: file)
    return nil
  } catch { return error }
}
