public import Devices
import PayloadCatalog
import Synchronization

/// What is known of payload types and their keys, as facts, in layers: Apple's schema, what Apple's
/// documentation says beyond it, and a user's own types. `CatalogText` describes its text.
///
/// Making one only looks where each payload type begins; a type is read when it is asked for.
public struct Catalog: Sendable {
  /// Where facts come from, and how far they reach.
  public struct Layer: Sendable, Hashable {
    /// Such as `schema`.
    public let name: String
    /// Which state of it: a commit, a year.
    public let source: String
    /// The newest version it knows, by platform (iPadOS under iOS).
    public var versions: [Platform: OSVersion] { Self.read(versionsText) ?? [:] }
    private let versionsText: String
  }

  /// Something in a catalogue's text that was not understood, and was left out.
  public struct Problem: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// One line, lower case, no full stop.
    public let message: String
  }

  private var text = CatalogText()
  private let parsed = Cache()

  /// The catalogue that ships with the program.
  public static let standard: Catalog = {
    let bytes = UnsafeBufferPointer(
      start: pbpolicy_catalog_bytes(), count: pbpolicy_catalog_count())
    var text = CatalogText()
    text.add(CatalogBytes(shipped: bytes), named: "catalogue")
    return Catalog(text)
  }()

  /// Reads a catalogue; lines it does not understand are left out.
  public init(text: String) { self.init(bytes: Array(text.utf8)) }

  /// Reads a catalogue; lines it does not understand are left out.
  public init(bytes: [UInt8]) { text.add(CatalogBytes(copying: bytes), named: "catalogue") }

  private init(_ text: CatalogText) { self.text = text }

  /// This catalogue with another above it, and what is wrong with that one. What it says of a type
  /// that is known changes that type.
  ///
  /// - Parameter name: what its facts are said to be of, where it names no layer itself.
  public func adding(_ bytes: [UInt8], named name: String) -> (Catalog, [Problem]) {
    var text = text
    let source = text.sourceCount
    var problems: [Problem] = []
    let report = { problems.append(Problem(line: $0, message: $1)) }
    text.add(CatalogBytes(copying: bytes), named: name, report)
    for type in text.types(in: source) {
      KeyTable.problems(text.sections(type)) { section, line, message in
        if section.source == source { report(line, message) }
      }
    }
    return (Catalog(text), problems.sorted { ($0.line, $0.message) < ($1.line, $1.message) })
  }

  /// The layers, oldest first.
  public var layers: [Layer] { text.layers }

  /// Every payload type, sorted; without the two that describe keys all profiles share.
  public var payloadTypes: [String] {
    text.types.filter { $0 != Self.topLevel && $0 != Self.common }.sorted()
  }

  /// The keys at the top of every profile, under this name.
  public static let topLevel = "TopLevel"
  /// The keys of every payload, under this name.
  public static let common = "CommonPayloadKeys"

  /// What is known of a payload type; nil where it is not in the catalogue.
  public func payload(_ type: String) -> PayloadDefinition? {
    parsed.value(type) {
      guard text.contains(type) else { return nil }
      let names = text.layers.map { $0.name }
      return PayloadDefinition(
        type,
        KeyTable(text.sections(type), layerNames: names) {
          text.contains($0) ? text.sections($0) : []
        })
    }
  }

  /// What is known of a preference domain, whose settings come as payloads of that type or inside
  /// `com.apple.ManagedClient.preferences`; nil where nothing is.
  public func domain(_ name: String) -> PayloadDefinition? {
    name == Self.topLevel || name == Self.common ? nil : payload(name)
  }

  /// The Restrictions payload's definition of `key`.
  public func restriction(_ key: String) -> KeyDefinition? {
    payload(Payload.restrictionsType)?.dictionary.named(key)
  }

  /// The newest version that any layer knows of `platform`.
  public func newestVersion(_ platform: Platform) -> OSVersion? {
    layers.compactMap { $0.versions[platform.inSchema] }.max()
  }

  /// Such as `schema of iOS 18.1, macOS 15.1 and documentation of iOS 27.0, macOS 27.0`.
  public var description: String {
    layers.compactMap { layer in
      let versions = [Platform.iOS, .macOS].compactMap { platform in
        layer.versions[platform].map { "\(platform.rawValue) \($0)" }
      }
      return versions.isEmpty ? nil : "\(layer.name) of \(versions.joined(separator: ", "))"
    }.joined(separator: " and ")
  }
}

/// Payload definitions that were asked for already.
private final class Cache: Sendable {
  private let values = Mutex<[String: PayloadDefinition]>([:])

  func value(_ type: String, _ make: () -> PayloadDefinition?) -> PayloadDefinition? {
    values.withLock { values in
      if let known = values[type] { return known }
      guard let made = make() else { return nil }
      values[type] = made
      return made
    }
  }
}

extension Platform {
  /// The platform under which the schema keeps this one's facts.
  var inSchema: Platform { self == .iPadOS ? .iOS : self }

  /// The platforms of the schema.
  static let schema: [Platform] = [.iOS, .macOS, .tvOS, .visionOS, .watchOS]
}

extension Catalog.Layer {
  /// A layer of which no more than its name is known.
  init(name: String) {
    self.name = name
    source = ""
    versionsText = ""
  }

  /// Reads a layer's line; its versions are read when they are asked for.
  init?(line: String) {
    let fields = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard (2...4).contains(fields.count), !fields[1].isEmpty else { return nil }
    name = fields[1]
    source = fields.count > 2 ? fields[2] : ""
    versionsText = fields.count > 3 ? fields[3] : ""
  }

  /// Whether its versions can be read.
  var isUnderstood: Bool { Self.read(versionsText) != nil }

  private static func read(_ text: String) -> [Platform: OSVersion]? {
    var versions: [Platform: OSVersion] = [:]
    for part in text.utf8.split(separator: UInt8(ascii: " ")) {
      let pair = part.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
      guard pair.count == 2, let platform = Platform(rawValue: pair[0]),
        let version = OSVersion(pair[1])
      else { return nil }
      versions[platform] = version
    }
    return versions
  }
}
