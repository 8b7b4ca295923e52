public import Devices

/// One question: may this content go onto, or come off, this pasteboard, and how far?
///
/// Made through `RequestBuilder`, which checks every attribute; so a request never holds an
/// attribute that cannot apply to its operation.
public struct Request: Sendable, Hashable {
  /// What is wanted.
  public let operation: Operation
  /// Where.
  public let platform: Platform
  /// Who asks; set by the transport, never by the caller.
  public let askedBy: Asker
  /// The attributes given. A nil value was given as unknown.
  public let values: AttributeValues
  /// What the items of one call have of their own; empty for a call with one item.
  public let items: [AttributeValues]
  /// The attributes whose values the transport vouches for; all others are asserted.
  public let attested: Set<Attribute>
  /// The obligations that the caller can carry out; nil where nobody asked.
  public let can: Set<String>?
  /// The decision behind a paste: the copy's id. It is recorded and decides nothing: nobody can
  /// tell here what was copied then, nor whether it is what is pasted now.
  public let copyID: String?

  /// Who asks.
  public enum Asker: String, Sendable, Hashable, CaseIterable {
    /// An app, in process or over HTTP.
    case app
    /// A person at the command line or console.
    case administrator
    /// The system itself.
    case system
  }

  init(
    operation: Operation, platform: Platform, askedBy: Asker,
    values: AttributeValues, items: [AttributeValues],
    attested: Set<Attribute>, can: Set<String>?, copyID: String?
  ) {
    self.operation = operation
    self.platform = platform
    self.askedBy = askedBy
    self.values = values
    self.items = items
    self.attested = attested
    self.can = can
    self.copyID = copyID
  }

  /// The version, where it is known.
  public var version: OSVersion? {
    guard case .version(let version) = values[.osVersion] ?? nil else { return nil }
    return version
  }

  /// What it is about in a few words, such as `copy on iOS 17.0`.
  public var summary: String {
    var text = ""
    addSummary(to: &text)
    return text
  }

  func addSummary(to text: inout String) {
    text += operation.rawValue
    text += " on "
    text += platform.rawValue
    guard let version else { return }
    text += " "
    text += version.description
  }

  /// The word or text that the request gives for `attribute`; nil where it gives none.
  public func text(_ attribute: Attribute) -> String? {
    guard case .text(let text) = values[attribute] ?? nil else { return nil }
    return text
  }

  /// The pasteboard's kind; nil where it is unknown or does not apply.
  var board: String? { text(.pasteboard) }

  /// The same question with `attribute` unknown; as it is where the attribute is mandatory.
  public func forgetting(_ attribute: Attribute) -> Request {
    guard ![.operation, .platform, .askedBy].contains(attribute) else { return self }
    var values = values
    values[attribute] = .some(nil)
    var items = items
    for index in items.indices where items[index][attribute] != nil {
      items[index][attribute] = .some(nil)
    }
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: items,
      attested: attested, can: can, copyID: copyID)
  }
}

extension Request {
  /// The same question from a caller who can carry out `obligations`; nil where nobody asked.
  public func capable(of obligations: Set<String>?) -> Request {
    Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: items,
      attested: attested, can: obligations, copyID: copyID)
  }

  /// The same copy, asking for `reach`; as it is where the operation is no copy.
  public func asking(reach: String) -> Request {
    guard operation == .copy, let value = try? Attribute.reach.value(of: [reach]) else {
      return self
    }
    var values = values
    values[.reach] = value
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: items,
      attested: attested, can: can, copyID: copyID)
  }
}
