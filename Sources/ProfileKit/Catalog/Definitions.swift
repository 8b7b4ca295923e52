public import Devices

/// Whether something may be used in a situation such as User Enrollment.
public enum Allowance: String, Sendable, Hashable {
  /// In it and outside.
  case allowed
  /// Only in it.
  case required
  /// Only outside it.
  case forbidden
  /// In it too, but without effect.
  case ignored
}

/// What one platform does with a payload type or a key.
public struct Support: Sendable, Hashable {
  /// The version that brought it.
  public var introduced: OSVersion
  /// The version that deprecated it.
  public var deprecated: OSVersion?
  /// The version that took it away.
  public var removed: OSVersion?
  /// Whether the device must be supervised.
  public var needsSupervision = false
  /// Under User Enrollment.
  public var userEnrollment = Allowance.allowed
  /// On a Shared iPad.
  public var sharedIPad = Allowance.allowed
  /// Whether a person may install the profile by hand.
  public var manualInstall = true
  /// Whether it may come by the device channel.
  public var deviceChannel = true
  /// Whether it may come by the user channel.
  public var userChannel = true

  init?(_ text: Substring) {
    let parts = text.split(separator: ";")
    guard let first = parts.first, let version = OSVersion(first) else { return nil }
    introduced = version
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      let value = pair.count == 2 ? pair[1] : ""
      switch pair[0] {
      case "deprecated": deprecated = OSVersion(value)
      case "removed": removed = OSVersion(value)
      case "supervised": needsSupervision = true
      case "user-enrollment": userEnrollment = Allowance(rawValue: value) ?? .allowed
      case "shared-ipad": sharedIPad = Allowance(rawValue: value) ?? .allowed
      case "no-manual-install": manualInstall = false
      case "no-device-channel": deviceChannel = false
      case "no-user-channel": userChannel = false
      default: continue
      }
    }
  }

  static func all(_ text: Substring) -> [Platform: Support] {
    var result: [Platform: Support] = [:]
    for part in text.split(separator: " ") {
      guard let colon = part.firstIndex(of: ":"),
        let platform = Platform(rawValue: String(part[..<colon])),
        let support = Support(part[part.index(after: colon)...])
      else { continue }
      result[platform] = support
    }
    return result
  }
}

/// A payload type.
public struct PayloadDefinition: Sendable {
  /// Such as `com.apple.applicationaccess`.
  public let type: String
  /// Whether its keys are in the catalogue; otherwise only its name is.
  public let listsKeys: Bool
  /// What each platform does with it.
  public let support: [Platform: Support]
  /// Its keys by name.
  public let keys: [String: KeyDefinition]

  init(line: Substring, keys lines: ArraySlice<Substring>) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    type = fields.count > 1 ? String(fields[1]) : ""
    listsKeys = fields.count > 2 && fields[2] == "keys"
    support = fields.count > 3 ? Support.all(fields[3]) : [:]
    var keys: [String: KeyDefinition] = [:]
    for line in lines {
      guard let key = KeyDefinition(line: line, after: keys) else { continue }
      keys[key.name] = key
    }
    self.keys = keys
  }
}

/// One key of a payload type.
public struct KeyDefinition: Sendable {
  /// The key.
  public let name: String
  /// `boolean`, `string`, `integer`, `real`, `array`, `dictionary`, `date`, `data` or `any`.
  public let type: String
  /// Whether every payload must have it.
  public let isRequired: Bool
  /// The type of an array's elements; empty where none is given.
  public let elementType: String
  /// The values it may have; empty where any.
  public let values: [String]
  /// The least and the greatest number; nil where unbounded.
  public let minimum: Double?
  /// See `minimum`.
  public let maximum: Double?
  /// What a device assumes without the key.
  public let defaultValue: String?
  /// How Apple says that several payloads' lists combine (`intersection`); empty where it does not.
  public let combination: String
  /// The greatest number of elements.
  public let maximumCount: Int?
  /// What each platform does with it; a platform not here does not have it.
  public let support: [Platform: Support]
  /// The layers that know it, oldest first.
  public let layers: [String]

  init?(line: Substring, after known: [String: KeyDefinition]) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 12 else { return nil }
    name = String(fields[1])
    type = String(fields[2])
    isRequired = fields[3] == "required"
    elementType = String(fields[4])
    values = fields[5].split(separator: "|").map(String.init)
    let bounds = fields[6].split(separator: ".", omittingEmptySubsequences: false)
    minimum = bounds.count == 3 ? Double(bounds[0]) : nil
    maximum = bounds.count == 3 ? Double(bounds[2]) : nil
    defaultValue = fields[7].isEmpty ? nil : String(fields[7])
    combination = String(fields[8])
    maximumCount = Int(fields[9])
    support = Support.all(fields[10])
    layers = (known[name]?.layers ?? []) + [String(fields[11])]
  }

  /// What `platform` does with it; nil where it does not have it. iPadOS counts as iOS.
  public func support(on platform: Platform) -> Support? { support[platform.inSchema] }
}
