import AuditKit
import Devices
import Findings
public import PolicyFiles
import PolicyKit

/// One release of a policy, by which it is told whether another may follow it.
public struct PolicyRelease: Sendable, Hashable {
  /// Whose it is and what it is called, such as `organisation/clinic-baseline`; of a compiled
  /// policy `compiled/` and the same of each file in it, joined by `+`.
  public let name: String
  /// Its version as written; of a compiled policy those of its files, in the order of their names.
  public let version: String
  /// SHA-256 of the canonical bytes, in lower-case hexadecimal.
  public let digest: String
  private let numbers: [OSVersion]

  /// Makes a release; nil where `version` is not one to four numbers joined by dots, or several
  /// such joined by `+`.
  public init?(name: String, version: String, digest: String) {
    let parts = version.split(separator: "+", omittingEmptySubsequences: false)
    numbers = parts.compactMap { OSVersion($0) }
    guard numbers.count == parts.count else { return nil }
    self.name = name
    self.version = version
    self.digest = digest
  }

  /// The release that `document` is.
  /// - Throws: `PolicyNodeError` where its version cannot be compared with another.
  public init(_ document: PolicyDocument) throws(PolicyNodeError) {
    let name: String
    let version: String
    let place: PolicyNode
    switch document.content {
    case .compiled(let saved, let location):
      let files = Self.files(saved)
      name = "compiled/" + files.map(\.name).joined(separator: "+")
      version = files.map(\.version).joined(separator: "+")
      place = PolicyNode(.scalar(PolicyScalar(version, .quoted)), at: location, path: .top)
    case .language(let node):
      let map = try node.map()
      let layer =
        document.isBreakGlass
        ? "break-glass" : try map["layer"]?.string() ?? LayerKind.organisation.rawValue
      place = try map.required("version")
      version = try place.string()
      name = "\(layer)/\(try map.required("name").string())"
    }
    let digest = SHA256.hex(try PolicyNote.canonical(document))
    guard let release = PolicyRelease(name: name, version: version, digest: digest),
      document.node == nil || release.numbers.count == 1
    else {
      throw place.error(
        "expected a version of one to four numbers joined by dots, found "
          + (version.isEmpty ? "none" : "`\(version)`"),
        help: "only such versions can be held against each other, as in \"2026.11\"",
        rule: .policyUnknownValue)
    }
    self = release
  }

  /// The files in a compiled policy by their names, those of one name by version.
  private static func files(_ saved: SavedPolicies) -> [(name: String, version: String)] {
    let all =
      saved.policies.map { (name: "\($0.layer.rawValue)/\($0.name)", version: $0.version) }
      + saved.emergencies.map { (name: "break-glass/\($0.name)", version: $0.version) }
    return all.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }

  /// Why this release may not follow `previous`; nil where it may.
  public func refusal(after previous: PolicyRelease) -> String? {
    if name != previous.name || numbers.count != previous.numbers.count {
      return "`\(name)` is another policy than `\(previous.name)`"
    }
    if zip(numbers, previous.numbers).contains(where: <) {
      return "version \(version) would go back behind \(previous.version)"
    }
    if numbers == previous.numbers, digest != previous.digest {
      return "version \(version) is known already, with other content; a change needs a new version"
    }
    return nil
  }
}
