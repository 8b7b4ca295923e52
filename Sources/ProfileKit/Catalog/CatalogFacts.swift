/// What a catalogue says that cannot be meant: taken as it stands, it would silence a rule or make
/// it say what is wrong.
enum CatalogFacts {
  /// What is wrong with a key's name as it is written, or nil.
  static func complaint(name: Substring) -> String? {
    strangeEscape(name).map {
      "`\(shown($0))` means nothing; a backslash itself is written twice"
    }
  }

  /// What is wrong with one field after the name as it is written, or nil.
  static func complaint(_ field: Substring) -> String? {
    if let wrong = complaint(name: field) { return wrong }
    if field.hasPrefix("range=") { return bounds(field.dropFirst(6)) { Double($0) } }
    if field.hasPrefix("count=") {
      return bounds(field.dropFirst(6)) { UInt32($0).map(Double.init) }
    }
    return nil
  }

  /// What is wrong with all that is said of a key, or nil.
  static func complaint(_ record: KeyRecord) -> String? {
    if let format = record.format, let wrong = TextForm(format).complaint {
      return "the form `\(shown(format))` \(wrong)"
    }
    let types = record.types
    if types.isEmpty { return nil }
    if let value = record.defaultValue, !types.contains(where: { fits(value, $0) }) {
      return "the default `\(shown(value))` is no \(types.joined(separator: " and no "))"
    }
    let isNumber = types.allSatisfy { $0 == "integer" || $0 == "real" }
    if isNumber, let odd = record.values.first(where: { Double($0) == nil }) {
      return "the value `\(shown(odd))` is no \(types.joined(separator: " and no "))"
    }
    return nil
  }

  private static func fits(_ value: String, _ type: String) -> Bool {
    switch type {
    case "integer": Int64(value) != nil || UInt64(value) != nil
    case "real": Double(value) != nil
    case "boolean": value == "true" || value == "false"
    default: true
    }
  }

  private static func bounds(_ text: Substring, _ number: (Substring) -> Double?) -> String? {
    guard let dots = text.firstRange(of: "..") else {
      return "expected two numbers with `..` between, found `\(shown(String(text)))`"
    }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
    let numbers = ends.map(number)
    if let odd = zip(ends, numbers).first(where: { !$0.0.isEmpty && $0.1 == nil }) {
      return "`\(shown(String(odd.0)))` is no number"
    }
    guard let least = numbers[0], let most = numbers[1], least > most else { return nil }
    return "`\(shown(String(text)))` has its greater number first"
  }

  /// A backslash before what needs none, and the sign behind it.
  private static func strangeEscape(_ field: Substring) -> String? {
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if isEscaped {
        if !"\\nt|*[ ".unicodeScalars.contains(scalar) { return "\\\(scalar)" }
        isEscaped = false
      } else {
        isEscaped = scalar == "\\"
      }
    }
    return isEscaped ? "\\" : nil
  }
}
