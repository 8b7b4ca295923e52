import Devices
public import PolicyKit
import StrictJSON

extension RequestReader {
  /// The request that a JSON text holds, where it is of the plainest kind: one object of attributes
  /// whose values are texts, lists of texts, numbers, truth values or null, in ASCII without
  /// escapes, without items.
  ///
  /// Nil for everything else, right or wrong: `request(_:)` reads that, or says what is the matter.
  /// What this accepts `request(_:)` accepts, as the same request.
  public func quickRequest(_ bytes: UnsafeBufferPointer<UInt8>) -> Request? {
    guard bytes.count <= RequestBounds.allBytes else { return nil }
    var builder = RequestBuilder(askedBy: asker)
    builder.values.reserveCapacity(24)
    var isAskerGiven = false
    let isRead = FlatJSON.read(bytes) { name, value in
      guard let attribute = Attribute(utf8: name) else { return false }
      guard attribute != .askedBy else {
        guard mayChooseAsker, !isAskerGiven, case .text(let text) = value,
          case .text(let word)? = attribute.value(utf8: text),
          let asker = Request.Asker(rawValue: word)
        else { return false }
        isAskerGiven = true
        builder.askedBy = asker
        return true
      }
      guard let read = Self.value(attribute, value) else { return false }
      return builder.values.insert(read, for: attribute)
    }
    guard isRead else { return nil }
    builder.sayWhoAsks()
    return try? builder.request(classes: classes)
  }

  /// The value of an attribute, `.some(nil)` where it is unknown; nil where it is not of the
  /// plainest kind.
  private static func value(_ attribute: Attribute, _ value: FlatJSON.Value) -> AttributeValue?? {
    switch value {
    case .null: return .some(nil)
    case .text(let text):
      guard text.count <= RequestBounds.textBytes else { return nil }
      return attribute.value(utf8: text).map { .some($0) }
    case .number(let number):
      guard case .number = attribute.kind, number >= attribute.leastNumber, number <= 1 << 53
      else { return nil }
      return .some(.number(Int(number)))
    case .bool(let flag):
      guard attribute.isYesOrNo else { return nil }
      return .some(.text(flag ? "yes" : "no"))
    case .texts(let texts):
      guard texts.count > 0, texts.count <= RequestBounds.names else { return nil }
      var rest = texts
      if texts.count == 1, let text = rest.next() {
        guard text.count <= RequestBounds.textBytes,
          case .set(let members)? = attribute.value(utf8: text)
        else { return nil }
        return .some(.set(members))
      }
      var names: [String] = []
      for text in texts {
        guard text.count <= RequestBounds.textBytes,
          case .set(let members)? = attribute.value(utf8: text)
        else { return nil }
        names += members
      }
      return .some(.names(names))
    }
  }
}
