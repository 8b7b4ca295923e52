import Devices
import Findings

extension Restriction {
  /// The finding for settings that disagree, at the last of them.
  func disagreement(on platform: Platform?) -> Finding {
    let counted = setBy.filter { !$0.isOut }
    let last = counted.last { $0.value != counted.first?.value } ?? counted.last
    let location = last?.location ?? SourceLocation(path: "")
    let others = counted.filter { $0.location != location }
    return Finding(
      "restrictions-disagree", .warning, at: location, keyPath: last?.keyPath ?? key,
      "`\(shown(key))` is `\(shown(last?.value.description ?? ""))` here and"
        + " `\(shown(others.first { $0.value != last?.value }?.value.description ?? ""))` elsewhere",
      help: Self.whatAppleSays(of: platform),
      related: others.map {
        .init($0.location, "`\(shown(key))` is `\(shown($0.value.description))` here")
      })
  }

  /// Apple's two statements, in our words.
  static func whatAppleSays(of platform: Platform?) -> String {
    let current =
      "set it in one place: Apple's Restrictions page (Device Management documentation) says that"
      + " managing one restriction in several payloads gives unexpected results, its deployment guide"
      + " calls them undefined"
    let older =
      "an older page of its MDM guide says that the more restrictive one wins on iPhone and iPad"
    switch platform {
    case .iOS, .iPadOS: return "\(current); \(older)"
    case .some(let other):
      return "\(current); \(older), and nothing about \(other.rawValue): the result is assumed"
    case nil: return "\(current); \(older), and nothing about other devices"
    }
  }
}
