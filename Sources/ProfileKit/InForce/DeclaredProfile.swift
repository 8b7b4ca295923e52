public import Findings

extension LegacyDeclaration {
  /// What the files at hand make of an address.
  public enum Content: Sendable {
    /// The profile.
    case profile(Profile)
    /// No file is certainly it, which is what the finding says.
    case unknown(Finding)
  }

  /// The last part of the address, as a file would be called: percent signs undone.
  public var fileName: String { Self.decoded(rawFileName) ?? rawFileName }

  private var rawFileName: String {
    let whole = profileURL.prefix { $0 != "?" && $0 != "#" }
    let address = whole.lowercased().hasPrefix("file:") ? whole.dropFirst(5) : whole
    return String(address.split(separator: "/").last ?? "")
  }

  /// The one of `profiles` that the address means, by the name of its file; of copies any will do.
  /// - Parameter unread: the paths of files at hand that could not be read as profiles.
  public func content(among profiles: [Profile], unread: [String] = []) -> Content {
    let names: Set<String> = [fileName, rawFileName]
    let isNamed = { (path: String) in
      path.split(separator: "/").last.map { names.contains(String($0)) } ?? false
    }
    let found = profiles.filter { isNamed($0.path) }
    let closed = Set(unread.filter(isNamed)).sorted()
    if let first = found.first, closed.isEmpty, found.allSatisfy({ $0.isLike(first) }) {
      return .profile(first)
    }
    var places: [SourceLocation] = []
    for place in found.map({ $0.location($0.node.position) })
      + closed.map({ SourceLocation(path: $0) }) where !places.contains(place)
    {
      places.append(place)
    }
    return .unknown(unknownContent(places))
  }

  private func unknownContent(_ places: [SourceLocation]) -> Finding {
    let name = "`\(shown(fileName))`"
    let problem =
      switch places.count {
      case 0: "no file given is called \(name), and nothing is fetched"
      case 1: "the file called \(name) cannot be read as a profile"
      default:
        "\(places.count) files given are called \(name), and which of them is meant is not known"
      }
    return Finding(
      "declaration-profile-unknown", .warning, at: location, keyPath: "Payload.ProfileURL",
      problem + ": what the profile of this declaration restricts is uncertain",
      help: places.isEmpty
        ? "give the profile as a file of that name beside the declaration"
        : "give the one that is pushed, and no other of its name",
      related: places.map { .init($0, "a file of this name") })
  }

  /// What is wrong with the address; nil where nothing is.
  public var addressProblem: Finding? {
    guard !isSecure else { return nil }
    return Finding(
      "declaration-address", .error, at: location, keyPath: "Payload.ProfileURL",
      "the address of the profile must start with `https://`, found `\(shown(profileURL))`: no device"
        + " installs it from there",
      help: "give the address at which the management server hosts the profile")
  }

  /// Whether a device would fetch from the address.
  var isSecure: Bool { profileURL.lowercased().hasPrefix("https://") }

  /// The text with `%20` and the like undone; nil where they are no UTF-8.
  private static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap {
        Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) }
      }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
