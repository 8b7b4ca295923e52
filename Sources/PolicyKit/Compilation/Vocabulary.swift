import Devices

/// The values of one attribute, as a policy tells them apart, ready to be looked up.
final class Domain: Sendable {
  let attribute: Attribute
  let partition: Partition
  private let exact: TextTable
  private let beginnings: TextTable
  private let lengths: [Int]
  /// Whether everything that is named is ASCII, so that equal texts are equal bytes.
  private let isPlain: Bool
  let shape: Shape

  /// How a text becomes a value.
  enum Shape {
    /// It is one of a closed list.
    case closed
    /// It is one as it stands.
    case open
    /// It is read as a number, a version or an instant.
    case measured
  }

  init(_ attribute: Attribute, tests: [Condition.Test], contentClasses: [String]) {
    self.attribute = attribute
    partition = Partition(attribute, tests: tests, contentClasses: contentClasses)
    let named = partition.words ?? partition.texts?.exact ?? [:]
    exact = TextTable(named)
    beginnings = TextTable(partition.texts?.beginnings ?? [:])
    shape =
      switch attribute.kind {
      case .word, .words, .classes: .closed
      case .text, .names, .types: .open
      case .number, .version, .instant: .measured
      }
    lengths = partition.texts?.lengths ?? []
    isPlain = named.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// The class of a text, or of one member of a set; nil where it is no value.
  func place(of text: String) -> Int? {
    var text = text
    let found = text.withUTF8 { bytes in bytes.baseAddress.map { place(of: $0, bytes.count) } }
    return (found ?? .none).flatMap { $0 < 0 ? partition.place(of: .text(text)) : $0 }
  }

  /// The same for the bytes of a text; -1 where they have to be read as a text.
  func place(of bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    guard partition.texts != nil else { return exact.find(bytes, count) }
    guard isPlain, UnsafeBufferPointer(start: bytes, count: count).isASCII else { return -1 }
    if let place = exact.find(bytes, count) { return place }
    for length in lengths where length <= count {
      if let place = beginnings.find(bytes, length) { return place }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}

/// What rows of masks there are for one attribute, and how tokens name them.
///
/// A token is 0 where the attribute is left out, else the place of its row and one.
enum Token {
  static let absent: UInt16 = 0
  static let notApplicable: UInt16 = 1
  static let unknown: UInt16 = 2
  static let empty: UInt16 = 3
  /// The token of the first class.
  static let first: UInt16 = 4
  /// The rows before those of the classes.
  static let rowsBefore = 3
  /// The row of what is unknown.
  static let unknownRow = 1
  /// The most classes that tokens can name.
  static let classLimit = 60_000

  static func of(class place: Int) -> UInt16 { first + UInt16(truncatingIfNeeded: place) }
}

/// Everything that conditions of a policy can tell apart, attribute by attribute.
final class Vocabulary: Sendable {
  /// By the attributes' places.
  let domains: [Domain]
  /// Every content class there is.
  let classes: Set<String>
  /// `yes` and `no` of what is derived, by the attributes' places.
  let derived: [(yes: UInt16, no: UInt16)]
  /// Whether anything is asked of each of `Attribute.allDerived`.
  let tellsSame: [Bool]
  /// The classes of `destination.kind` that are on another machine, a bit each.
  let anotherMachine: UInt64
  /// The token of `from-history: yes`.
  let fromHistory: UInt16
  /// The classes of methods that read nothing, a bit each.
  let silentMethods: UInt64
  /// The token of a reach of this device only.
  let thisDevice: UInt16

  /// The vocabulary of `conditions`; nil where an attribute has more classes than tokens can name.
  init?(_ conditions: [Condition], classes: Set<String>) {
    var tests: [[Condition.Test]] = Attribute.all.map { _ in [] }
    var seen: [Set<Condition.Test>] = Attribute.all.map { _ in [] }
    func add(_ test: Condition.Test, on attribute: Attribute) {
      if seen[attribute.place].insert(test).inserted { tests[attribute.place].append(test) }
    }
    for leaf in conditions.lazy.flatMap(\.leaves) { add(leaf.test, on: leaf.attribute) }
    for attribute in Ground.words {
      guard case .word(let words) = attribute.kind else { continue }
      for word in words { add(.oneOf([word]), on: attribute) }
    }
    add(.oneOf(Self.otherMachines), on: .destinationKind)
    add(.oneOf(["this-device"]), on: .reach)
    add(.oneOf(["yes"]), on: .fromHistory)
    add(.oneOf(Self.silentWords), on: .method)
    let sorted = classes.sorted()
    let domains = Attribute.all.map {
      Domain($0, tests: tests[$0.place], contentClasses: sorted)
    }
    guard domains.allSatisfy({ $0.partition.classes.count <= Token.classLimit }) else { return nil }
    self.domains = domains
    self.classes = classes
    derived = domains.map { domain in
      func token(_ word: String) -> UInt16 {
        Token.of(class: domain.attribute.isDerived ? domain.place(of: word) ?? 0 : 0)
      }
      return (token("yes"), token("no"))
    }
    tellsSame = Attribute.allDerived.map { !tests[$0.place].isEmpty }
    fromHistory = Token.of(class: domains[Attribute.fromHistory.place].place(of: "yes") ?? 0)
    silentMethods = Self.bits(domains[Attribute.method.place], Self.silentWords)
    anotherMachine = Self.bits(domains[Attribute.destinationKind.place], Self.otherMachines)
    thisDevice = Token.of(class: domains[Attribute.reach.place].place(of: "this-device") ?? 0)
  }

  private static let otherMachines = ["other-device", "remote-session"]
  private static let silentWords = ["types", "patterns"]

  /// The classes of these words, a bit each.
  private static func bits(_ domain: Domain, _ words: [String]) -> UInt64 {
    words.reduce(0) { bits, word in bits | (domain.place(of: word).map { 1 << UInt64($0) } ?? 0) }
  }

  /// The token of a value that is no set; nil where it is none of the attribute's values.
  func token(_ attribute: Attribute, _ value: AttributeValue) -> UInt16? {
    guard !attribute.isSet else { return nil }
    let domain = domains[attribute.place]
    guard case .text(let text) = value else {
      return domain.partition.place(of: value).map(Token.of(class:))
    }
    return domain.place(of: text).map(Token.of(class:))
  }

  /// The token of a word that is known to be one of the attribute's.
  func token(_ attribute: Attribute, word: String) -> UInt16 {
    Token.of(class: domains[attribute.place].place(of: word) ?? 0)
  }
}
