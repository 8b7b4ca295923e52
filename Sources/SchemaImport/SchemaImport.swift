import Devices
public import Findings
import ProfileKit

/// Apple's schema of configuration profiles turned into the text of a catalogue: facts only.
public struct SchemaImport {
  /// A file that was read.
  public struct File: Sendable {
    /// As findings name it.
    public var path: String
    /// What it holds.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The catalogue's text.
  public let text: String
  /// What was not understood and is not in it.
  public let findings: [Finding]
  /// How many payload types it has.
  public let payloadTypes: Int

  /// Imports schema files.
  ///
  /// - Parameters:
  ///   - profiles: the files of `mdm/profiles`.
  ///   - newer: tables of facts that the schema does not have yet: a line a key, a first line that
  ///     names the columns. They become a second layer.
  ///   - source: which state of the schema it is, such as a commit.
  ///   - newerSource: which state the tables are.
  ///   - layer: the layer's name.
  ///   - step: told of each file.
  public init(
    profiles: [File], newer: [File] = [], source: String, newerSource: String = "",
    layer: String = "schema", step: (String) -> Void = { _ in }
  ) {
    var findings: [Finding] = []
    var files: [SchemaFile] = []
    for file in profiles.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      step(file.path)
      if let read = SchemaFile.read(file.bytes, path: file.path, { findings.append($0) }) {
        files.append(read)
      }
    }
    let types = Dictionary(grouping: files, by: \.type)
    payloadTypes = types.count
    var lines = [Self.layerLine(layer, source, files.flatMap(Self.versions))]
    for type in types.keys.sorted(by: Self.before) {
      lines += CatalogWriter(PayloadUnion(types[type] ?? [])).lines
    }
    let base = Catalog(text: lines.joined(separator: "\n"))
    if !newer.isEmpty {
      var facts = NewerFacts(base)
      for file in newer {
        step(file.path)
        facts.read(file) { findings.append($0) }
      }
      lines.append(Self.layerLine("documentation", newerSource, facts.versions))
      lines += facts.overlay.lines
    }
    let corrections = Correction.overlay(for: base)
    if !corrections.lines.isEmpty {
      lines.append("layer\tcorrections")
      lines += corrections.lines
    }
    text = Self.preface + lines.joined(separator: "\n") + "\n"
    let doubts = Catalog(text: "").adding(Array(text.utf8), named: layer).1
    findings += doubts.map {
      Finding(
        "catalogue", .error, at: SourceLocation(path: "catalogue", line: $0.line, column: 1),
        $0.message)
    }
    self.findings = findings.sorted()
  }

  private static let preface = """
    # The catalogue of payload types and keys, as `pbpolicy schema import` writes it.
    # Its form is described in Sources/ProfileKit/Catalog/CatalogText.swift.

    """

  /// What all profiles share comes first.
  private static func before(_ left: String, _ right: String) -> Bool {
    let first = [Catalog.topLevel, Catalog.common]
    let places = [left, right].map { first.firstIndex(of: $0) ?? 2 }
    return places[0] != places[1] ? places[0] < places[1] : left < right
  }

  private static func layerLine(
    _ name: String, _ source: String, _ versions: [(Platform, OSVersion)]
  ) -> String {
    let newest = Dictionary(versions, uniquingKeysWith: max)
    let reach = newest.map { "\($0.key.rawValue):\($0.value)" }.sorted().joined(separator: " ")
    return ["layer", name, source, reach].map { Catalog.field($0) }.joined(separator: "\t")
  }

  /// Every version that a file names.
  private static func versions(_ file: SchemaFile) -> [(Platform, OSVersion)] {
    let keys = file.keys + file.groups.values.joined()
    return (file.support + keys.flatMap(\.support)).flatMap { platform, words in
      words.compactMap { word in
        OSVersion(word.split(separator: "=").last ?? "").map { (platform, $0) }
      }
    }
  }
}
