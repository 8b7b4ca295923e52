extension Catalog {
  /// The types that a key can have.
  public static let typeNames: Set<String> = [
    "string", "integer", "real", "boolean", "date", "data", "array", "dictionary", "any",
  ]

  /// `text` as a field that reads as it; a bar is kept from parting where `inList`.
  public static func field(_ text: String, inList: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "|" where inList: result.append(contentsOf: "\\|".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// `name` as a line's first field.
  public static func name(_ name: String) -> String {
    let field = field(name)
    return field == "*" || field == "[]" || field.hasPrefix(" ") ? "\\" + field : field
  }
}
