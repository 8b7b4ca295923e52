public import Findings
public import PolicyKit

/// Somebody else's clipboard settings, carried over into a policy of ours as far as they go.
///
/// What could not be carried over, or means something stricter or wider here, is a finding at its
/// place in the file that was read; nothing is left out silently.
public struct PolicyImport: Sendable {
  /// Where settings come from.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// Chrome's `DataControlsRules`, as the policy's value or as chrome://policy exports it.
    case chrome
    /// Intune app protection, as Microsoft Graph gives it: one policy, or a collection.
    case intune
    /// Android's `crossProfileCopyPaste`, as the Android Management API gives a policy.
    case android
    /// Remote Desktop: an `.rdp` file, a `.reg` export, or the values as JSON.
    case remoteDesktop = "remote-desktop"
    /// Citrix's clipboard settings as JSON, by the names of the policies.
    case citrix
  }

  /// Where it came from.
  public let source: Source
  /// What was carried over: a layer that only tightens.
  public let policy: Policy
  /// What was carried over, what means something else here, and what was left out and why.
  public let findings: [Finding]

  /// Reads `bytes`, the file called `path`.
  /// - Parameter source: where it comes from; nil to tell by what stands in it.
  /// - Returns: the import, or nil with the findings that say why there is none.
  public static func read(_ bytes: [UInt8], path: String, from source: Source? = nil) -> (
    result: PolicyImport?, findings: [Finding]
  ) {
    let (node, problems) = settings(bytes, path)
    guard let node, !problems.contains(where: { $0.severity == .error }) else {
      return (nil, problems)
    }
    guard let source = source ?? Source.allCases.first(where: { $0.recognises(node) }) else {
      let finding = Finding(
        .importUnknown, .error, at: node.location,
        "this is none of the settings that can be imported",
        help:
          "expected one of \(Source.allCases.map(\.rawValue).joined(separator: ", ")); say which "
          + "with `--from`")
      return (nil, [finding])
    }
    var draft = ImportDraft(source: source, path: path)
    do { try source.carryOver(node, &draft) } catch { return (nil, [error.finding]) }
    let result = draft.finished()
    guard result.isAboutAnything || source.recognises(node) else {
      return (nil, [nothing(of: source, in: node)])
    }
    return (result, [])
  }

  /// Whether some setting was one of a clipboard.
  private var isAboutAnything: Bool {
    !policy.rules.isEmpty || findings.contains { $0.rule != .importUnrelated }
  }

  private static func nothing(of source: Source, in node: PolicyNode) -> Finding {
    let other = Source.allCases.first { $0.recognises(node) }
    return Finding(
      .importUnknown, .error, at: node.location,
      "none of the clipboard settings of `\(source.rawValue)` stands here",
      help: other.map { "these look like those of `\($0.rawValue)`: say `--from \($0.rawValue)`" }
        ?? "give the settings as `\(source.rawValue)` writes or exports them")
  }

  /// The settings as a tree: JSON as it stands, the lines of an `.rdp` or `.reg` file as a map.
  private static func settings(_ bytes: [UInt8], _ path: String) -> (PolicyNode?, [Finding]) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return PolicyText.read(bytes, path: path, as: .json)
    }
    guard bytes.count <= SettingLines.mostBytes else {
      return (
        nil,
        [
          Finding(
            .importUnknown, .error, at: SourceLocation(path: path),
            "the file has \(bytes.count) bytes, more than \(SettingLines.mostBytes)")
        ]
      )
    }
    let lines = SettingLines(bytes, path: path)
    return (lines.node, lines.problems)
  }
}

extension PolicyImport.Source {
  func recognises(_ node: PolicyNode) -> Bool {
    switch self {
    case .chrome: ChromeDataControls.recognises(node)
    case .intune: IntuneAppProtection.recognises(node)
    case .android: AndroidCrossProfile.recognises(node)
    case .remoteDesktop: RemoteDesktop.recognises(node)
    case .citrix: CitrixClipboard.recognises(node)
    }
  }

  func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    switch self {
    case .chrome: try ChromeDataControls.carryOver(node, &draft)
    case .intune: try IntuneAppProtection.carryOver(node, &draft)
    case .android: try AndroidCrossProfile.carryOver(node, &draft)
    case .remoteDesktop: try RemoteDesktop.carryOver(node, &draft)
    case .citrix: try CitrixClipboard.carryOver(node, &draft)
    }
  }
}

extension RuleID {
  /// None of the settings that can be imported.
  public static let importUnknown: RuleID = "import-unknown"
  /// A setting became a rule.
  public static let importCarried: RuleID = "import-carried-over"
  /// A setting became a rule that means something stricter or wider.
  public static let importChanged: RuleID = "import-changed"
  /// A setting that a policy of ours cannot say.
  public static let importLeftOut: RuleID = "import-left-out"
  /// A setting that has nothing to do with a pasteboard.
  public static let importUnrelated: RuleID = "import-unrelated"
}
