public import PolicyKit
public import StrictJSON

extension Request {
  /// The request as `decide --request` and the service read it: attributes in their usual order,
  /// `null` for what is unknown.
  public var json: JSONValue {
    var members = Self.members(values)
    if !items.isEmpty {
      members.append(.init("items", .array(items.map { .object(Self.members($0)) })))
    }
    if let can { members.append(.init("can", .array(can.sorted().map { .string($0) }))) }
    if let copyID { members.append(.init("copy-id", .string(copyID))) }
    return .object(members)
  }

  private static func members(_ values: AttributeValues) -> [JSONValue.Member] {
    let first: [Attribute] = [.operation, .platform, .osVersion, .askedBy]
    let order = first + Attribute.allCases.filter { !first.contains($0) }
    return order.compactMap { attribute in
      guard let value = values[attribute] else { return nil }
      return .init(attribute.rawValue, value.map(\.json) ?? .null)
    }
  }
}

extension AttributeValue {
  var json: JSONValue {
    switch self {
    case .set(let names): .array(names.map { .string($0) })
    case .number(let number): .integer(Int64(number))
    case .text, .version, .instant: .string(description)
    }
  }
}

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
              block.terms.map {
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
