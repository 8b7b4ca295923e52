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
    builder.values.reserveCapacity(16)
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
      guard builder.values[attribute] == nil, let read = Self.value(attribute, value) else {
        return false
      }
      builder.values[attribute] = .some(read)
      return true
    }
    return isRead ? try? builder.request(classes: classes) : nil
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
      guard case .word(["yes", "no"]) = attribute.kind else { return nil }
      return .some(.text(flag ? "yes" : "no"))
    case .texts(let texts):
      guard !texts.isEmpty, texts.count <= RequestBounds.names else { return nil }
      var names: [String] = []
      for text in texts {
        guard text.count <= RequestBounds.textBytes,
          case .set(let members)? = attribute.value(utf8: text)
        else { return nil }
        names += members
      }
      return .some(names.count == 1 ? .set(names) : .names(names))
    }
  }
}
