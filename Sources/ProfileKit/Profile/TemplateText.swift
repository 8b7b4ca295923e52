/// What stands in a text for something that is to be put there.
enum TemplatePart: Sendable, Equatable {
  /// A name that some management servers replace on the way to a device.
  case variable(String)
  /// A word that a person was to replace.
  case placeholder(String)
}

extension PlistNode {
  /// Whether this is a text that is one variable of a management server and nothing else.
  var isServerVariable: Bool { string?.isServerVariable ?? false }
}

extension String {
  /// Whether the text holds a variable of a management server.
  var isServerVariable: Bool { if case .variable = templatePart { true } else { false } }

  /// The first thing in the text that stands for something else; nil in most texts.
  var templatePart: TemplatePart? {
    let bytes = utf8
    guard bytes.count >= 4, bytes.count <= 4096 else { return nil }
    var couldBeVariable = false
    var couldBeWord = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "{"): couldBeVariable = true
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "<"),
        UInt8(ascii: "C"), UInt8(ascii: "c"), UInt8(ascii: "R"), UInt8(ascii: "T"),
        UInt8(ascii: "."):
        couldBeWord = true
      default: continue
      }
    }
    if couldBeVariable, let name = Self.variable(Array(bytes)) { return .variable(name) }
    // Short texts can be one of the words; longer ones hold a part only with a sign in it.
    return couldBeWord || bytes.count <= 16 ? Self.placeholder(self) : nil
  }

  /// `{{name}}`, `${name}`, `$NAME`, `%Name%`.
  private static func variable(_ bytes: [UInt8]) -> String? {
    if let inner = enclosed(bytes, "{{", "}}") ?? enclosed(bytes, "${", "}") { return inner }
    if bytes.first == UInt8(ascii: "%"), bytes.last == UInt8(ascii: "%"),
      bytes.dropFirst().dropLast().allSatisfy(isWordByte)
    {
      return String(decoding: bytes, as: UTF8.self)
    }
    guard let dollar = bytes.firstIndex(of: UInt8(ascii: "$")) else { return nil }
    let name = bytes[(dollar + 1)...].prefix(while: isWordByte)
    let isUpper = name.allSatisfy { $0 < UInt8(ascii: "a") }
    let isWhole = dollar == 0 && name.count == bytes.count - 1
    let isFleet = name.starts(with: "FLEET_".utf8)
    guard name.count >= 3, name.first.map({ $0 >= UInt8(ascii: "A") }) == true,
      isFleet || isWhole || isUpper && name.count >= 4
    else { return nil }
    return "$" + String(decoding: name, as: UTF8.self)
  }

  private static func enclosed(_ bytes: [UInt8], _ open: String, _ close: String) -> String? {
    let open = Array(open.utf8)
    let close = Array(close.utf8)
    guard let start = firstRange(of: open, in: bytes[...]) else { return nil }
    let rest = bytes[(start + open.count)...]
    guard let end = firstRange(of: close, in: rest.prefix(64 + close.count)), end > rest.startIndex
    else { return nil }
    let inner = rest[rest.startIndex..<end]
    guard
      inner.allSatisfy({
        isWordByte($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    return String(decoding: open + inner + close, as: UTF8.self)
  }

  private static func firstRange(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first else { return nil }
    return bytes.indices.first { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Words that mean "put something here", whatever their case; a hyphen and a space are as good as
  /// `_`.
  private static func placeholder(_ text: String) -> TemplatePart? {
    if text.utf8.count == 36, isEmptyUUID(text.utf8) { return .placeholder(text) }
    let folded = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
      default: byte
      }
    }
    let longest = 16
    if folded.count <= longest, whole.contains(String(decoding: folded, as: UTF8.self)) {
      return .placeholder(text)
    }
    guard !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    return folded.reversed().starts(with: "ereh_".utf8) || holdsPart(folded)
      ? .placeholder(text) : nil
  }

  private static let whole: Set<String> = [
    "changeme", "change_me", "change_this", "todo", "tbd", "fixme", "replaceme", "replace_me",
    "xxxx", "xxxxx", "insert_here", "your_password", "yourpassword", "placeholder", "<password>",
  ]
  private static let parts = [
    "your_company", "your_org", "yourcompany.", "yourorg.", ".yourcompany", ".yourorg",
    "your_domain", "yourdomain.", "your_tenant", "your_identifier", "your_uuid",
    "_here>", "change_me", "changeme", "replace_me", "replace_with", "mycompany.", ".mycompany",
    "<your", "[your", "insert_your", "enter_your", "companyname.", "company_name",
    "example_uuid",
  ].map { Array($0.utf8) }
  /// The bytes that one of the parts begins with.
  private static let beginnings = parts.reduce(into: [Bool](repeating: false, count: 256)) {
    $0[Int($1[0])] = true
  }

  /// Whether one of the parts stands in `text` with no letter right before it.
  private static func holdsPart(_ text: [UInt8]) -> Bool {
    let (parts, beginnings) = (parts, beginnings)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    for place in text.indices where beginnings[Int(text[place])] {
      if place > 0, letters.contains(text[place]), letters.contains(text[place - 1]) { continue }
      if parts.contains(where: { text[place...].starts(with: $0) }) { return true }
    }
    return false
  }

  /// A UUID of one digit only, or of one letter, which may be none.
  private static func isEmptyUUID(_ text: String.UTF8View) -> Bool {
    var only: UInt8?
    for (place, byte) in text.enumerated() {
      let isHyphen = byte == UInt8(ascii: "-")
      if [8, 13, 18, 23].contains(place) != isHyphen { return false }
      if isHyphen { continue }
      let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let folded = isLetter ? byte | 0x20 : byte
      if let only, only != folded { return false }
      only = folded
    }
    return true
  }
}
