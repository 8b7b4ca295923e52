import Devices

/// Reads the lines about one payload type.
struct KeyTableBuilder {
  private(set) var keys: KeyPlaces
  private(set) var listsKeys = false
  /// Whether all that lines say is looked at; reading them later passes over what is strange.
  private let isStrict: Bool
  private var labels: [String: Int] = [:]
  /// What the layer that is read says of the types of keys, by their places; strict only.
  private var saidTypes: [Int: [String]] = [:]
  /// What is said of each key so far; strict only.
  private var said: [KeyRecord] = []
  private var layer: Int?
  /// The key that lines of each depth belong to; -1 below a line that was not understood.
  private var open = [0]

  init(mostLines: Int, isStrict: Bool = false) {
    keys = KeyPlaces(mostLines: mostLines)
    self.isStrict = isStrict
  }

  mutating func read(
    _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
  ) {
    if section.layer != layer { saidTypes = [:] }
    layer = section.layer
    head(section, report)
    lines(section, report)
  }

  /// Takes in the keys of another type.
  mutating func borrow(_ sections: [CatalogText.Section]) {
    for section in sections { lines(section) { _, _ in } }
    labels = [:]
  }

  private mutating func lines(
    _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
  ) {
    open = [0]
    let source = keys.source(section.text)
    var scan = LineScan(section.text, section.body, after: section.line)
    while let line = scan.next() {
      if section.text.bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      if let complaint = key(line, section, source) { report(scan.line, complaint) }
    }
  }

  private mutating func head(
    _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
  ) {
    var namesOnly = false
    keys.root.layers.append(section.layer)
    let text = section.text
    var fields = FieldScan(text, section.head)
    _ = fields.next()
    _ = fields.next()
    while let place = fields.next() {
      if text.isWord(place, "names") {
        namesOnly = true
      } else if text.begins(place, "on=") {
        let field = text.text(place)[...]
        keys.root.platforms.append(field.dropFirst(3))
        if let odd = strangers(field) { report(section.line, odd) }
      } else if text.begins(place, "with="), place.count > 5 {
        continue
      } else {
        report(
          section.line, "expected `names`, `with=…` or `on=…`, found `\(shown(text.text(place)))`")
      }
    }
    if !namesOnly { listsKeys = true }
  }

  /// Reads one key's line; what is wrong with it, or nil.
  private mutating func key(_ line: Range<Int>, _ section: CatalogText.Section, _ source: Int32)
    -> String?
  {
    let text = section.text
    var start = line.lowerBound
    while start < line.upperBound, text.bytes[start] == UInt8(ascii: " ") { start += 1 }
    let depth = start - line.lowerBound
    guard depth > 0 else {
      return
        "expected `layer`, `payload` or a key after a space, found `\(shown(text.text(line), 40))`"
    }
    guard depth <= KeyTable.deepest else { return "keys nested deeper than \(KeyTable.deepest)" }
    guard depth <= open.count else {
      return "this key is \(depth) deep, but nothing \(depth - 1) deep stands before it"
    }
    open.removeLast(open.count - depth)
    let parent = open[depth - 1]
    var fields = FieldScan(text, start..<line.upperBound)
    guard parent >= 0 else {
      open.append(-1)
      return nil
    }
    guard let name = fields.next() else { return "a key without a name" }
    let rest = fields.rest
    let group = self.group(parent)
    switch verb(text, rest) {
    case .drop?:
      open.append(-1)
      if let child = keys.child(name, in: text, of: group) { keys.part(child, from: group) }
      return nil
    case .anyName?:
      open.append(-1)
      return generalise(name, text, in: group)
    case nil: break
    }
    guard keys.count < KeyTable.most else { return "more than \(KeyTable.most) keys" }
    let index = place(name, text, source, in: group)
    open.append(index)
    keys.add(rest, in: source, layer: section.layer, to: index)
    if isStrict {
      while said.count < keys.count { said.append(KeyRecord(name: keys.name(said.count))) }
    }
    var complaint: String?
    while let place = fields.next() {
      let wrong = field(place, text, of: index)
      complaint = complaint ?? wrong
    }
    if isStrict {
      complaint = complaint ?? self.complaint(of: index, text, start..<line.upperBound)
    }
    return complaint
  }

  private func group(_ index: Int) -> Int { keys[index].like < 0 ? index : Int(keys[index].like) }

  private enum Verb { case drop, anyName }

  /// What a line does with a key beside describing it.
  private func verb(_ text: CatalogBytes, _ fields: Range<Int>) -> Verb? {
    var scan = FieldScan(text, fields)
    var verb: Verb?
    while let field = scan.next() {
      if text.isWord(field, "drop") { return .drop }
      if text.isWord(field, "any-name") { verb = .anyName }
    }
    return verb
  }

  /// Makes what is known of the key `name` hold of any key.
  private mutating func generalise(_ name: Range<Int>, _ text: CatalogBytes, in parent: Int)
    -> String?
  {
    guard let index = keys.child(name, in: text, of: parent) else {
      let plain = CatalogText.plain(text.text(name)[...])
      return "there is no key `\(shown(plain))` to stand for any name"
    }
    keys.part(index, from: parent)
    keys[index].isRequired = false
    keys[parent].wildcard = Int32(clamping: index)
    return nil
  }

  /// The place of the key `name` of `parent`, made where it is new.
  private mutating func place(
    _ name: Range<Int>, _ text: CatalogBytes, _ source: Int32, in parent: Int
  ) -> Int {
    if text.isWord(name, "*") {
      if keys[parent].wildcard >= 0 { return Int(keys[parent].wildcard) }
      let index = keys.add(name, in: source)
      keys[parent].wildcard = Int32(clamping: index)
      return index
    }
    if text.isWord(name, "[]") {
      if keys[parent].element >= 0 { return Int(keys[parent].element) }
      let index = keys.add(name, in: source)
      keys[parent].element = Int32(clamping: index)
      return index
    }
    if let known = keys.child(name, in: text, of: parent) { return known }
    let index = keys.add(name, in: source)
    keys.join(index, to: parent)
    return index
  }

  /// Takes in what of a field says how keys stand; what is wrong with it, or nil.
  private mutating func field(_ place: Range<Int>, _ text: CatalogBytes, of index: Int) -> String? {
    if text.isWord(place, "required") {
      keys[index].isRequired = true
    } else if text.isWord(place, "optional") {
      keys[index].isRequired = false
    } else if text.begins(place, "as=") {
      labels[text.text(place.lowerBound + 3..<place.upperBound)] = index
    } else if text.begins(place, "like=") || text.begins(place, "also=") {
      return refer(place, text, from: index)
    } else if isStrict {
      let field = text.text(place)[...]
      if !said[index].take(field) { return "`\(shown(String(field)))` says nothing of a key" }
      if text.begins(place, "on=") { return strangers(field) }
    }
    return nil
  }

  /// Takes in what says that a key has the inside of another.
  private mutating func refer(_ place: Range<Int>, _ text: CatalogBytes, from index: Int) -> String?
  {
    let label = text.text(place.lowerBound + 5..<place.upperBound)
    guard let target = labels[label] else {
      return "nothing before this line is called `\(shown(label))`"
    }
    let end = group(target)
    if text.begins(place, "also=") {
      keys.share(end, with: group(index))
    } else if end != index {
      keys[index].like = Int32(clamping: end)
    }
    return nil
  }
}

extension KeyTableBuilder {
  /// What is wrong with a key as a whole, or nil.
  private mutating func complaint(of index: Int, _ text: CatalogBytes, _ line: Range<Int>)
    -> String?
  {
    var fields = FieldScan(text, line)
    if let name = fields.next(), let wrong = CatalogFacts.complaint(name: text.text(name)[...]) {
      return wrong
    }
    while let place = fields.next() {
      let field = text.text(place)[...]
      if let wrong = CatalogFacts.complaint(field) { return wrong }
      guard let types = KeyRecord(types: field)?.types else { continue }
      if let before = saidTypes[index], before != types {
        return "`\(shown(keys.name(index)))` is \(types.joined(separator: "|")) here and"
          + " \(before.joined(separator: "|")) before"
      }
      saidTypes[index] = types
    }
    return CatalogFacts.complaint(said[index])
  }

  /// What an `on=` field says that is not understood.
  private func strangers(_ field: Substring) -> String? {
    guard isStrict else { return nil }
    for part in field.utf8.dropFirst(3).split(separator: UInt8(ascii: " ")) {
      guard let change = SupportChange(part) else {
        return "expected a platform and a colon, found `\(shown(String(Substring(part))))`"
      }
      if let word = change.stranger {
        return "`\(shown(word))` says nothing of \(change.platform.rawValue)"
      }
    }
    return nil
  }
}
