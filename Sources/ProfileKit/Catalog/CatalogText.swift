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
    /// Its text.
    var text: CatalogBytes
    /// The number of its layer.
    var layer: Int
    /// The number of its line in its text, from 1.
    var line: Int
    /// Its line, without the line feed.
    var head: Range<Int>
    /// The lines of its keys.
    var body: Range<Int>
  }

  /// A section, as it is kept; those of one type are a chain.
  private struct Cut: Sendable {
    var source: Int
    var layer: Int
    var line: Int
    var type: Range<Int>
    var bytes: Range<Int>
    /// The next of the type, and of its first the last; -1 for none.
    var next: Int32 = -1
    var last: Int32
  }

  /// The layer that says everything of the types it names.
  static let schemaName = "schema"

  /// The layers, oldest first.
  private(set) var layers: [Catalog.Layer] = []
  private var sources: [CatalogBytes] = []
  private var cuts: [Cut] = []
  /// The first sections of the types, by their names.
  private var index = NameIndex()

  /// Every type that is named, in no order.
  var types: [String] { firsts.map { name(cuts[$0]) } }

  /// The first sections of the types.
  private var firsts: [Int] { cuts.indices.filter { cuts[$0].last >= 0 } }

  private func name(_ cut: Cut) -> String { sources[cut.source].text(cut.type) }

  /// How many texts there are.
  var sourceCount: Int { sources.count }

  /// The types that the text of that number names.
  func types(in source: Int) -> [String] {
    let named = firsts.filter { chain($0).contains { cuts[$0].source == source } }
    return named.map { name(cuts[$0]) }
  }

  /// Whether `type` is named.
  func contains(_ type: String) -> Bool { first(type) != nil }

  private func first(_ type: String) -> Int? {
    var type = type
    return type.withUTF8 { first($0, NameIndex.hash($0)) }
  }

  private func first(_ type: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int? {
    index.first(hash) { number in
      let cut = cuts[Int(number)]
      return sources[cut.source].isEqual(cut.type, type)
    }.map { Int($0) }
  }

  private func chain(_ first: Int) -> [Int] {
    var result: [Int] = []
    var next = first
    while next >= 0 {
      result.append(next)
      next = Int(cuts[next].next)
    }
    return result
  }

  /// Adds a text above those that are there; what it says before any `layer` is of one called
  /// `name`.
  mutating func add(
    _ text: CatalogBytes, named name: String,
    _ report: (_ line: Int, _ message: String) -> Void = { _, _ in }
  ) {
    sources.append(text)
    var scan = LineScan(text, 0..<text.bytes.count)
    var isOpen = false
    var hasLayer = false
    func close(at end: Int) {
      if isOpen { cuts[cuts.count - 1].bytes = cuts[cuts.count - 1].bytes.lowerBound..<end }
      isOpen = false
    }
    while let line = scan.next() {
      switch text.bytes[line.lowerBound] {
      case UInt8(ascii: " ") where isOpen: continue
      case UInt8(ascii: "p") where text.begins(line, "payload\t"):
        close(at: line.lowerBound)
        let start = line.lowerBound + 8
        let type = start..<text.first(UInt8(ascii: "\t"), in: start..<line.upperBound)
        if type.isEmpty { report(scan.line, "`payload` without a type") }
        if !hasLayer { layers.append(Catalog.Layer(name: name)) }
        hasLayer = true
        open(text, type, line, scan.line)
        isOpen = true
      case UInt8(ascii: "l") where text.begins(line, "layer\t"):
        close(at: line.lowerBound)
        if let layer = Catalog.Layer(line: text.text(line)), text.isShipped || layer.isUnderstood {
          layers.append(layer)
          hasLayer = true
        } else {
          report(scan.line, "expected a layer's name, source and versions, parted by tabs")
        }
      case UInt8(ascii: "#"): continue
      default:
        if !isOpen {
          report(scan.line, "expected `layer` or `payload` before any key")
        }
      }
    }
    close(at: text.bytes.count)
  }

  /// Begins a section.
  private mutating func open(
    _ text: CatalogBytes, _ type: Range<Int>, _ bytes: Range<Int>, _ line: Int
  ) {
    let number = Int32(clamping: cuts.count)
    let name = UnsafeBufferPointer(rebasing: text.bytes[type])
    let hash = NameIndex.hash(name)
    var cut = Cut(
      source: sources.count - 1, layer: layers.count - 1, line: line, type: type, bytes: bytes,
      last: -1)
    if let first = first(name, hash) {
      cuts[Int(cuts[first].last)].next = number
      cuts[first].last = number
    } else {
      index.insert(hash, number)
      cut.last = number
    }
    cuts.append(cut)
  }

  /// Every mention of `type`, oldest layer first.
  func sections(_ type: String) -> [Section] {
    guard let first = first(type) else { return [] }
    return chain(first).map { place in
      let cut = cuts[place]
      let text = sources[cut.source]
      let end = text.first(UInt8(ascii: "\n"), in: cut.bytes)
      return Section(
        source: cut.source, text: text, layer: cut.layer, line: cut.line,
        head: cut.bytes.lowerBound..<end,
        body: min(end + 1, cut.bytes.upperBound)..<cut.bytes.upperBound)
    }
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
