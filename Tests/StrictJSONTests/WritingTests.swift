import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Writing JSON")
struct WritingTests {
  @Test("compact text has no spaces, pretty text two a level")
  func layout() {
    let value: JSONValue = ["a": [1, [], [:], ["b": nil]], "c": .number(0.5), "d": "x"]
    #expect(value.compactText == #"{"a":[1,[],{},{"b":null}],"c":0.5,"d":"x"}"#)
    #expect(
      value.prettyText == """
        {
          "a": [
            1,
            [],
            {},
            {
              "b": null
            }
          ],
          "c": 0.5,
          "d": "x"
        }
        """)
  }

  @Test("a number that JSON cannot hold is null", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) { #expect(JSONValue.number(number).compactText == "null") }

  @Test("what is written is read again as it was")
  func roundTrip() throws {
    var generator = SeededGenerator("JSON round trip")
    for _ in 0..<3000 {
      let value = JSONValue.random(&generator, depth: 4)
      #expect(try JSONValue(reading: value.compactText) == value, "seed \(generator.seed)")
      #expect(try JSONValue(reading: value.prettyText) == value, "seed \(generator.seed)")
    }
  }

  @Test("Foundation reads what is written as the same value")
  func foundationReads() throws {
    var generator = SeededGenerator("JSON read by Foundation")
    for _ in 0..<1500 {
      let value = JSONValue.random(&generator, depth: 3)
      let object = try JSONSerialization.jsonObject(
        with: Data(value.compactText.utf8), options: .fragmentsAllowed)
      #expect(agrees(object, value), "\(value.compactText), seed \(generator.seed)")
    }
  }

  @Test("Foundation's own writing is read as the same value")
  func foundationWrites() throws {
    var generator = SeededGenerator("JSON written by Foundation")
    for _ in 0..<500 {
      let object = foundationObject(.random(&generator, depth: 3, numbers: false))
      let data = try JSONSerialization.data(withJSONObject: object, options: [.fragmentsAllowed])
      #expect(agrees(object, try JSONValue(parsing: data)), "seed \(generator.seed)")
    }
  }

  @Test("a text damaged at random never crashes, and what is accepted Foundation accepts")
  func damaged() throws {
    var generator = SeededGenerator("damaged JSON")
    let spare = Array("{}[]\",:\\u0e-+.19tfn \n\u{e9}".utf8) + [0x00, 0xFF, 0xC0]
    var accepted = 0
    for _ in 0..<6000 {
      var bytes = Array(JSONValue.random(&generator, depth: 3).compactText.utf8)
      for _ in 0..<Int.random(in: 1..<4, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.insert(generator.pick(spare), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2 where place < bytes.count: bytes[place] = generator.pick(spare)
        default: break
        }
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      accepted += 1
      let object = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(object != nil, "\(text), seed \(generator.seed)")
      if let object { #expect(agrees(object, value), "\(text), seed \(generator.seed)") }
    }
    #expect(accepted > 100)
  }
}

/// Whether Foundation's object and our value say the same.
private func agrees(_ object: Any, _ value: JSONValue) -> Bool {
  switch value {
  case .null: return object is NSNull
  case .bool(let flag): return (object as? Bool) == flag
  case .integer(let number): return (object as? NSNumber)?.int64Value == number
  case .number(let number):
    // Foundation reads short numbers as decimals and loses the last bit or two.
    guard let other = (object as? NSNumber)?.doubleValue else { return false }
    return abs(other - number) <= abs(number) * 1e-14 + Double.leastNormalMagnitude
  case .string(let text):
    return (object as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
  case .array(let elements):
    guard let list = object as? [Any], list.count == elements.count else { return false }
    return zip(list, elements).allSatisfy { agrees($0, $1) }
  case .object(let members):
    guard let map = object as? [String: Any], map.count == members.count else { return false }
    return members.allSatisfy { member in map[member.key].map { agrees($0, member.value) } ?? false
    }
  }
}

private func foundationObject(_ value: JSONValue) -> Any {
  switch value {
  case .null: NSNull()
  case .bool(let flag): flag
  case .integer(let number): NSNumber(value: number)
  case .number(let number): NSNumber(value: number)
  case .string(let text): text
  case .array(let elements): elements.map(foundationObject)
  case .object(let members):
    Dictionary(uniqueKeysWithValues: members.map { ($0.key, foundationObject($0.value)) })
  }
}

@Suite("Canonical JSON")
struct CanonicalTests {
  @Test("strings are written as RFC 8785 §3.2.2.2 says")
  func strings() throws {
    let value = try JSONValue(
      reading: #"{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"}"#)
    let text = String(decoding: try value.canonicalBytes(), as: UTF8.self)
    #expect(text == #"{"string":"€$\u000f\nA'B\"\\\\\"/"}"#)
  }

  @Test("members are sorted by UTF-16 code units as in RFC 8785 §3.2.3")
  func sorting() throws {
    let value = try JSONValue(
      reading:
        #"""
        {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
         "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control",
         "\u00f6":"Latin Small Letter O With Diaeresis"}
        """#)
    let sorted = try JSONValue(parsing: value.canonicalBytes())
    #expect(
      sorted.members?.compactMap(\.value.string) == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
        "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
      ])
  }

  @Test("no canonical form for what other readers would change")
  func refused() {
    #expect(throws: CanonicalFormError.notAnInteger(0.5)) {
      try JSONValue.array([.number(0.5)]).canonicalBytes()
    }
    #expect(throws: CanonicalFormError.integerTooLarge(1 << 53)) {
      try JSONValue.integer(1 << 53).canonicalBytes()
    }
    #expect(throws: CanonicalFormError.integerTooLarge(.min)) {
      try JSONValue.integer(.min).canonicalBytes()
    }
    #expect(throws: CanonicalFormError.duplicateMember("a")) {
      try JSONValue.object([.init("a", 1), .init("b", 1), .init("a", 1)]).canonicalBytes()
    }
    #expect(throws: CanonicalFormError.duplicateMember("\u{E9}")) {
      try JSONValue.object([.init("\u{E9}", 1), .init("f", 1), .init("\u{E9}", 1)])
        .canonicalBytes()
    }
    #expect(throws: Never.self) { try JSONValue.integer((1 << 53) - 1).canonicalBytes() }
  }

  @Test("the order of members makes no difference, and canonical bytes are their own form")
  func property() throws {
    var generator = SeededGenerator("canonical JSON")
    for _ in 0..<1500 {
      let value = JSONValue.random(&generator, depth: 3, numbers: false)
      guard let bytes = try? value.canonicalBytes() else { continue }
      let shuffled = shuffled(value, &generator)
      #expect(try shuffled.canonicalBytes() == bytes, "seed \(generator.seed)")
      #expect(try JSONValue(parsing: bytes).canonicalBytes() == bytes, "seed \(generator.seed)")
      #expect(try naive(JSONValue(parsing: bytes)) == bytes, "seed \(generator.seed)")
    }
  }

  private func shuffled(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { shuffled($0, &generator) })
    case .object(let members):
      let inner = members.map { JSONValue.Member($0.key, shuffled($0.value, &generator)) }
      return .object(inner.shuffled(using: &generator))
    default: return value
    }
  }

  /// The naive twin: strings escaped one scalar at a time, names compared as arrays.
  private func naive(_ value: JSONValue) -> [UInt8] {
    func quoted(_ text: String) -> String {
      let short: [UnicodeScalar: String] = [
        "\"": #"\""#, "\\": #"\\"#, "\u{8}": #"\b"#, "\t": #"\t"#, "\n": #"\n"#, "\u{C}": #"\f"#,
        "\r": #"\r"#,
      ]
      return "\""
        + text.unicodeScalars.map { scalar in
          short[scalar]
            ?? (scalar.value < 32
              ? "\\u" + String(String(scalar.value + 0x10000, radix: 16).suffix(4))
              : String(scalar))
        }.joined() + "\""
    }
    func text(_ value: JSONValue) -> String {
      switch value {
      case .string(let string): return quoted(string)
      case .array(let elements): return "[" + elements.map(text).joined(separator: ",") + "]"
      case .object(let members):
        let sorted = members.sorted {
          Array($0.key.utf16).lexicographicallyPrecedes(Array($1.key.utf16))
        }
        return "{" + sorted.map { quoted($0.key) + ":" + text($0.value) }.joined(separator: ",")
          + "}"
      case .integer(let number): return "\(number)"
      case .bool(let flag): return "\(flag)"
      default: return "null"
      }
    }
    return Array(text(value).utf8)
  }
}

@Suite("Characters that would drive a terminal")
struct InvisibleTests {
  /// Reports escape them; the canonical form keeps them, as RFC 8785 wants.
  @Test func reportsEscapeThem() throws {
    let nasty = "a\u{7F}\u{9B}\u{200E}\u{202E}\u{2066}\u{2069}\u{FEFF}\u{61C}é語😀\u{1B}"
    let value: JSONValue = [nasty: .string(nasty)]
    for text in [value.compactText, value.prettyText] {
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(
          scalar.properties.generalCategory != .control
            && scalar.properties.generalCategory != .format, "\(scalar.value)")
      }
      #expect(text.contains(#"a\u007f\u009b\u200e\u202e"#) && text.contains("é語😀"))
      #expect(try JSONValue(reading: text) == value)
    }
    #expect(String(decoding: try value.canonicalBytes(), as: UTF8.self).contains("\u{202E}"))
  }
}
