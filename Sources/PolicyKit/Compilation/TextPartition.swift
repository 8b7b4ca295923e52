/// Free texts, grouped by the texts and beginnings that conditions name.
struct TextPartition: Sendable {
  /// The classes; the last are the texts that nothing names, where there are any.
  private(set) var classes: [Partition.ValueClass] = []
  /// The class of each text that is named.
  private(set) var exact: [String: Int] = [:]
  /// The class of each text that is not named, by the longest beginning of it that is; the empty
  /// beginning stands for all the rest.
  private(set) var beginnings: [String: Int] = [:]
  /// The lengths of the beginnings in bytes, longest first.
  let lengths: [Int]

  init(_ tests: [Condition.Test]) {
    var testsByText: [String: [Int]] = [:]
    var testsByBeginning: [String: [Int]] = ["": []]
    for (index, test) in tests.enumerated() {
      switch test {
      case .oneOf(let texts): for text in texts { testsByText[text, default: []].append(index) }
      case .prefix(let beginnings):
        for beginning in beginnings { testsByBeginning[beginning, default: []].append(index) }
      case .versions, .numbers, .instants: break
      }
    }
    lengths = Set(testsByBeginning.keys.map(\.utf8.count)).sorted(by: >)
    var members: [[Int]: (named: [String], beginnings: [String])] = [:]
    for text in testsByText.keys.sorted() {
      let passed = (testsByText[text] ?? []) + Self.passed(text, testsByBeginning, lengths)
      members[Set(passed).sorted(), default: ([], [])].named.append(text)
    }
    let named = Set(testsByText.keys)
    let inner = Set(testsByBeginning.keys)
    var examples: [String: String] = [:]
    for beginning in testsByBeginning.keys.sorted() {
      examples[beginning] = Self.example(beginning, named: named, beginnings: inner)
      let passed = Self.passed(beginning, testsByBeginning, lengths)
      members[Set(passed).sorted(), default: ([], [])].beginnings.append(beginning)
    }
    let ordered = members.values.sorted { Self.key($0) < Self.key($1) }
    for (named, beginnings) in ordered {
      for text in named { exact[text] = classes.count }
      for beginning in beginnings { self.beginnings[beginning] = classes.count }
      let example = named.first ?? beginnings.first.flatMap { examples[$0] } ?? ""
      classes.append(
        Partition.ValueClass(
          representative: .text(example), isSingle: beginnings.isEmpty && named.count == 1,
          label: Self.label(named, beginnings)))
    }
  }

  /// Named texts first, then beginnings, then the rest.
  private static func key(_ members: (named: [String], beginnings: [String])) -> String {
    if let text = members.named.first { return "0\(text)" }
    let beginning = members.beginnings.first ?? ""
    return beginning.isEmpty ? "2" : "1\(beginning)"
  }

  private static func label(_ named: [String], _ beginnings: [String]) -> String {
    let rest = beginnings.map { $0.isEmpty ? "any other" : "any other \($0)…" }
    let all = named + rest
    return all.count <= 4
      ? all.joined(separator: ", ")
      : all.prefix(3).joined(separator: ", ") + " and \(all.count - 3) more"
  }

  /// The tests that a text passes by how it begins.
  private static func passed(_ text: String, _ tests: [String: [Int]], _ lengths: [Int]) -> [Int] {
    let bytes = text.utf8
    return lengths.flatMap { length -> [Int] in
      guard length <= bytes.count, let beginning = String(bytes.prefix(length)) else { return [] }
      return tests[beginning] ?? []
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz0123456789-.ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// A text that begins so, is not named, and has no longer beginning that is: of the letters of an
  /// identifier if there is one.
  private static func example(
    _ beginning: String, named: Set<String>, beginnings: Set<String>
  ) -> String {
    func isOurs(_ text: String) -> Bool {
      !text.isEmpty && !named.contains(text)
        && !beginnings.contains {
          $0.utf8.count > beginning.utf8.count && text.utf8.starts(with: $0.utf8)
        }
    }
    if !beginning.hasSuffix("."), isOurs(beginning) { return beginning }
    var open = [beginning]
    if beginning.isEmpty { open.append("any") }
    while let start = open.popLast() {
      if start != beginning, isOurs(start) { return start }
      // Only a text that is named need be gone beyond: another's beginning never leads back.
      guard start == beginning || named.contains(start) && !beginnings.contains(start) else {
        continue
      }
      for letter in letters.reversed() { open.append(start + String(letter)) }
    }
    var scalar = UInt32(0x100)
    while true {
      let text = beginning + String(Unicode.Scalar(scalar) ?? "~")
      if isOurs(text) { return text }
      scalar += 1
    }
  }

  /// The class of `text`; nil for a text that no class holds.
  func place(of text: String) -> Int? {
    if let place = exact[text] { return place }
    let bytes = text.utf8
    for length in lengths where length <= bytes.count {
      guard let beginning = String(bytes.prefix(length)) else { continue }
      if let place = beginnings[beginning] { return place }
    }
    return nil
  }
}
