public import PolicyKit
public import StrictJSON

extension Request {
  /// The request as a file holds it: what `RequestReader` reads as the same request.
  public var form: PolicyNode { PolicyNode(json, path: "") }

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
