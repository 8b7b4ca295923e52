import Glibc

/// A form that texts must have: a POSIX extended regular expression of the catalogue.
struct TextForm {
  private let expression: String

  init(_ expression: String) { self.expression = expression }

  /// Whether `text` has the form; an expression that cannot be taken asks nothing.
  func matches(_ text: String) -> Bool {
    guard isHarmless, !text.utf8.contains(0), text.utf8.count < 100_000 else { return true }
    var compiled = regex_t()
    guard regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB) == 0 else { return true }
    defer { regfree(&compiled) }
    // POSIX names 1 `REG_NOMATCH`; anything else is not the text's fault.
    return regexec(&compiled, text, 0, nil, 0) != 1
  }

  /// What is wrong with the expression itself, or nil.
  var complaint: String? {
    guard isHarmless else { return "could take too long to look for" }
    guard !expression.utf8.contains(0) else { return "holds a null character" }
    var compiled = regex_t()
    guard regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB) == 0 else {
      return "is no POSIX extended regular expression"
    }
    regfree(&compiled)
    var isEscaped = false
    for scalar in expression.unicodeScalars {
      // Where others have a class of characters, POSIX has the letter itself.
      if isEscaped, scalar.properties.isAlphabetic, !"wWsSbB".unicodeScalars.contains(scalar) {
        return "has `\\\(scalar)`, which means the letter `\(scalar)`"
          + (scalar == "d" ? "; a digit is `[0-9]`" : "")
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return nil
  }

  /// Whether it is surely cheap: a catalogue may come from anywhere, and repetitions of
  /// repetitions or references back make expressions that never end.
  private var isHarmless: Bool {
    var product = 1
    var number: Int?
    var isEscaped = false
    for byte in expression.utf8 {
      if isEscaped, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { return false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "{") {
        number = 0
      } else if let known = number {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else {
          product *= max(known, 1)
          number = byte == UInt8(ascii: ",") ? 0 : nil
          if product > 10_000 { return false }
          continue
        }
        number = known * 10 + Int(byte - UInt8(ascii: "0"))
        if known > 1000 { return false }
      }
    }
    return expression.utf8.count <= 300
  }

  /// What people call it, after `has not`.
  var name: String {
    if expression.hasPrefix("^([0-9A-Fa-f]{2}:){5}") { return "the form of a MAC address" }
    if expression.contains("{8}-[") { return "the form of a UUID" }
    if expression.hasPrefix("^https://") { return "the form of an `https` URL" }
    return "the form `\(shown(expression, 100))`"
  }
}
