extension PlistNode {
  /// The value in a few words, for messages.
  var shortText: String {
    switch kind {
    case .dictionary(let entries): "a dictionary of \(entries.count)"
    case .array(let elements):
      elements.allSatisfy { $0.string != nil } && elements.count <= 3
        ? "[" + elements.map { shown($0.string ?? "", 40) }.joined(separator: ", ") + "]"
        : "an array of \(elements.count)"
    case .string(let text): shown(text)
    case .integer(let number): "\(number)"
    case .largeInteger(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let seconds): ScalarText.dateText(seconds)
    case .data(let bytes): "\(bytes.count) bytes"
    }
  }
}

/// A name or a text of a file, as messages show it: on one line, and no longer than `limit`
/// characters and an ellipsis.
func shown(_ text: String, _ limit: Int = 80) -> String {
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit { return result + "…" }
    count += 1
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// `a string`, `an integer`.
func withArticle(_ noun: String) -> String {
  "aeiou".contains(noun.prefix(1)) ? "an \(noun)" : "a \(noun)"
}
