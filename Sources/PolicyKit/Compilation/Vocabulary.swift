import Devices

/// The values of one attribute, as a policy tells them apart, ready to be looked up.
final class Domain: @unchecked Sendable {
  let attribute: Attribute
  let partition: Partition
  let finder: UnsafePointer<TextFinder>
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

  init(
    _ attribute: Attribute, tests: [Condition.Test], contentClasses: [String],
    in memory: TableMemory
  ) {
    self.attribute = attribute
    partition = Partition(attribute, tests: tests, contentClasses: contentClasses)
    finder = memory.keep([TextFinder(partition, in: memory)])
    shape =
      switch attribute.kind {
      case .word, .words, .classes: .closed
      case .text, .names, .types: .open
      case .number, .version, .instant: .measured
      }
  }

  /// Where those below stand, as long as the process runs.
  private static let memory = TableMemory()

  /// Those of attributes that nothing asks about, by their places; not of content classes, which
  /// policies add to.
  fileprivate static let untested = Attribute.all.map {
    Domain($0, tests: [], contentClasses: [], in: memory)
  }

  /// The class of a text, or of one member of a set; nil where it is no value.
  func place(of text: String) -> Int? {
    if shape != .measured, let token = finder.token(of: text) { return Int(token - Token.first) }
    return partition.place(of: .text(text))
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

/// Everything that conditions of a policy can tell apart, attribute by attribute. It never changes.
final class Vocabulary: @unchecked Sendable {
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
  /// The token of a native framework.
  let native: UInt16
  /// The token of a reach of this device only.
  let thisDevice: UInt16
  /// How texts become tokens, by the attributes' places.
  let finders: UnsafePointer<TextFinder>
  /// What attributes are where they are left out.
  let absent: AbsentRows
  /// By situations: the tokens of a request that says nothing, and what may simply be set in it.
  let situations: UnsafePointer<Situation>
  /// The tokens of what every request says.
  let words: (operations: Words16, platforms: Words16, askers: Words16)
  private let memory: TableMemory

  /// What a request is before anything is known of it but its operation, platform and asker.
  struct Situation: BitwiseCopyable {
    let tokens: Words16
    /// The attributes that may be given, and on which nothing else depends; a bit each.
    let open: UInt64
  }

  /// The vocabulary of `conditions`; nil where an attribute has more classes than tokens can name.
  init?(
    _ conditions: [Condition], classes: Set<String>, expects: [Operation: Set<Attribute>]
  ) {
    let memory = TableMemory()
    var tests: [[Condition.Test]] = Attribute.all.map { _ in [] }
    var seen: [Set<Condition.Test>] = Attribute.all.map { _ in [] }
    func add(_ test: Condition.Test, on attribute: Attribute) {
      if seen[attribute.place].insert(test).inserted { tests[attribute.place].append(test) }
    }
    for condition in conditions {
      condition.forEachLeaf { add($0.test, on: $0.attribute) }
    }
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
      tests[$0.place].isEmpty && $0 != .contentClass
        ? Domain.untested[$0.place]
        : Domain($0, tests: tests[$0.place], contentClasses: sorted, in: memory)
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
    self.memory = memory
    finders = memory.keep(domains.map(\.finder.pointee))
    func tokens(_ attribute: Attribute, _ words: [String]) -> Words16 {
      words.enumerated().reduce(into: Words16()) { tokens, word in
        let place = domains[attribute.place].place(of: word.element) ?? 0
        tokens.store(Token.of(class: place), at: word.offset)
      }
    }
    words = (
      tokens(.operation, Operation.allCases.map(\.rawValue)),
      tokens(.platform, Platform.allCases.map(\.rawValue)),
      tokens(.askedBy, Request.Asker.allCases.map(\.rawValue))
    )
    native = Token.of(class: domains[Attribute.framework.place].place(of: "native") ?? 0)
    absent = AbsentRows(
      codes: memory.keep(AbsentRows.codes(native: native, expects)),
      fromHistoryRow: Int(fromHistory) - 1, silentMethods: silentMethods)
    let absent = absent
    let watched = zip(Attribute.allDerived, tellsSame).flatMap { attribute, isTold in
      isTold ? attribute.derivation.map { [$0.source, $0.destination] } ?? [] : []
    }
    let plain = Attribute.all.filter { !$0.isConsequential && !watched.contains($0) }
    situations = memory.keep(
      Operation.allCases.flatMap { operation in
        (0..<4).map { circumstances in
          Situation(
            tokens: absent.tokens(operation, circumstances),
            open: plain.reduce(0) { bits, attribute in
              attribute.applicability(operation, .init(place: circumstances)) == .never
                ? bits : bits | 1 << UInt64(attribute.place)
            })
        }
      })
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
    let finder = finders + attribute.place
    switch value {
    case .text(let text):
      if finder.isOfTexts, let token = finder.token(of: text) { return token }
    case .number(let number):
      if let token = finder.token(of: number) { return token }
    case .version(let version):
      if let token = finder.token(of: version) { return token }
    case .set, .instant: break
    }
    return domains[attribute.place].partition.place(of: value).map(Token.of(class:))
  }
}
