import DecisionService
import Glibc
import StrictJSON

/// A file that remembers the last release of each policy.
struct ReleaseMemory {
  private let path: String
  private var releases: [String: PolicyRelease] = [:]

  private static let mark = "pasteboardPolicyReleases"

  /// Reads the file at `path`; where there is none, nothing is remembered yet.
  init(_ path: String) throws {
    self.path = path
    guard access(path, F_OK) == 0 || errno != ENOENT else { return }
    let bytes = try readFile(path, limit: 16 << 20, .named)
    let json: JSONValue
    do { json = try JSONValue(parsing: bytes) } catch {
      throw InvalidInput(message: "`\(path)` remembers no releases: \(error)")
    }
    guard json[Self.mark]?.integer == 1, let members = json["releases"]?.members else {
      throw InvalidInput(message: "`\(path)` remembers no releases: expected `\(Self.mark)`: 1")
    }
    for member in members {
      guard let version = member.value["version"]?.string,
        let digest = member.value["digest"]?.string,
        let release = PolicyRelease(name: member.key, version: version, digest: digest)
      else {
        throw InvalidInput(message: "`\(path)`: the release of `\(member.key)` cannot be read")
      }
      releases[member.key] = release
    }
  }

  /// The last release of the policy called `name`.
  func last(of name: String) -> PolicyRelease? { releases[name] }

  /// Takes `release` for the last of its policy.
  mutating func remember(_ release: PolicyRelease) throws {
    guard releases.updateValue(release, forKey: release.name) != release else { return }
    let members = releases.values.sorted { $0.name < $1.name }.map { release in
      JSONValue.Member(
        release.name,
        ["version": .string(release.version), "digest": .string(release.digest)])
    }
    let json: JSONValue = [Self.mark: 1, "releases": .object(members)]
    try writeFile(Array((json.prettyText + "\n").utf8), to: path)
  }
}
