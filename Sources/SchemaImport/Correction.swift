import ProfileKit

/// A slip of the schema: what is changed, and why. The layer of corrections is written from these
/// where the schema has the key.
struct Correction: Sendable {
  /// The payload type.
  let type: String
  /// The keys down to the one that is changed; `[]` is an array's element, `*` any key.
  let path: [String]
  /// The fields that are changed.
  let fields: [String]
  /// Why.
  let reason: String

  init(_ type: String, _ path: String, _ fields: String..., because reason: String) {
    self.type = type
    self.path = path.split(separator: "/").map(String.init)
    self.fields = fields
    self.reason = reason
  }

  static let all: [Correction] = [
    Correction(
      "TopLevel", "ConsentText/ConsentTextItem", "drop",
      because: "a name that stands for any language, one level too deep"),
    Correction(
      "TopLevel", "ConsentText/*", "string",
      because: "the text in each language"),
    Correction(
      "com.apple.TCC.configuration-profile-policy", "Services/Accessibility/[]/Allowed", "optional",
      because: "the schema requires it, while its text allows Authorization in its place"),
  ]

  /// The layer of those that concern `catalog`.
  static func overlay(for catalog: Catalog) -> Overlay {
    var overlay = Overlay()
    for correction in all {
      let whole = [correction.type] + correction.path
      let isNew = correction.path.last == "*"
      let path = isNew ? correction.path.dropLast() : correction.path[...]
      guard catalog.payload(correction.type)?.key(at: path) != nil else { continue }
      var entry = overlay.root[whole[...]]
      entry.fields = correction.fields
      entry.remark = correction.reason
      overlay.root[whole[...]] = entry
    }
    return overlay
  }
}
