import Devices

/// The words of an inventory as facts about a device.
///
/// Beside the words that `--device` takes, a few that management servers export are understood;
/// an empty field says that the fact is not known.
enum InventoryValues {
  /// Reads one column's text into `device`; gives back what is wrong with it.
  static func apply(_ text: String, _ column: InventoryColumn, to device: inout Device) -> String? {
    let word = fold(text)
    if unknown.contains(word), column != .platform { return nil }
    switch column {
    case .platform:
      guard let platform = platforms[word] else { return expected(column, platformNames, text) }
      device.platform = platform
    case .version:
      guard let version = version(text) else {
        return "`version` must be numbers joined by dots, such as 18.1, found `\(text)`"
      }
      device.version = version
    case .supervised:
      guard let flag = flags[word] else { return expected(column, "yes or no", text) }
      device.supervised = flag
    case .sharedIPad:
      guard let flag = flags[word] else { return expected(column, "yes or no", text) }
      device.sharedIPad = flag
    case .enrollment:
      guard let value = enrollments[word] else {
        return expected(column, all(Enrollment.self), text)
      }
      device.enrollment = value
    case .channel:
      guard let value = Channel(rawValue: word) else {
        return expected(column, all(Channel.self), text)
      }
      device.channel = value
    case .install:
      guard let value = Installation(rawValue: word) else {
        return expected(column, all(Installation.self), text)
      }
      device.installation = value
    case .device, .profiles: break
    }
    return nil
  }

  private static func expected(_ column: InventoryColumn, _ words: String, _ found: String)
    -> String
  {
    "`\(column.name)` must be \(words), found `\(found)`"
  }

  private static func all<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> String {
    "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func fold(_ text: String) -> String { trimmed(text).lowercased() }

  /// A version; a build in parentheses after it is left out.
  private static func version(_ text: String) -> OSVersion? {
    var text = trimmed(text)[...]
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      text = text[..<open]
      while text.last == " " { text.removeLast() }
    }
    return OSVersion(text)
  }

  /// Whether a word says that something is not known.
  static func isUnknown(_ text: String) -> Bool { unknown.contains(fold(text)) }

  /// Whether a word says that there is nothing.
  static func isNone(_ text: String) -> Bool { fold(text) == "none" }

  private static let unknown: Set<String> = ["", "unknown", "n/a", "-", "?", "null"]
  private static let flags: [String: Bool] = [
    "yes": true, "true": true, "1": true, "y": true, "no": false, "false": false, "0": false,
    "n": false,
  ]
  private static let platformNames = all(Platform.self)
  private static let platforms: [String: Platform] = {
    var result: [String: Platform] = [
      "iphone os": .iOS, "iphone": .iOS, "ipad": .iPadOS, "mac": .macOS, "os x": .macOS,
      "mac os": .macOS, "mac os x": .macOS, "apple tv": .tvOS, "apple watch": .watchOS,
      "apple vision": .visionOS,
    ]
    for platform in Platform.allCases { result[platform.rawValue.lowercased()] = platform }
    return result
  }()
  private static let enrollments: [String: Enrollment] = {
    var result: [String: Enrollment] = [
      "automated device enrollment": .automated, "ade": .automated, "dep": .automated,
      "device enrollment": .device, "user enrollment": .user, "not enrolled": .none,
    ]
    for value in Enrollment.allCases { result[value.rawValue] = value }
    return result
  }()
}

/// The text without the blanks around it.
func trimmed(_ text: some StringProtocol) -> String {
  let isBlank = { (character: Character) in character == " " || character == "\t" }
  return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
}
