import PolicyFiles
public import PolicyKit
public import StrictJSON

extension ClassCount {
  /// The number; a rounded one where it has more than 15 digits.
  public var json: JSONValue {
    if case .exactly(let number) = self, number < 1 << 53 { return .integer(Int64(number)) }
    return .number(rounded)
  }
}

extension RegionCover {
  /// Members: `classes`, `blocks` (each `terms`, `text`, `classes`), `leftOut`.
  public var json: JSONValue {
    [
      "classes": classes.json,
      "blocks": .array(
        blocks.map { block in
          [
            "terms": .array(
              block.wholeTerms.map {
                ["attribute": .string($0.attribute.rawValue), "is": .string($0.words)]
              }),
            "text": .string(block.text), "classes": block.classes.json,
          ]
        }),
      "leftOut": leftOut.json,
    ]
  }
}

extension AnsweredRequest {
  /// Members: `device`, `request`, `decision`.
  public var json: JSONValue {
    [
      "device": .string(situation.name), "request": request.json, "decision": decision.json,
    ]
  }
}
