import Devices
import Findings
import ProfileKit
import StrictJSON

/// What `effective` answers: what is in force, how that compares with the device's own word, and
/// what would be different elsewhere.
struct EffectiveReport {
  private let inForce: RestrictionsInForce
  private let comparison: RestrictionComparison?
  private let responsePath: String?
  private let others: [RestrictionsOnAnother]
  /// Everything there is to say about the files, in stable order.
  let findings: [Finding]

  init(_ input: DeviceInput, on device: Device, _ others: [Device]) {
    var withoutWord = input.evidence
    withoutWord.response = nil
    inForce = RestrictionsInForce(
      input.profiles, on: device, evidence: input.evidence, catalog: input.validation.catalog)
    let byFiles = RestrictionsInForce(
      input.profiles, on: device, evidence: withoutWord, catalog: input.validation.catalog)
    comparison = input.evidence.response.map { RestrictionComparison(byFiles, with: $0) }
    responsePath = input.evidence.response?.path
    // The device's word is about the device alone: elsewhere the files are all there is.
    self.others = others.map {
      RestrictionsOnAnother(
        byFiles,
        RestrictionsInForce(
          input.profiles, on: $0, evidence: withoutWord, catalog: input.validation.catalog))
    }
    findings = inForce.findings(
      with: input.validation, input.findings + (comparison?.findings ?? []))
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = (inForce.json.members ?? []).map {
      $0.key == "findings" ? .init("findings", .array(findings.map(\.json))) : $0
    }
    if let comparison { members.append(.init("comparison", comparison.json)) }
    if !others.isEmpty { members.append(.init("whatIf", .array(others.map(\.json)))) }
    return .object(members)
  }

  func text(width: Int) -> String {
    var text = inForce.text(width: width)
    if let comparison, let responsePath {
      let words = Self.words(comparison, responsePath)
      text += "\n" + folded(words, width: width, indent: 2).joined(separator: "\n") + "\n"
    }
    return text + others.map { "\n" + $0.text(width: width) }.joined()
  }

  private static func words(_ comparison: RestrictionComparison, _ path: String) -> String {
    guard comparison.isMade else {
      return "Not compared with \(path): this response is not usable, the answer rests on the files"
    }
    let count = comparison.differences.count { $0.kind != .settled }
    let settled = comparison.differences.count - count
    return "Compared with \(path): \(counted(count, "difference"))"
      + (settled > 0 ? ", \(settled) uncertain by the files and settled by it" : "")
      + (comparison.unclear > 0
        ? ", \(counted(comparison.unclear, "key")) of which it does not make clear what holds" : "")
  }
}

extension RestrictionsInForce {
  /// Its own findings, what the rules have to say about the clipboard on this device, and what may
  /// undo the answer: a file, a payload or a value that is taken otherwise than it looks.
  fileprivate func findings(with validation: Validation, _ more: [Finding]) -> [Finding] {
    let clipboard: Set<RuleID> = [
      "managed-pasteboard-not-required", "managed-pasteboard-without-direction",
      "managed-pasteboard-not-on-platform", "handoff-not-in-force",
    ]
    let others = validation.findings.filter { clipboard.contains($0.rule) }
    return Set(findings + others + validation.undoing + more).sorted()
  }
}
