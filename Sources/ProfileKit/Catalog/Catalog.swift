public import Devices
import PayloadCatalog
import Synchronization

/// What Apple publishes of payload types and their keys, as facts.
///
/// Its text has one fact a line, fields parted by tabs, lists by `|`, `#` before remarks:
/// ```
/// layer    NAME  SOURCE  VERSIONS      what the catalogue knows up to which version
/// payload  TYPE  keys|names  PLATFORMS  a payload type; `names`: its keys are not listed
/// key      NAME  TYPE  PRESENCE  ELEMENT  VALUES  RANGE  DEFAULT  COMBINE  COUNT  PLATFORMS  LAYER
/// ```
/// `PLATFORMS` are parted by spaces, one not named does not have the key:
/// `iOS:8.0;deprecated=17.0;removed=27.0;supervised;user-enrollment=forbidden;shared-ipad=forbidden;
/// no-manual-install;no-device-channel;no-user-channel`. What a payload says of its keys is
/// already repeated with each. A key listed twice is known from two layers; the later holds.
public struct Catalog: Sendable {
  /// Where facts come from, and how far they reach.
  public struct Layer: Sendable, Hashable {
    /// Such as `schema`.
    public let name: String
    /// Which state of it: a commit, a year.
    public let source: String
    /// The newest version it knows, by platform (iPadOS under iOS).
    public let versions: [Platform: OSVersion]
  }

  /// The layers, oldest first.
  public let layers: [Layer]
  private let payloadLines: [String: (line: Substring, keys: Range<Int>)]
  private let keyLines: [Substring]
  private let parsed = Cache()

  /// The catalogue that ships with the program; parsed when first asked.
  public static let standard = Catalog(text: embeddedText)

  private static var embeddedText: String {
    let bytes = UnsafeBufferPointer(
      start: pbpolicy_catalog_bytes(), count: pbpolicy_catalog_count())
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a catalogue; lines it does not understand are left out.
  public init(text: String) {
    var layers: [Layer] = []
    var payloads: [String: (Substring, Range<Int>)] = [:]
    var keys: [Substring] = []
    var current: (type: String, line: Substring, start: Int)?
    func close() {
      if let open = current { payloads[open.type] = (open.line, open.start..<keys.count) }
    }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("key\t") {
        keys.append(line)
      } else if line.hasPrefix("payload\t") {
        close()
        let type = line.dropFirst(8).prefix { $0 != "\t" }
        current = (String(type), line, keys.count)
      } else if line.hasPrefix("layer\t"), let layer = Layer(line: line) {
        layers.append(layer)
      }
    }
    close()
    self.layers = layers
    payloadLines = payloads
    keyLines = keys
  }

  /// Every payload type, sorted; without the two that describe keys all profiles share.
  public var payloadTypes: [String] {
    payloadLines.keys.filter { $0 != Self.topLevel && $0 != Self.common }.sorted()
  }

  /// The keys at the top of every profile, under this name.
  public static let topLevel = "TopLevel"
  /// The keys of every payload, under this name.
  public static let common = "CommonPayloadKeys"

  /// What is known of a payload type; nil where it is not in the catalogue.
  public func payload(_ type: String) -> PayloadDefinition? {
    guard let entry = payloadLines[type] else { return nil }
    return parsed.value(type) {
      PayloadDefinition(line: entry.line, keys: keyLines[entry.keys])
    }
  }

  /// The Restrictions payload's definition of `key`.
  public func restriction(_ key: String) -> KeyDefinition? {
    payload(Payload.restrictionsType)?.keys[key]
  }

  /// The newest version that any layer knows of `platform`.
  public func newestVersion(_ platform: Platform) -> OSVersion? {
    layers.compactMap { $0.versions[platform.inSchema] }.max()
  }

  /// Such as `schema of iOS 18.1, macOS 15.1 and documentation of iOS 27.0, macOS 27.0`.
  public var description: String {
    layers.map { layer in
      let versions = [Platform.iOS, .macOS].compactMap { platform in
        layer.versions[platform].map { "\(platform.rawValue) \($0)" }
      }
      return "\(layer.name) of \(versions.joined(separator: ", "))"
    }.joined(separator: " and ")
  }
}

/// Payload definitions that were asked for already.
private final class Cache: Sendable {
  private let values = Mutex<[String: PayloadDefinition]>([:])

  func value(_ type: String, _ make: () -> PayloadDefinition) -> PayloadDefinition {
    values.withLock { values in
      if let known = values[type] { return known }
      let made = make()
      values[type] = made
      return made
    }
  }
}

extension Platform {
  /// The platform under which the schema keeps this one's facts.
  var inSchema: Platform { self == .iPadOS ? .iOS : self }
}

extension Catalog.Layer {
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4 else { return nil }
    name = fields[1]
    source = fields[2]
    var versions: [Platform: OSVersion] = [:]
    for part in fields[3].split(separator: " ") {
      let pair = part.split(separator: ":")
      guard pair.count == 2, let platform = Platform(rawValue: String(pair[0])) else { continue }
      versions[platform] = OSVersion(pair[1])
    }
    self.versions = versions
  }
}
