import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

extension Console {
  /// Prints the blocks of a region, each indented and wrapped, and how much no block covers.
  func show(_ cover: RegionCover, indent: Int) throws {
    for block in cover.blocks {
      try show("\(block.text)  (\(block.classes))", indent: indent)
    }
    if !cover.leftOut.isZero {
      try show("and \(cover.leftOut) more classes elsewhere", indent: indent)
    }
  }

  /// Prints a text that may be long, every line of it indented, those after the first a little more.
  func show(_ text: String, indent: Int) throws {
    for (row, line) in wrapped(printable(text), width: max(30, width - indent - 2)).enumerated() {
      try print(String(repeating: " ", count: indent + (row == 0 ? 0 : 2)) + line)
    }
  }

  /// Prints a request, the answer to it, and what determines that.
  func show(
    _ answered: AnsweredRequest, as title: String, answer: String = "answer", indent: Int
  ) throws {
    try show("\(title): \(answered.request.json.compactText)", indent: indent)
    try show(answered.decision, as: answer, indent: indent)
  }

  /// Prints an answer and what determines it.
  func show(_ decision: Decision, as title: String, indent: Int) throws {
    var words = "\(title): \(decision.outcome.rawValue), honoured: \(decision.honoured.rawValue)"
    let places = Set(decision.exposures.map(\.place.rawValue)).sorted()
    if !places.isEmpty { words += ", exposed to \(places.joined(separator: ", "))" }
    try show(words, indent: indent)
    for reason in decision.reasons where reason.effect != nil {
      let place = reason.location.map { $0.path.isEmpty ? "" : " [\($0)]" } ?? ""
      let id = reason.id == reason.kind.rawValue ? "" : " \(reason.id)"
      try show("because \(reason.kind.rawValue)\(id): \(reason.text)\(place)", indent: indent)
    }
  }
}

extension NotFinished {
  /// What to say of it on standard error.
  var remark: String {
    "not finished: \(description); raise `--bound`, or narrow what is asked"
  }
}
