import Glibc

/// A catalogue's text, cut where its payload types begin; what is in them is read when asked for.
///
/// One fact a line, fields parted by tabs, `#` before remarks:
/// ```
/// layer    NAME  SOURCE  VERSIONS       what is known up to which version; what follows is of it
/// payload  TYPE  [names]  [with=TYPE]  [on=PLATFORMS]   a payload type; `names`: its keys are not
///                                       listed; `with`: the keys of that other type are its own too
///  KEY  [TYPE]  [WORD…]                  its keys, one space before them
///   KEY  …                               the keys of that key's dictionary, two spaces, and so on
/// ```
/// `*` stands for any key of a dictionary, `[]` for an array's elements; a backslash before either
/// or before a leading space means the name as it stands, `\t` and `\n` are a tab and a line feed,
/// `\|` a bar in a list. Types are `string`, `integer`, `real`, `boolean`, `date`, `data`, `array`,
/// `dictionary` and `any`, alternatives parted by `|`. The words:
/// ```
/// required  optional      values=a|b      range=1..90     count=2..2     format=REGEX
/// default=VALUE           combine=HOW     subtype=url     on=PLATFORMS
/// drop                    there is no such key      any-name   its name stands for any name
/// as=LABEL                what is inside it may be used elsewhere
/// also=LABEL              its dictionary has the keys of the one called LABEL, beside its own
/// like=LABEL              its inside is that of the key called LABEL before it, which may be around it
/// ```
/// `PLATFORMS`, parted by spaces: `iOS:8.0;deprecated=17.0;removed=27.0;supervised;
/// user-enrollment=forbidden;shared-ipad=forbidden;no-manual-install;no-device-channel;
/// no-user-channel;multiple`. A key inherits what it stands in has and says only what differs:
/// `iOS:;supervised` keeps the version, `iOS:none` says that iOS does not have it, `no-supervised`
/// takes back. A payload without `on=` is on every platform.
///
/// A type that is named again, mostly in a later layer, is the same type: new keys are added, of
/// known ones what is said is changed, `drop` takes one away. Only a layer called `schema` is whole:
/// what it says of a type takes the place of everything below it.
struct CatalogText: Sendable {
  /// One mention of a payload type: its line and those of its keys.
  struct Section: Sendable {
    /// The number of its text.
    var source: Int
    /// The number of its layer.
    var layer: Int
    /// The number of its line in its text, from 1.
    var line: Int
    /// Its line, without the line feed.
    var head: Substring
    /// The lines of its keys.
    var body: Substring
  }

  private struct Cut: Sendable {
    var source: Int
    var layer: Int
    var line: Int
    var bytes: Range<Int>
  }

  /// The layer that says everything of the types it names.
  static let schemaName = "schema"

  /// The layers, oldest first.
  private(set) var layers: [Catalog.Layer] = []
  private var sources: [[UInt8]] = []
  private var cuts: [String: [Cut]] = [:]

  /// Every type that is named.
  var types: some Collection<String> { cuts.keys }

  /// How many texts there are.
  var sourceCount: Int { sources.count }

  /// The types that the text of that number names.
  func types(in source: Int) -> [String] {
    cuts.filter { $0.value.contains { $0.source == source } }.map(\.key)
  }

  /// Whether `type` is named.
  func contains(_ type: String) -> Bool { cuts[type] != nil }

  /// Adds a text above those that are there; what it says before any `layer` is of one called
  /// `name`.
  mutating func add(
    _ text: [UInt8], named name: String,
    _ report: (_ line: Int, _ message: String) -> Void = { _, _ in }
  ) {
    text.withUnsafeBufferPointer { add($0, named: name, report) }
    sources.append(text)
  }

  private mutating func add(
    _ text: UnsafeBufferPointer<UInt8>, named name: String,
    _ report: (_ line: Int, _ message: String) -> Void
  ) {
    var scan = LineScan(text)
    var open: (type: String, cut: Cut)?
    var hasLayer = false
    func layerNumber() -> Int {
      if !hasLayer { layers.append(Catalog.Layer(name: name, source: "", versions: [:])) }
      hasLayer = true
      return layers.count - 1
    }
    func close(at end: Int) {
      guard var last = open else { return }
      last.cut.bytes = last.cut.bytes.lowerBound..<end
      cuts[last.type, default: []].append(last.cut)
      open = nil
    }
    while let line = scan.next() {
      switch text[line.lowerBound] {
      case UInt8(ascii: " ") where open != nil: continue
      case UInt8(ascii: "p") where text[line].starts(withText: "payload\t"):
        close(at: line.lowerBound)
        let type = text[line].dropFirst(8).prefix { $0 != 9 }
        if type.isEmpty { report(scan.line, "`payload` without a type") }
        open = (
          String(decoding: type, as: UTF8.self),
          Cut(source: sources.count, layer: layerNumber(), line: scan.line, bytes: line)
        )
      case UInt8(ascii: "l") where text[line].starts(withText: "layer\t"):
        close(at: line.lowerBound)
        if let layer = Catalog.Layer(line: text[line]) {
          layers.append(layer)
          hasLayer = true
        } else {
          report(scan.line, "expected a layer's name, source and versions, parted by tabs")
        }
      case UInt8(ascii: "#"): continue
      default:
        if open == nil {
          report(scan.line, "expected `layer` or `payload` before any key")
        }
      }
    }
    close(at: text.count)
  }

  /// Every mention of `type`, oldest layer first.
  func sections(_ type: String) -> [Section] {
    (cuts[type] ?? []).map { cut in
      let text = sources[cut.source]
      let end = text[cut.bytes].firstIndex(of: 10) ?? cut.bytes.upperBound
      let body = min(end + 1, cut.bytes.upperBound)
      return Section(
        source: cut.source, layer: cut.layer, line: cut.line,
        head: String(decoding: text[cut.bytes.lowerBound..<end], as: UTF8.self)[...],
        body: String(decoding: text[body..<cut.bytes.upperBound], as: UTF8.self)[...])
    }
  }
}

/// The lines of a text that hold anything, one after the other.
private struct LineScan {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The number of the line that `next()` gave last.
  private(set) var line = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The bytes of the next line that is not empty.
  mutating func next() -> Range<Int>? {
    guard let base = text.baseAddress else { return nil }
    while position < text.count {
      let start = position
      var end = text.count
      if let found = memchr(base + start, 10, text.count - start) {
        end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      }
      position = end + 1
      line += 1
      if start < end { return start..<end }
    }
    return nil
  }
}

extension CatalogText {
  /// `field` without the backslashes that keep its characters from meaning something.
  static func plain(_ field: Substring) -> String {
    guard field.utf8.contains(UInt8(ascii: "\\")) else { return String(field) }
    return unescaped(field).joined(separator: "|")
  }

  /// The parts of `field`, which bars part.
  static func list(_ field: Substring) -> [String] {
    if field.isEmpty { return [] }
    guard field.utf8.contains(UInt8(ascii: "\\")) else {
      return field.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    }
    return unescaped(field)
  }

  private static func unescaped(_ field: Substring) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if isEscaped {
        parts[parts.count - 1].append(scalar == "n" ? "\n" : scalar == "t" ? "\t" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "|" {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
    }
    return parts.map { String($0) }
  }
}
