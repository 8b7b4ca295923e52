/// A place in a profile that the catalogue has something to say of: a payload, an entry of a
/// dictionary whose keys it knows, or a dictionary or array inside an array it knows.
struct KeyUse: Sendable {
  /// What stands there; a payload and an element come with an empty key.
  let entry: Entry
  /// What the catalogue says; nil for a key that is strange to a dictionary whose keys are listed.
  let known: KeyDefinition?
  private let owner: Owner
  private let row: KeyUseRow

  fileprivate init(_ row: KeyUseRow, _ owner: Owner, _ known: KeyDefinition?) {
    self.row = row
    self.owner = owner
    self.known = known
    entry = Entry(tape: owner.tape, index: Int(row.place), isKeyed: row.isKeyed)
  }

  /// The use it stands in; nil for a payload and for the top of a profile.
  var parent: Int? { row.above < 0 ? nil : Int(row.above) }
  /// Its place in the array it is an element of.
  var element: Int? { row.element < 0 ? nil : Int(row.element) }
  /// The profile, by its place in the context.
  var profile: Int { owner.profile }
  /// The payload; nil at the top of a profile.
  var payload: Payload? { owner.payload }
  /// Whether it is a payload's or a profile's own dictionary.
  var isRoot: Bool { row.above < 0 }

  /// What all uses of one payload share.
  final class Owner: Sendable {
    let profile: Int
    let payload: Payload?
    let tape: PlistTape

    init(profile: Int, payload: Payload?, tape: PlistTape) {
      self.profile = profile
      self.payload = payload
      self.tape = tape
    }
  }

  /// A key and its value, or a value without a key.
  struct Entry: Sendable {
    private let tape: PlistTape
    private let index: Int
    private let isKeyed: Bool

    fileprivate init(tape: PlistTape, index: Int, isKeyed: Bool) {
      self.tape = tape
      self.index = index
      self.isKeyed = isKeyed
    }

    private var keyed: PlistEntry { PlistEntry(tape: tape, index: index) }
    /// The value.
    var value: PlistNode { isKeyed ? keyed.value : PlistNode(tape: tape, index: index) }
    /// The key; empty where there is none.
    var key: String { isKeyed ? keyed.key : "" }
    /// Where the key stands, or the value where there is none.
    var keyPosition: TextPosition { isKeyed ? keyed.keyPosition : value.position }
  }
}

/// A use as it is kept, in twenty bytes: a file of some megabytes has a million of them.
struct KeyUseRow: Sendable {
  /// Where the key, or a value without one, stands in the tape.
  let place: Int32
  /// What the catalogue says, by its place among the definitions met; -1 for nothing.
  let known: Int32
  /// The use it stands in; -1 for none.
  let above: Int32
  /// Its place in an array; -1 where it is in none, -2 where it has a key.
  let element: Int32
  /// Its payload, by its place among the owners.
  let owner: Int32

  var isKeyed: Bool { element == -2 }
}

/// Uses in the order of the files; what holds another comes before it.
struct KeyUseList: RandomAccessCollection, Sendable {
  private var rows: [KeyUseRow] = []
  private var owners: [KeyUse.Owner] = []
  private var definitions: [KeyDefinition] = []
  private var places: [Meeting: Int32] = [:]

  /// A definition, met inside another one or, where that is -1, at the top.
  private struct Meeting: Hashable {
    let type: ObjectIdentifier
    let above: Int32
    let key: Int
  }

  var startIndex: Int { 0 }
  var endIndex: Int { rows.count }

  subscript(index: Int) -> KeyUse {
    let row = rows[index]
    return KeyUse(
      row, owners[Int(row.owner)], row.known < 0 ? nil : definitions[Int(row.known)])
  }

  /// Room that is not used costs nothing, and what grows by doubling costs twice its size.
  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// The number of `known`, which was met inside the definition `above`, or at the top where that
  /// is -1. What is said of it and of what is inside it is worked out once.
  mutating func number(_ known: KeyDefinition, in above: Int32 = -1) -> Int32 {
    let meeting = Meeting(type: known.identity, above: above, key: known.place)
    if let number = places[meeting] { return number }
    let number = Int32(clamping: definitions.count)
    definitions.append(known.settled)
    places[meeting] = number
    return number
  }

  /// The definition of that number.
  func definition(_ number: Int32) -> KeyDefinition { definitions[Int(number)] }

  /// Adds a payload or the top of a profile.
  mutating func add(_ node: PlistNode, _ known: Int32, profile: Int, payload: Payload?) -> Int32 {
    owners.append(KeyUse.Owner(profile: profile, payload: payload, tape: node.tape))
    return add(
      KeyUseRow(
        place: Int32(clamping: node.index), known: known, above: -1, element: -1,
        owner: Int32(clamping: owners.count - 1)))
  }

  /// Adds what stands at `index` of the same tape, inside the use `parent`.
  mutating func add(_ index: Int, _ known: Int32, in parent: Int32, element: Int? = nil) -> Int32 {
    add(
      KeyUseRow(
        place: Int32(clamping: index), known: known, above: parent,
        element: element.map { Int32(clamping: $0) } ?? -2, owner: rows[Int(parent)].owner))
  }

  private mutating func add(_ row: KeyUseRow) -> Int32 {
    rows.append(row)
    return Int32(clamping: rows.count - 1)
  }

  /// Forgets what was needed to make it.
  mutating func finish() { places = [:] }
}
