import Devices
import Findings
import PolicyKit

/// Builds requests and policies tersely, for tests.
enum Questions {
  static func request(
    _ pairs: KeyValuePairs<Attribute, String?>, askedBy: Request.Asker = .app,
    items: [[Attribute: [String]]] = [], can: Set<String>? = nil
  ) throws -> Request {
    var builder = RequestBuilder(askedBy: askedBy)
    for (attribute, text) in pairs {
      builder.values[attribute] =
        try text.map { try attribute.value(of: split(attribute, $0)) }
    }
    builder.items = try items.map { item in
      var values = AttributeValues()
      for (attribute, texts) in item { values[attribute] = try attribute.value(of: texts) }
      return values
    }
    builder.can = can
    return try builder.request()
  }

  private static func split(_ attribute: Attribute, _ text: String) -> [String] {
    switch attribute.kind {
    case .classes, .types, .words, .names: text.split(separator: ",").map(String.init)
    default: [text]
    }
  }

  static func policy(_ policies: Policy...) throws -> CompiledPolicy {
    let (compiled, findings) = PolicyCompiler(policies).compile()
    guard let compiled else {
      throw Refused(findings: findings.filter { $0.severity == .error }.map(\.message))
    }
    return compiled
  }

  struct Refused: Error { let findings: [String] }

  static func leaf(_ attribute: Attribute, _ values: String..., not: Bool = false) -> Condition {
    .leaf(Condition.Leaf(attribute, .oneOf(values), isNegated: not))
  }

  /// A copy of a tax id for somebody else, by the user, to the general pasteboard.
  static func taxID(_ platform: String, _ version: String) throws -> Request {
    try request([
      .operation: "copy", .platform: platform, .osVersion: version, .pasteboard: "general",
      .trigger: "user", .contentClass: "customer-record.tax-id", .owner: "others",
    ])
  }

  static let records = Rule(
    id: "records-stay-here", effect: .localOnly,
    when: .all([leaf(.operation, "copy"), leaf(.owner, "others")]),
    expiry: Expiry(seconds: 120))

  static func restriction(_ key: String, requires: Bool = true, reliesOn: Bool = true)
    -> DeviceRestriction
  {
    DeviceRestriction(
      key: key, requires: requires, reliesOn: reliesOn,
      setBy: [
        .init(
          location: .init(path: "a.mobileconfig", line: 12, column: 7), profile: "org.example.a",
          payload: "org.example.a.1", value: "false")
      ])
  }
}
