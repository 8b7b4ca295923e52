import Findings
public import PolicyKit

/// Reads requests from nodes: a map of attributes, `items`, `can` and `copy-id`.
///
/// `null` says that an attribute is unknown.
public struct RequestReader: Sendable {
  /// Who asks, where the text does not say.
  public var asker: Request.Asker
  /// Whether the text may say who asks; a transport that knows better does not let it.
  public var mayChooseAsker: Bool
  /// Every content class there is.
  public var classes: Set<String>

  /// Makes a reader.
  public init(asker: Request.Asker, mayChooseAsker: Bool, classes: Set<String>) {
    self.asker = asker
    self.mayChooseAsker = mayChooseAsker
    self.classes = classes
  }

  static let others = ["items", "can", "copy-id"]
  private static let known = Attribute.allCases.map(\.rawValue) + others

  /// The request that `node` holds.
  /// - Throws: `PolicyNodeError` at the first place that is not as it must be.
  public func request(_ node: PolicyNode) throws(PolicyNodeError) -> Request {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.known).first { throw PolicyNodeError(unknown) }
    var builder = RequestBuilder(askedBy: try askedBy(map))
    for entry in map.entries {
      switch entry.key {
      case "items":
        let items = try entry.value.list()
        try RequestBounds.check(
          count: items.count, atMost: RequestBounds.items, of: "items", entry.value)
        for item in items { builder.items.append(try attributes(item)) }
      case "can":
        var names: Set<String> = []
        for name in try entry.value.list() {
          names.insert(
            try name.word(among: ObligationKind.allCases.map(\.rawValue), for: "obligation"))
        }
        builder.can = names
      case "copy-id": builder.copyID = try RequestBounds.copyID(entry.value)
      case "asked-by": break
      default:
        guard let attribute = Attribute(rawValue: entry.key) else { continue }
        builder.values[attribute] = try value(attribute, entry.value)
      }
    }
    try RequestBounds.check([builder.values] + builder.items, node)
    do { return try builder.request(classes: classes) } catch {
      throw (place(of: error, in: map) ?? node).error(
        error.description, help: error.help, rule: .requestInvalid)
    }
  }

  private func askedBy(_ map: PolicyMap) throws(PolicyNodeError) -> Request.Asker {
    guard let node = map["asked-by"] else { return asker }
    guard mayChooseAsker else {
      throw node.error("who asks is known here and cannot be given", rule: .requestInvalid)
    }
    let word = try node.word(
      among: Request.Asker.allCases.map(\.rawValue), for: "value of `asked-by`")
    return Request.Asker(rawValue: word) ?? asker
  }

  private func attributes(_ node: PolicyNode) throws(PolicyNodeError)
    -> AttributeValues
  {
    var values = AttributeValues()
    let map = try node.map()
    let varying = Attribute.allCases.filter(\.variesByItem).map(\.rawValue)
    if let unknown = map.unknownKeys(besides: varying).first { throw PolicyNodeError(unknown) }
    for entry in map.entries {
      guard let attribute = Attribute(rawValue: entry.key) else { continue }
      values[attribute] = try value(attribute, entry.value)
    }
    return values
  }

  private func value(_ attribute: Attribute, _ node: PolicyNode) throws(PolicyNodeError)
    -> AttributeValue??
  {
    if node.isNull { return .some(nil) }
    switch attribute.kind {
    case .word(["yes", "no"]): return .text(try node.flag() ? "yes" : "no")
    case .word(let choices):
      return .text(try node.word(among: choices, for: "value of `\(attribute.rawValue)`"))
    case .number: return .number(Int(try node.integer(in: attribute.leastNumber...(1 << 53))))
    case .version: return .version(try node.version())
    case .text, .instant: return try checked(attribute, [try node.string()], node)
    case .words, .names, .types, .classes:
      var names: [String] = []
      for element in node.oneOrMore { names.append(try element.string()) }
      try RequestBounds.check(
        count: names.count, atMost: RequestBounds.names, of: "names for `\(attribute.rawValue)`",
        node)
      return try checked(attribute, names, node)
    }
  }

  private func checked(_ attribute: Attribute, _ texts: [String], _ node: PolicyNode)
    throws(PolicyNodeError) -> AttributeValue
  {
    try RequestBounds.check(texts, node)
    do { return try attribute.value(of: texts) } catch {
      throw node.error(
        error.description, help: error.nearest.map { "did you mean `\($0)`?" },
        rule: .policyUnknownValue)
    }
  }

  private func place(of error: RequestError, in map: PolicyMap) -> PolicyNode? {
    switch error {
    case .neverApplies(let attribute, _, _), .derived(let attribute): map[attribute.rawValue]
    case .value(let error): map[error.attribute.rawValue]
    case .unknownClass: map[Attribute.contentClass.rawValue]
    case .missing, .contradiction: nil
    }
  }
}
