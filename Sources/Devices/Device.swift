/// How a device came under management.
public enum Enrollment: String, Sendable, Hashable, CaseIterable {
  /// Not enrolled: profiles, if any, were installed by hand.
  case none
  /// Profile-based User Enrollment's predecessor: a plain enrollment profile, unsupervised.
  case profile
  /// Device Enrollment.
  case device
  /// Automated Device Enrollment.
  case automated
  /// User Enrollment, profile- or account-driven.
  case user
}

/// Which of a device's two management channels a profile arrives by.
public enum Channel: String, Sendable, Hashable, CaseIterable {
  /// The device channel.
  case device
  /// The user channel.
  case user
}

/// How a profile gets onto a device.
public enum Installation: String, Sendable, Hashable, CaseIterable {
  /// Pushed by a management server.
  case mdm
  /// Opened and installed by a person.
  case manual
}

/// What is known of a device; nil means not known, which is not the same as no.
public struct Device: Sendable, Hashable {
  /// Its operating system.
  public var platform: Platform
  /// Its version.
  public var version: OSVersion?
  /// Whether it is supervised.
  public var supervised: Bool?
  /// How it is enrolled.
  public var enrollment: Enrollment?
  /// Whether it is a Shared iPad.
  public var sharedIPad: Bool?
  /// The channel a profile arrives by.
  public var channel: Channel?
  /// How a profile gets onto it.
  public var installation: Installation?

  /// A device of which only the platform and perhaps the version is known.
  public init(_ platform: Platform, _ version: OSVersion? = nil) {
    self.platform = platform
    self.version = version
  }
}

/// Why a description of a device could not be read.
public struct DeviceDescriptionError: Error, Equatable, CustomStringConvertible {
  /// One line, lower case, no full stop.
  public let description: String
}

extension Device {
  /// Reads `platform=iOS,version=18.1,supervised=yes,enrollment=automated`.
  ///
  /// Further keys: `shared-ipad` (yes, no), `channel` (device, user), `install` (mdm, manual).
  /// - Throws: `DeviceDescriptionError` for an unknown key or value, a key given twice, or no
  ///   platform.
  public init(parsing text: String) throws(DeviceDescriptionError) {
    let values = try Self.values(text)
    guard let platform: Platform = try Self.choice("platform", values) else {
      throw DeviceDescriptionError(description: "no platform given, such as platform=iOS")
    }
    self.init(platform)
    try take(values)
  }

  /// The same device with other facts, such as `version=17.0,enrollment=user`; `?` as a value makes
  /// a fact unknown.
  ///
  /// With another platform the version, and whether it is a Shared iPad, are not carried over: they
  /// would mean something else.
  /// - Throws: `DeviceDescriptionError` as `init(parsing:)` does.
  public func changed(by text: String) throws(DeviceDescriptionError) -> Device {
    var values = try Self.values(text)
    var result = self
    if let platform: Platform = try Self.choice("platform", values), platform != self.platform {
      result.platform = platform
      result.version = nil
      result.sharedIPad = nil
    }
    for (key, value) in values where value == "?" {
      values[key] = nil
      result.forget(key)
    }
    try result.take(values)
    return result
  }

  private mutating func forget(_ key: String) {
    switch key {
    case "version": version = nil
    case "supervised": supervised = nil
    case "enrollment": enrollment = nil
    case "shared-ipad": sharedIPad = nil
    case "channel": channel = nil
    case "install": installation = nil
    default: break
    }
  }

  /// Takes over what is given; what is not stays.
  private mutating func take(_ values: [String: String]) throws(DeviceDescriptionError) {
    if let text = values["version"] {
      guard let version = OSVersion(text) else {
        throw DeviceDescriptionError(
          description: "version must be numbers joined by dots, found `\(text)`")
      }
      self.version = version
    }
    supervised = try Self.flag("supervised", values) ?? supervised
    sharedIPad = try Self.flag("shared-ipad", values) ?? sharedIPad
    enrollment = try Self.choice("enrollment", values) ?? enrollment
    channel = try Self.choice("channel", values) ?? channel
    installation = try Self.choice("install", values) ?? installation
  }

  private static func values(_ text: String) throws(DeviceDescriptionError) -> [String: String] {
    var values: [String: String] = [:]
    for part in text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard pair.count == 2, pair.allSatisfy({ !$0.isEmpty }) else {
        throw DeviceDescriptionError(description: "expected key=value, found `\(part)`")
      }
      guard keys.contains(pair[0]) else {
        throw DeviceDescriptionError(
          description: "unknown key `\(pair[0])`; expected \(keys.joined(separator: ", "))")
      }
      guard values.updateValue(pair[1], forKey: pair[0]) == nil else {
        throw DeviceDescriptionError(description: "`\(pair[0])` is given twice")
      }
    }
    return values
  }

  private static let keys = [
    "platform", "version", "supervised", "enrollment", "shared-ipad", "channel", "install",
  ]

  private static func flag(_ key: String, _ values: [String: String])
    throws(DeviceDescriptionError) -> Bool?
  {
    switch values[key] {
    case nil: return nil
    case "yes", "true": return true
    case "no", "false": return false
    case .some(let text):
      throw DeviceDescriptionError(description: "\(key) must be yes or no, found `\(text)`")
    }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ values: [String: String]
  ) throws(DeviceDescriptionError) -> Value? {
    guard let text = values[key] else { return nil }
    if let value = Value.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) {
      return value
    }
    let expected = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw DeviceDescriptionError(
      description: "\(key) must be one of \(expected), found `\(text)`")
  }

  /// The facts that are known, by the keys that `init(parsing:)` takes, in their order.
  public var facts: [(key: String, value: String)] {
    let all: [(String, String?)] = [
      ("platform", platform.rawValue), ("version", version?.description),
      ("supervised", supervised.map { $0 ? "yes" : "no" }), ("enrollment", enrollment?.rawValue),
      ("shared-ipad", sharedIPad.map { $0 ? "yes" : "no" }), ("channel", channel?.rawValue),
      ("install", installation?.rawValue),
    ]
    return all.compactMap { key, value in value.map { (key, $0) } }
  }
}
