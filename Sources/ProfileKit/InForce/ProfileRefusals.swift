import Devices
import Findings

/// Why devices refuse a profile as a whole, or may.
struct Refusal: Sendable, Hashable {
  /// One line, lower case, no full stop.
  let why: String
  /// Whether every device does.
  let isCertain: Bool

  /// What stands in the way then.
  var obstacle: Obstacle {
    .refused(
      (isCertain ? "no device installs the profile: " : "a device may refuse the whole profile: ")
        + why, isCertain: isCertain)
  }
}

extension PlistFile {
  /// What of its wrappings makes devices refuse it: bytes that are not the message's, signatures that
  /// do not hold.
  var refusals: [Refusal] {
    findings.filter { $0.rule == .messageDamaged }
      .map { Refusal(why: $0.message, isCertain: $0.severity == .error) }
      + signatures.flatMap(\.refusals)
  }
}

extension SignatureReport {
  /// One broken among several is for the device to weigh; nobody's signature is none.
  fileprivate var refusals: [Refusal] {
    signers.compactMap { signer in
      switch signer.state {
      case .intact: nil
      case .broken(let why):
        Refusal(
          why: "the signature by `\(signer.name)` does not hold: \(why)",
          isCertain: signers.allSatisfy { if case .broken = $0.state { true } else { false } })
      case .unknown(let why):
        Refusal(
          why: "the signature by `\(signer.name)` could not be checked: \(why)", isCertain: false)
      }
    }
  }
}

extension Profile {
  /// Why `device` refuses the profile whole, or may.
  func refusals(on device: Device, _ catalog: Catalog) -> [Obstacle] {
    let forms = [topForm(on: device), payloadForms(on: device), repeatedUUID].joined()
    return damage.map(\.obstacle)
      + forms.map { Refusal(why: $0, isCertain: false).obstacle }
      + version(on: device)
      + incomplete(on: device, catalog).map { Refusal(why: $0, isCertain: false).obstacle }
      + byHand(on: device, catalog)
  }

  /// iOS refuses a profile without a version of its own; a Mac takes it.
  private func version(on device: Device) -> [Obstacle] {
    let key = "PayloadVersion"
    switch (node[key], device.platform) {
    case (nil, .iOS), (nil, .iPadOS):
      return [
        .refused(
          "\(device.platform.rawValue) refuses a profile without a `\(key)`", isCertain: true)
      ]
    case (nil, .macOS): return []
    default: return Self.version(in: node, "the profile").map { [$0.obstacle] } ?? []
    }
  }

  private static func version(in node: PlistNode, _ name: String) -> Refusal? {
    let key = "PayloadVersion"
    guard let value = node[key] else {
      return Refusal(why: "\(name) has no `\(key)`", isCertain: false)
    }
    guard let number = value.integer else {
      return Refusal(
        why: "the `\(key)` of \(name) is \(withArticle(value.typeName)), not an integer",
        isCertain: false)
    }
    return number == 1
      ? nil
      : Refusal(
        why: "the `\(key)` of \(name) is \(number), and Apple knows only 1", isCertain: false)
  }

  /// What is the matter with `keys`, which must be texts, in `node`, called `name`.
  private static func faults(of keys: [String], in node: PlistNode, _ name: String) -> [(
    key: String, why: String
  )] {
    keys.compactMap { key in
      guard let value = node[key] else { return (key, "\(name) has no `\(key)`") }
      guard let text = value.string else {
        return (key, "the `\(key)` of \(name) is \(withArticle(value.typeName)), not a string")
      }
      return text.isEmpty ? (key, "the `\(key)` of \(name) is empty") : nil
    }
  }

  private func topForm(on device: Device) -> [String] {
    var result = Self.faults(
      of: ["PayloadIdentifier", "PayloadUUID"], in: node, "the profile"
    ).map(\.why)
    if let target = node["TargetDeviceType"], target.integer == nil {
      result.append("`TargetDeviceType` is \(withArticle(target.typeName)), not an integer")
    }
    if device.platform == .macOS, let value = node["PayloadScope"],
      !["System", "User"].contains(value.string)
    {
      result.append("`PayloadScope` is neither `System` nor `User`")
    }
    if node.entries.contains(where: { entry in
      entry.key == "PayloadContent" && !entry.value.elements.allSatisfy(\.isDictionary)
    }) {
      result.append("`PayloadContent` holds something else than payloads")
    }
    if isTooDeepForIOS, device.platform != .macOS {
      result.append("more than 128 levels of nesting, where Apple's reader on iOS stops")
    }
    return result
  }

  /// The first payload in which something is the matter with each key.
  private func payloadForms(on device: Device) -> [String] {
    var result: [String] = []
    var told: Set<String> = []
    for payload in everyPayload {
      let name = "`\(payload.keyPath)`"
      var faults = Self.faults(
        of: ["PayloadType", "PayloadIdentifier", "PayloadUUID"], in: payload.node, name)
      // Payloads without one work on Macs.
      let isFree = device.platform == .macOS && payload.node["PayloadVersion"] == nil
      if !isFree, let version = Self.version(in: payload.node, name) {
        faults.append(("PayloadVersion", version.why))
      }
      result += faults.filter { told.insert($0.key).inserted }.map(\.why)
    }
    return result
  }

  private var repeatedUUID: [String] {
    var seen: Set<String> = []
    let all = [node["PayloadUUID"]?.string] + payloads.map(\.uuid)
    let again = all.compactMap { $0 }.first {
      !$0.isEmpty && !seen.insert($0.uppercased()).inserted
    }
    return again.map { ["the UUID `\(shown($0))` is used twice in it"] } ?? []
  }

  /// The first key in each payload that Apple requires and that is missing.
  private func incomplete(on device: Device, _ catalog: Catalog) -> [String] {
    everyPayload.compactMap { payload in
      guard let known = payload.type.flatMap({ catalog.payload($0) }),
        known.support(on: device.platform) != nil,
        let missing = payload.node.firstMissing(of: known.dictionary, payload.keyPath, device)
      else { return nil }
      return missing
    }
  }

  /// What only a management server may install, where a person installs it. Where that is not known the
  /// profile is taken as installed, as every answer does: then it got there in a way that works.
  private func byHand(on device: Device, _ catalog: Catalog) -> [Obstacle] {
    guard device.installation == .manual else { return [] }
    let found = everyPayload.lazy.compactMap { payload -> (name: String, isCertain: Bool)? in
      guard let known = payload.type.flatMap({ catalog.payload($0) }) else { return nil }
      return payload.node.firstByServer(known.dictionary, payload.type ?? "", device)
    }
    guard let first = found.first(where: \.isCertain) ?? found.first else { return [] }
    return [
      .refused(
        "installed by hand the whole profile is refused: only a management server may install"
          + " `\(shown(first.name))`", isCertain: first.isCertain)
    ]
  }
}

extension Support {
  /// Whether `device` knows it; nil where its version is not given.
  fileprivate func isKnown(to device: Device) -> Bool? {
    device.version.map { version in version >= introduced && removed.map { version < $0 } != false }
  }
}

extension PlistNode {
  /// A key that `known` requires on `device` and that is not here, in words.
  fileprivate func firstMissing(of known: KeyDefinition, _ path: String, _ device: Device)
    -> String?
  {
    for key in isDictionary ? known.requiredKeys : [] where self[key.name] == nil {
      if key.support(on: device.platform)?.isKnown(to: device) ?? true,
        key.support(on: device.platform) != nil
      {
        return "`\(path)` has no `\(key.name)`, which Apple requires"
      }
    }
    for entry in lazyEffectiveEntries where entry.value.isContainer {
      if let inner = known.key(entry.key),
        let found = entry.value.firstMissing(of: inner, "\(path).\(shown(entry.key, 200))", device)
      {
        return found
      }
    }
    guard isArray, let inner = known.element else { return nil }
    for (index, element) in lazyElements.enumerated() where element.isContainer {
      if let found = element.firstMissing(of: inner, "\(path)[\(index)]", device) { return found }
    }
    return nil
  }

  /// The first thing here that only a management server may install on `device`: itself, called
  /// `name`, or a key. It is not certain where the device's version is not given, or the key says
  /// what holds anyway.
  fileprivate func firstByServer(_ known: KeyDefinition, _ name: String, _ device: Device) -> (
    name: String, isCertain: Bool
  )? {
    var doubtful: (name: String, isCertain: Bool)?
    if let support = known.support(on: device.platform), !support.manualInstall {
      let isKnown = support.isKnown(to: device)
      if isKnown == true, !known.isDefault(self) { return (name, true) }
      if isKnown != false { doubtful = (name, false) }
    }
    for entry in lazyEffectiveEntries {
      guard let inner = known.key(entry.key),
        let found = entry.value.firstByServer(inner, entry.key, device)
      else { continue }
      if found.isCertain { return found }
      doubtful = doubtful ?? found
    }
    guard isArray, let inner = known.element else { return doubtful }
    for element in lazyElements where element.isContainer {
      guard let found = element.firstByServer(inner, name, device) else { continue }
      if found.isCertain { return found }
      doubtful = doubtful ?? found
    }
    return doubtful
  }
}
