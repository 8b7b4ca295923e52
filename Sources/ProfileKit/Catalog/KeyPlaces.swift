/// Where a key stands among the others, and where what is said of it is to be read.
struct KeyPlace: Sendable {
  /// The text of its name, and where in that it is; an escaped name has no text, and its place among
  /// such.
  var nameSource: Int32
  var name: Range<Int32>
  var isRequired = false
  /// Its lines, oldest first; -1 for none.
  var firstLine: Int32 = -1
  var lastLine: Int32 = -1
  /// Its dictionary's keys, in the order first named; -1 for none.
  var firstLink: Int32 = -1
  var lastLink: Int32 = -1
  var childCount: Int32 = 0
  /// What any key of its dictionary is; -1 for nothing.
  var wildcard: Int32 = -1
  /// What its array holds; -1 for nothing.
  var element: Int32 = -1
  /// The key whose inner keys are its own too; -1 for none.
  var like: Int32 = -1
}

/// The keys of a payload type and how they hold each other, in lists without references.
struct KeyPlaces: Sendable {
  /// What a line says of a key, after its name.
  private struct Line: Sendable {
    var source: Int32
    var layer: Int32
    var fields: Range<Int32>
    var next: Int32
  }

  /// That a dictionary has a key; one that was taken away has none.
  private struct Link: Sendable {
    var parent: Int32
    var child: Int32
    var next: Int32 = -1
  }

  private var places: [KeyPlace]
  private var lines: [Line] = []
  private var links: [Link] = []
  private var sources: [CatalogBytes] = []
  private var escaped: [String] = []
  private var index = NameIndex()
  /// What the lines of the payload type itself say.
  var root = KeyRecord(name: "")

  init(mostLines: Int) {
    places = []
    places.reserveCapacity(mostLines)
    lines.reserveCapacity(mostLines)
    links.reserveCapacity(mostLines)
    places.append(KeyPlace(nameSource: -1, name: 0..<0))
    escaped.append("")
  }

  var count: Int { places.count }

  subscript(index: Int) -> KeyPlace {
    get { places[index] }
    set { places[index] = newValue }
  }

  /// The number of `text` among those that names and lines stand in.
  mutating func source(_ text: CatalogBytes) -> Int32 {
    if sources.last !== text { sources.append(text) }
    return Int32(clamping: sources.count - 1)
  }

  func name(_ index: Int) -> String {
    let place = places[index]
    return place.nameSource < 0
      ? escaped[Int(place.name.lowerBound)] : sources[Int(place.nameSource)].text(wide(place.name))
  }

  private func isCalled(_ name: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let place = places[index]
    if place.nameSource >= 0 {
      return sources[Int(place.nameSource)].isEqual(wide(place.name), name)
    }
    return escaped[Int(place.name.lowerBound)].utf8.elementsEqual(name)
  }

  private func wide(_ range: Range<Int32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// A new key whose name stands at `name`, where it may be escaped.
  mutating func add(_ name: Range<Int>, in source: Int32) -> Int {
    let text = sources[Int(source)]
    var place = KeyPlace(
      nameSource: source,
      name: Int32(clamping: name.lowerBound)..<Int32(clamping: name.upperBound))
    if text.first(UInt8(ascii: "\\"), in: name) < name.upperBound {
      place.nameSource = -1
      let number = Int32(clamping: escaped.count)
      place.name = number..<number
      escaped.append(CatalogText.plain(text.text(name)[...]))
    }
    places.append(place)
    return places.count - 1
  }

  /// Notes a line about a key.
  mutating func add(_ fields: Range<Int>, in source: Int32, layer: Int, to index: Int) {
    let number = Int32(clamping: lines.count)
    lines.append(
      Line(
        source: source, layer: Int32(clamping: layer),
        fields: Int32(clamping: fields.lowerBound)..<Int32(clamping: fields.upperBound), next: -1))
    if places[index].lastLine < 0 {
      places[index].firstLine = number
    } else {
      lines[Int(places[index].lastLine)].next = number
    }
    places[index].lastLine = number
  }

  /// All that the lines of a key say of it.
  func record(_ index: Int) -> KeyRecord {
    if index == 0 { return root }
    var record = KeyRecord(name: name(index))
    var next = places[index].firstLine
    while next >= 0 {
      let line = lines[Int(next)]
      let text = sources[Int(line.source)]
      if record.layers.last != Int(line.layer) { record.layers.append(Int(line.layer)) }
      var fields = FieldScan(text, wide(line.fields))
      while let field = fields.next() { _ = record.take(text.text(field)[...]) }
      next = line.next
    }
    return record
  }
}

extension KeyPlaces {
  /// The key `name` of a dictionary.
  func child(_ name: String, of parent: Int) -> Int? {
    var name = name
    return name.withUTF8 { link($0, parent) }.map { Int(links[$0].child) }
  }

  /// The same, of the name of the key `index`.
  private func link(_ index: Int, of parent: Int) -> Int? {
    var name = name(index)
    return name.withUTF8 { link($0, parent) }
  }

  /// The same, of a name that stands in a text.
  func child(_ name: Range<Int>, in text: CatalogBytes, of parent: Int) -> Int? {
    if text.first(UInt8(ascii: "\\"), in: name) < name.upperBound {
      return child(CatalogText.plain(text.text(name)[...]), of: parent)
    }
    return link(UnsafeBufferPointer(rebasing: text.bytes[name]), parent).map {
      Int(links[$0].child)
    }
  }

  private func link(_ name: UnsafeBufferPointer<UInt8>, _ parent: Int) -> Int? {
    if places[parent].childCount == 0 { return nil }
    let parent = Int32(clamping: parent)
    return index.first(NameIndex.hash(name, parent)) { number in
      let link = links[Int(number)]
      return link.parent == parent && link.child >= 0 && isCalled(name, Int(link.child))
    }.map { Int($0) }
  }

  func children(_ parent: Int) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(Int(places[parent].childCount))
    var next = places[parent].firstLink
    while next >= 0 {
      let link = links[Int(next)]
      if link.child >= 0 { result.append(Int(link.child)) }
      next = link.next
    }
    return result
  }

  /// Gives a dictionary a key that it does not have.
  mutating func join(_ child: Int, to parent: Int) {
    let number = Int32(clamping: links.count)
    links.append(Link(parent: Int32(clamping: parent), child: Int32(clamping: child)))
    if places[parent].lastLink < 0 {
      places[parent].firstLink = number
    } else {
      links[Int(places[parent].lastLink)].next = number
    }
    places[parent].lastLink = number
    places[parent].childCount += 1
    index.insert(hash(ofName: child, in: parent), number)
  }

  private func hash(ofName child: Int, in parent: Int) -> UInt64 {
    let parent = Int32(clamping: parent)
    let place = places[child]
    if place.nameSource >= 0 {
      let bytes = sources[Int(place.nameSource)].bytes[wide(place.name)]
      return NameIndex.hash(UnsafeBufferPointer(rebasing: bytes), parent)
    }
    var name = name(child)
    return name.withUTF8 { NameIndex.hash($0, parent) }
  }

  /// Takes a key from a dictionary.
  mutating func part(_ child: Int, from parent: Int) {
    guard let place = link(child, of: parent) else { return }
    links[place].child = -1
    places[parent].childCount -= 1
  }

  /// Gives one dictionary the keys of another beside its own.
  mutating func share(_ other: Int, with index: Int) {
    guard other != index else { return }
    for child in children(other) where link(child, of: index) == nil { join(child, to: index) }
  }
}
