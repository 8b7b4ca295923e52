import Devices

/// The values of one attribute, grouped by what conditions can tell apart.
///
/// Every value of a class passes the same tests, so one of them stands for all. Of an attribute
/// whose values are sets the classes are those of the members.
struct Partition: Sendable {
  /// Values that no test can tell apart.
  struct ValueClass: Sendable, Hashable {
    /// One of them; of a set attribute, one member.
    let representative: AttributeValue
    /// Whether it is the only one.
    let isSingle: Bool
    /// What they are, for people: `macOS`, `15.0 to below 15.4`, `any other`.
    let label: String
  }

  /// The attribute.
  let attribute: Attribute
  /// The classes, none empty and none twice; in order of value where there is one.
  let classes: [ValueClass]
  private let finder: Finder

  private enum Finder: Sendable {
    case words([String: Int])
    case texts(TextPartition)
    case numbers(Cuts<Int>)
    case versions(Cuts<OSVersion>)
    case instants(Cuts<Int64>)
  }

  /// The classes that `tests` on `attribute` can tell apart.
  /// - Parameter contentClasses: every content class there is.
  init(_ attribute: Attribute, tests: [Condition.Test], contentClasses: [String]) {
    self.attribute = attribute
    let tests = tests.uniqued()
    switch attribute.kind {
    case .word(let words), .words(let words):
      (classes, finder) = Self.closed(attribute, words, tests)
    case .classes: (classes, finder) = Self.closed(attribute, contentClasses.sorted(), tests)
    case .text, .names, .types:
      let texts = TextPartition(tests)
      (classes, finder) = (texts.classes, .texts(texts))
    case .number:
      let least = attribute == .expiresAfter || attribute == .itemCount ? 1 : 0
      let cuts = Cuts(tests.compactMap(\.numbers), least: least, most: 1 << 53) { $0 + 1 }
      (classes, finder) = (cuts.classes { .number($0) }, .numbers(cuts))
    case .version:
      let cuts = Cuts(
        tests.compactMap(\.versions), least: OSVersion(0), most: Self.greatestVersion,
        after: \.next)
      (classes, finder) = (cuts.classes { .version($0) }, .versions(cuts))
    case .instant:
      let cuts = Cuts(tests.compactMap(\.instants), least: .min, most: .max) { $0 + 1 }
      (classes, finder) = (cuts.classes { .instant($0) }, .instants(cuts))
    }
  }

  private static func closed(_ attribute: Attribute, _ words: [String], _ tests: [Condition.Test])
    -> ([ValueClass], Finder)
  {
    var places: [String: Int] = [:]
    let leaves = tests.map { Condition.Leaf(attribute, $0) }
    var byTruths: [[UInt8]: Int] = [:]
    var members: [[String]] = []
    for word in words {
      let truths = leaves.map { UInt8($0.truth(ofMember: word).rank) }
      let place = byTruths[truths] ?? members.count
      if place == members.count {
        byTruths[truths] = place
        members.append([])
      }
      members[place].append(word)
      places[word] = place
    }
    let classes = members.map { words in
      ValueClass(
        representative: .text(words[0]), isSingle: words.count == 1,
        label: words.count <= 4
          ? words.joined(separator: ", ") : "\(words[0]) and \(words.count - 1) more")
    }
    return (classes, .words(places))
  }

  /// The class of each word of a closed list; nil where the values are no words.
  var words: [String: Int]? {
    guard case .words(let places) = finder else { return nil }
    return places
  }

  /// The classes of free texts; nil where the values are none.
  var texts: TextPartition? {
    guard case .texts(let texts) = finder else { return nil }
    return texts
  }

  /// The least number of each class; nil where the values are no numbers.
  var numbers: [Int]? {
    guard case .numbers(let cuts) = finder else { return nil }
    return cuts.starts
  }

  /// The least version of each class; nil where the values are no versions.
  var versions: [OSVersion]? {
    guard case .versions(let cuts) = finder else { return nil }
    return cuts.starts
  }

  /// The greatest version that any class holds.
  static let greatestVersion = OSVersion(999_999, 999_999)

  /// The class of a value, or of one member of a set; nil where it is no value of the attribute.
  func place(of value: AttributeValue) -> Int? {
    switch (finder, value) {
    case (.words(let places), .text(let word)): places[word]
    case (.texts(let texts), .text(let text)): texts.place(of: text)
    case (.numbers(let cuts), .number(let number)): cuts.place(of: number)
    case (.versions(let cuts), .version(let version)): cuts.place(of: version)
    case (.instants(let cuts), .instant(let instant)): cuts.place(of: instant)
    default: nil
    }
  }
}

extension Condition.Leaf {
  /// Whether a single value, or a set of just this one member, passes.
  func truth(ofMember text: String) -> Truth {
    switch attribute.kind {
    case .words, .names, .types, .classes: truth(of: .set([text]), everyMember: true)
    default: truth(of: .text(text), everyMember: true)
    }
  }
}

extension Condition.Test {
  fileprivate var numbers: Condition.Bounds<Int>? {
    guard case .numbers(let bounds) = self else { return nil }
    return bounds
  }

  fileprivate var versions: Condition.Bounds<OSVersion>? {
    guard case .versions(let bounds) = self else { return nil }
    return bounds
  }

  fileprivate var instants: Condition.Bounds<Int64>? {
    guard case .instants(let bounds) = self else { return nil }
    return bounds
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in order of first appearance.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension OSVersion {
  /// The least version above this one that can be written.
  fileprivate var next: OSVersion {
    var numbers = numbers + Array(repeating: 0, count: max(0, 4 - numbers.count))
    var index = 3
    while index > 0, numbers[index] >= 999_999 {
      numbers[index] = 0
      index -= 1
    }
    numbers[index] += 1
    return OSVersion(numbers.map(String.init).joined(separator: ".")) ?? self
  }
}
