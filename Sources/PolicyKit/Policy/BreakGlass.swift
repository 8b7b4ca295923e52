public import Findings

/// An emergency file: for a while it takes rules or whole layers out of a policy, and every answer
/// that it changes says so.
public struct BreakGlass: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// Its version, free text.
  public var version: String
  /// Why the glass was broken.
  public var reason: String
  /// The first instant that it holds, in milliseconds since 1970.
  public var from: Int64
  /// The first instant that it no longer holds.
  public var until: Int64
  /// The rules it takes out: `rule`, `layer/rule` or `kind/layer/rule`; built-in ones by id.
  public var rules: [Reference]
  /// The layers it takes out: `layer` or `kind/layer`.
  public var layers: [Reference]
  /// The file.
  public var path: String
  /// SHA-256 of the file's bytes in lower-case hexadecimal.
  public var sha256: String
  /// Where it stands.
  public var location: SourceLocation

  /// Longer than this no emergency may last: seven days, in milliseconds.
  public static let longest: Int64 = 7 * 86_400_000

  /// A rule or a layer by name.
  public struct Reference: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// Where it stands.
    public var location: SourceLocation

    /// Makes a reference.
    public init(_ name: String, at location: SourceLocation = SourceLocation(path: "")) {
      self.name = name
      self.location = location
    }
  }

  /// Makes an emergency file.
  public init(
    name: String, version: String = "", reason: String, from: Int64, until: Int64,
    rules: [Reference] = [], layers: [Reference] = [], path: String = "", sha256: String = "",
    location: SourceLocation = SourceLocation(path: "")
  ) {
    self.name = name
    self.version = version
    self.reason = reason
    self.from = from
    self.until = until
    self.rules = rules
    self.layers = layers
    self.path = path
    self.sha256 = sha256
    self.location = location
  }
}
