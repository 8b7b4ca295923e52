/// What stays of a finding when lines move and other parts of its file change: its identity in
/// baselines and for services that follow findings over time.
public struct FindingShape: Sendable, Hashable, Comparable {
  /// The rule.
  public var rule: String
  /// The file, as reports name it.
  public var path: String
  /// The key path without the places in lists.
  public var keyPath: String
  /// The message, a `#` for every number that is not input.
  public var message: String

  /// Makes one of its parts.
  public init(rule: String, path: String, keyPath: String, message: String) {
    self.rule = rule
    self.path = path
    self.keyPath = keyPath
    self.message = message
  }

  /// The shape of `finding` as `base` names its file.
  public init(_ finding: Finding, from base: PathBase) {
    self.init(
      rule: finding.rule.name, path: base.name(finding.location.path),
      keyPath: withoutPlaces(finding.keyPath), message: withoutNumbers(finding.message))
  }

  /// The shape of what says how many more there are of its rule in its file.
  var crowd: FindingShape {
    FindingShape(
      rule: rule, path: path, keyPath: "", message: withoutNumbers(Finding.words(ofMore: 0)))
  }

  /// By path, rule, key path, message.
  public static func < (left: FindingShape, right: FindingShape) -> Bool {
    (left.path, left.rule, left.keyPath, left.message)
      < (right.path, right.rule, right.keyPath, right.message)
  }

  /// Sixteen hexadecimal digits that differ where shapes do (FNV-1a; it guards against nothing).
  var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in [rule, path, keyPath, message] {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// `PayloadContent[3].a` as `PayloadContent[].a`.
private func withoutPlaces(_ keyPath: String) -> String {
  var result: [UInt8] = []
  var open: Int?
  for byte in keyPath.utf8 {
    if byte == UInt8(ascii: "]"), let start = open, result.count > start {
      result.removeSubrange(start...)
    }
    result.append(byte)
    if byte == UInt8(ascii: "[") {
      open = result.count
    } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      open = nil
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// The text with `#` for every run of digits outside backticks.
private func withoutNumbers(_ text: String) -> String {
  var result: [UInt8] = []
  var isInput = false
  var isNumber = false
  for byte in text.utf8 {
    if byte == UInt8(ascii: "`") { isInput.toggle() }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && !isInput
    if !isDigit { result.append(byte) } else if !isNumber { result.append(UInt8(ascii: "#")) }
    isNumber = isDigit
  }
  return String(decoding: result, as: UTF8.self)
}
