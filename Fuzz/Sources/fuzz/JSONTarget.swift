import StrictJSON

extension FuzzTarget {
  /// Whatever is read is written so that it reads the same; one canonical form for one value.
  static let json = FuzzTarget(name: "json") { bytes in
    guard let value = attempt({ try JSONValue(parsing: bytes) }) else { return }
    for text in [value.compactText, value.prettyText] {
      let again = attempt { try JSONValue(parsing: Array(text.utf8)) }
      must(again == value, "written as `\(text)`, it reads differently")
    }
    guard let canonical = attempt({ try value.canonicalBytes() }) else { return }
    let again = attempt { try JSONValue(parsing: canonical) }
    must(
      attempt { try again?.canonicalBytes() } == canonical,
      "`\(String(decoding: canonical, as: UTF8.self))` has another canonical form")
  }
}
