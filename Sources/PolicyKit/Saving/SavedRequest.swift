import Devices
import StrictJSON

/// A request is read through its builder: what nobody could ask is refused here too.
extension Request: Saved {
  /// What a request is saved as; the operation and the platform stand among the values.
  static let savedKeys = ["askedBy", "values", "items", "attested", "can", "copyID"]

  static let blank = Request(
    operation: .copy, platform: .iOS, askedBy: .app, values: AttributeValues(), items: [],
    attested: [], can: nil, copyID: nil)

  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Request {
    var builder = RequestBuilder(askedBy: .app)
    for member in try node.members() {
      let value = member.value
      switch member.key {
      case "askedBy": builder.askedBy = try Asker.read(value)
      case "values": builder.values = try AttributeValues.read(value)
      case "items":
        builder.items = try SavedCheck<[AttributeValues]>(
          "at most \(RequestBounds.items) items"
        ) { $0.count <= RequestBounds.items }.read(value)
      case "attested": builder.attested = Set(try [Attribute].read(value))
      case "can": builder.can = Set(try [ObligationKind].read(value).map(\.rawValue))
      case "copyID":
        builder.copyID = try SavedCheck("the UUID of a record", RequestBounds.isCopyID).read(value)
      default: throw member.unknown(among: savedKeys)
      }
    }
    guard RequestBounds.bytes(of: [builder.values] + builder.items) <= RequestBounds.allBytes else {
      throw node.expected("at most \(RequestBounds.allBytes) bytes of text in one request")
    }
    do { return try builder.request(classes: node.file.classes) } catch {
      throw node.error(error.description, help: error.help)
    }
  }

  func written(in file: SavedFile) -> JSONValue {
    var values = values
    values[.askedBy] = nil
    var members: [JSONValue.Member] = [
      .init("askedBy", askedBy.written(in: file)), .init("values", values.written(in: file)),
    ]
    if !items.isEmpty { members.append(.init("items", items.written(in: file))) }
    if !attested.isEmpty {
      let names = attested.map(\.rawValue).sorted()
      members.append(.init("attested", names.written(in: file)))
    }
    if let can { members.append(.init("can", can.sorted().written(in: file))) }
    if let copyID { members.append(.init("copyID", .string(copyID))) }
    return .object(members)
  }
}

/// Values by attribute; null is the unknown. Sets are arrays, instants milliseconds.
extension AttributeValues: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> AttributeValues {
    var values = AttributeValues()
    for member in try node.members() {
      guard let attribute = Attribute(rawValue: member.key), attribute != .askedBy else {
        throw member.unknown(among: Attribute.allCases.map(\.rawValue))
      }
      values[attribute] = .some(
        member.value.isNull ? nil : try value(of: attribute, member.value))
    }
    return values
  }

  private static func value(of attribute: Attribute, _ node: SavedNode) throws(SavedPolicyError)
    -> AttributeValue
  {
    let texts: [String]
    switch attribute.kind {
    case .instant: return .instant(try Int64.read(node))
    case .number: texts = [String(try Int64.read(node))]
    case .words, .names, .types, .classes: texts = try [String].read(node)
    case .word, .text, .version: texts = [try node.string()]
    }
    guard texts.count <= RequestBounds.names, texts.allSatisfy(RequestBounds.isShowable) else {
      throw node.expected(
        "at most \(RequestBounds.names) texts of at most \(RequestBounds.textBytes) bytes without "
          + "control characters")
    }
    do { return try attribute.value(of: texts) } catch {
      throw node.error(
        error.description, help: error.nearest.map { "did you mean `\($0)`?" })
    }
  }

  func written(in file: SavedFile) -> JSONValue {
    .object(map { .init($0.key.rawValue, $0.value.map(Self.json) ?? .null) })
  }

  private static func json(_ value: AttributeValue) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .set(let names): .array(names.map { .string($0) })
    case .number(let number): .integer(Int64(number))
    case .version(let version): .string(version.description)
    case .instant(let milliseconds): .integer(milliseconds)
    }
  }
}
