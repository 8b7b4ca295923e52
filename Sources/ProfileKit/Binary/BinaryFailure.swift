/// Why a binary property list is not read.
struct BinaryFailure: Error {
  /// Whether the file is fine as far as it was read, and only too much.
  var isLimit = false
  /// One line, lower case, no full stop.
  var message: String
  /// What to do about it; nil where there is nothing to say.
  var help: String?

  /// The bytes are not what they must be.
  static func damaged(_ message: String) -> BinaryFailure {
    BinaryFailure(
      message: "the binary property list is damaged: \(message)",
      help: "was it copied whole, and as bytes and not as text?")
  }

  /// More than the limits allow.
  static func limit(_ message: String) -> BinaryFailure {
    BinaryFailure(isLimit: true, message: message)
  }
}
