extension PlistNode {
  /// The value in a few words, for messages.
  var shortText: String {
    switch kind {
    case .dictionary(let entries): "a dictionary of \(entries.count)"
    case .array(let elements):
      elements.allSatisfy { $0.string != nil } && elements.count <= 3
        ? "[" + elements.map { $0.string ?? "" }.joined(separator: ", ") + "]"
        : "an array of \(elements.count)"
    case .string(let text): text.count > 60 ? "\(text.prefix(60))…" : text
    case .integer(let number): "\(number)"
    case .largeInteger(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let seconds): ScalarText.dateText(seconds)
    case .data(let bytes): "\(bytes.count) bytes"
    }
  }
}

/// `a string`, `an integer`.
func withArticle(_ noun: String) -> String {
  "aeiou".contains(noun.prefix(1)) ? "an \(noun)" : "a \(noun)"
}
