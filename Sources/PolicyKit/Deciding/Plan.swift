import Devices

extension Fulfilment {
  /// What to call, in order; empty where the answer is deny, and where somebody else performs it.
  var plan: [PlanStep] {
    guard outcome != .deny, !isCertainlyOthers else { return [] }
    switch request.operation {
    case .copy: return usesUIKit ? writeWithUIKit : writeWithAppKit
    case .paste:
      return [
        PlanStep(
          call: "read-items", options: [],
          api: !usesUIKit
            ? "NSPasteboard.readObjects(forClasses:)"
            : isOlder(than: 11) ? "UIPasteboard.items" : "UIPasteboard.itemProviders")
      ]
    case .detect: return [detection]
    case .capture:
      return [
        PlanStep(
          call: "read-types", options: [],
          api: usesUIKit ? "UIPasteboard.types" : "NSPasteboard.types",
          note: "decide from the types before reading any data"),
        PlanStep(
          call: "keep", options: outcome == .localOnly ? [flag("never-sync")] : [],
          api: "the history's own store"),
      ]
    case .transfer: return [PlanStep(call: "send", options: [], api: "the road's own call")]
    case .reveal:
      return [
        PlanStep(
          call: outcome == .localOnly ? "show-type-tags" : "show-content", options: [],
          api: "the surface's own call")
      ]
    case .clear:
      return [
        usesUIKit
          ? PlanStep(
            call: "set-items", options: [],
            api: isBeforeOptions ? "UIPasteboard.items" : "UIPasteboard.setItems([])")
          : PlanStep(call: "clear-contents", options: [], api: "NSPasteboard.clearContents()")
      ]
    }
  }

  /// Whether somebody else certainly performs the operation, so that there is nothing to call.
  private var isCertainlyOthers: Bool {
    guard isPerformedByOthers else { return false }
    return request.text(.by) != nil || request.text(.road) != nil
  }

  var framework: String { request.text(.framework) ?? "native" }

  var usesUIKit: Bool { request.platform != .macOS || framework != "native" }

  /// Whether the system is older than the call that takes options (fact U3).
  private var isBeforeOptions: Bool { isOlder(than: 10) }

  /// Whether the system still has only the first names of what detects (fact R7): a Mac took them
  /// over from iOS 14 and 15 with macOS 11 and 12.
  private var detectsByFirstNames: Bool {
    guard request.platform == .macOS else { return isOlder(than: 15) }
    return usesUIKit && request.version.map { $0 < OSVersion(12) } ?? false
  }

  /// Whether this is an iPhone or an iPad of a version below.
  private func isOlder(than version: Int) -> Bool {
    guard request.platform == .iOS || request.platform == .iPadOS else { return false }
    return request.version.map { $0 < OSVersion(version) } ?? false
  }

  private func flag(_ name: String) -> PlanStep.Option { .init(name: name, value: .flag(true)) }

  private func seconds(_ kind: ObligationKind) -> Int? {
    promises.obligations.first { $0.kind == kind }?.seconds
  }

  private var isMarked: Bool { promises.obligations.contains { $0.kind == .markConcealed } }

  private var writeWithUIKit: [PlanStep] {
    var options: [PlanStep.Option] = []
    if outcome == .localOnly, promises.mayWriteLocalOnly { options.append(flag("local-only")) }
    if let seconds = seconds(.expireAfter) {
      options.append(.init(name: "expires-after", value: .number(seconds)))
    }
    if isMarked { options.append(.init(name: "marker", value: .word("concealed"))) }
    return [
      PlanStep(
        call: "set-items", options: options,
        api: isBeforeOptions ? "UIPasteboard.items" : "UIPasteboard.setItems(_:options:)",
        note: options.isEmpty
          ? nil : "a later write without options replaces this one and is not protected")
    ]
  }

  private var writeWithAppKit: [PlanStep] {
    var steps: [PlanStep] = []
    if outcome == .localOnly, promises.mayWriteLocalOnly {
      steps.append(
        PlanStep(
          call: "prepare-for-new-contents", options: [flag("current-host-only")],
          api: "NSPasteboard.prepareForNewContents(with: .currentHostOnly)",
          note: "before the write; a later clearContents or declareTypes resets it"))
    } else {
      steps.append(
        PlanStep(call: "clear-contents", options: [], api: "NSPasteboard.clearContents()"))
    }
    steps.append(
      PlanStep(
        call: "write-objects",
        options: isMarked ? [.init(name: "marker", value: .word("concealed"))] : [],
        api: "NSPasteboard.writeObjects(_:)"))
    if let seconds = seconds(.clearAfter) {
      steps.append(
        PlanStep(
          call: "clear-after",
          options: [
            .init(name: "seconds", value: .number(seconds)),
            .init(name: "if-change-count-unchanged", value: .flag(true)),
          ],
          api: "NSPasteboard.clearContents()",
          note: "the app's own timer: it dies with the app, and no other device notices"))
    }
    return steps
  }

  private var detection: PlanStep {
    switch request.text(.method) {
    case "patterns":
      return PlanStep(
        call: "detect-patterns", options: [],
        api: detectsByFirstNames ? "detectPatterns(for:)" : "detectedPatterns(for:)")
    case "values":
      return PlanStep(
        call: "detect-values", options: [],
        api: detectsByFirstNames ? "detectValues(for:)" : "detectedValues(for:)")
    case "data":
      return PlanStep(
        call: "read-items", options: [],
        api: usesUIKit ? "data(forPasteboardType:)" : "data(forType:)")
    default: return PlanStep(call: "detect-types", options: [], api: "types")
    }
  }
}
