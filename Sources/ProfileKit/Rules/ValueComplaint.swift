import Findings

/// What a value has against it: not its type, but what it says.
struct ValueComplaint {
  /// How much it matters.
  var severity = Severity.error
  /// What follows the key's name.
  var text: String
  /// What to do.
  var help: String?

  private init(_ text: String) { self.text = text }

  /// nil where the catalogue has nothing against the value.
  init?(_ node: PlistNode, _ known: KeyDefinition, _ catalog: Catalog) {
    // Only what is asked of the value is made: an array may hold very much.
    if node.isArray {
      guard let text = Self.count(node.count, "element", known) else { return nil }
      self.text = text
    } else if let text = node.string {
      guard let complaint = Self.complaint(text, known, catalog) else { return nil }
      self = complaint
    } else {
      guard let number = node.number, let complaint = Self.complaint(number, node, known, catalog)
      else { return nil }
      self = complaint
    }
  }

  private static func count(_ count: Int, _ noun: String, _ known: KeyDefinition) -> String? {
    let least = known.minimumCount ?? 0
    let most = known.maximumCount ?? .max
    guard count < least || count > most else { return nil }
    let expected =
      least == most
      ? "\(least)" : count > most ? "at most \(most)" : "at least \(least)"
    return "has \(counted(count, noun)), expected \(expected)"
  }

  private static func complaint(
    _ number: Double, _ node: PlistNode, _ known: KeyDefinition, _ catalog: Catalog
  ) -> ValueComplaint? {
    let hasRange = known.minimum != nil || known.maximum != nil
    let isInList = known.values.contains { Double($0) == number }
    let isInRange =
      hasRange && number >= known.minimum ?? -.infinity && number <= known.maximum ?? .infinity
    guard hasRange || !known.values.isEmpty, !isInList, !isInRange else { return nil }
    let list = known.values.isEmpty ? nil : list(known.values.map(plain))
    let expected = [list, hasRange ? range(known) : nil].compactMap(\.self)
    guard hasRange else { return .notListed("\(node.shortText)", known.values.map(plain), catalog) }
    return ValueComplaint("is \(node.shortText), expected \(expected.joined(separator: ", or "))")
  }

  private static func range(_ known: KeyDefinition) -> String {
    switch (known.minimum, known.maximum) {
    case (let least?, let most?): "\(plain(least)) to \(plain(most))"
    case (let least?, nil): "at least \(plain(least))"
    case (nil, let most?): "at most \(plain(most))"
    case (nil, nil): "any"
    }
  }

  private static func complaint(_ text: String, _ known: KeyDefinition, _ catalog: Catalog)
    -> ValueComplaint?
  {
    if let format = known.format, !TextForm(format).matches(text) {
      return ValueComplaint("is \(shown(text)), which has not \(TextForm(format).name)")
    }
    if known.subtype == "url", let lack = Self.lack(ofURL: text) {
      return ValueComplaint("is \(text.isEmpty ? "empty" : shown(text)), \(lack)")
    }
    guard !known.values.isEmpty, !known.values.contains(text) else { return nil }
    // Among codes of two or three letters everything is near to everything.
    let near =
      known.values.first { $0.lowercased() == text.lowercased() }
      ?? (text.count < 4 ? nil : nearestName(to: text, among: known.values))
    let name = text.isEmpty ? "empty" : shown(text)
    guard let near else { return .notListed(name, known.values, catalog) }
    return ValueComplaint("is \(name), expected \(list(known.values)); did you mean `\(near)`?")
  }

  /// What keeps a text from being a URL; nil where it may be one, or where a server fills it in.
  private static func lack(ofURL text: String) -> String? {
    if text.isServerVariable || text.contains("{") { return nil }
    guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
      return "expected a URL, which begins with a scheme such as `https://`"
    }
    let rest = text[text.index(after: colon)...]
    if text.contains(where: \.isWhitespace) { return "expected a URL, which has no white space" }
    let isOfHost = ["http", "https"].contains(text[..<colon].lowercased())
    let host = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : ""
    guard isOfHost ? !host.isEmpty : rest.contains(where: { $0 != "/" }) else {
      return isOfHost
        ? "expected a URL, which names a host after `\(text[...colon])//`"
        : "expected a URL, which has something after `\(text[...colon])`"
    }
    return nil
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.first.map { $0.isASCII && $0.isLetter } == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      // `example.com:8443` has a host before its colon.
      && !text.contains(".")
  }

  /// A list grows with the systems: a value that is not in it is not wrong for certain.
  private static func notListed(_ value: String, _ values: [String], _ catalog: Catalog)
    -> ValueComplaint
  {
    var result = ValueComplaint(
      "is \(value), which this catalogue does not list: \(listed(values))")
    result.severity = .warning
    result.help =
      "the catalogue holds the \(catalog.description); newer systems may know more values"
    return result
  }

  private static func list(_ values: [String]) -> String { "one of \(listed(values))" }

  private static func listed(_ values: [String]) -> String {
    let rest = values.count - 24
    return "\(values.prefix(24).joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func plain(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func plain(_ text: String) -> String { Double(text).map(plain) ?? text }
}
