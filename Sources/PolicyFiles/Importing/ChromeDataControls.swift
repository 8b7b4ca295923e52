import Findings
import PolicyKit

/// Chrome's `DataControlsRules` (chromeenterprise.google/policies): rules with sources,
/// destinations and a level for each kind of restriction. Of rules that meet, Allow wins, then
/// Block, Warn, Report; ours join by the strictest, so what Allow takes back is left out here.
enum ChromeDataControls {
  private static let key = "DataControlsRules"

  static func recognises(_ node: PolicyNode) -> Bool {
    guard let rules = try? list(node), let first = rules.first, let map = try? first.map() else {
      return (try? node.map())?[key] != nil
    }
    return map["restrictions"] != nil
  }

  /// The rules, wherever the file keeps them: alone, by name, or as chrome://policy exports them.
  private static func list(_ node: PolicyNode) throws(PolicyNodeError) -> [PolicyNode] {
    if case .list(let rules) = node.content { return rules }
    let map = try node.map()
    if let value = map[key] {
      if case .map = value.content { return try value.map().required("value").list() }
      return try value.list()
    }
    let chrome = try map.required("policyValues").map().required("chrome").map()
    return try chrome.required("policies").map().required(key).map().required("value").list()
  }

  /// What of Chrome's clipboard a rule is about, as far as we can say it.
  private enum Reach: Hashable {
    case outOfBrowser
    case intoBrowser
  }

  private struct Found {
    let node: PolicyNode
    let name: String
    let reach: Reach?
    let level: String
  }

  static func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    var found: [Found] = []
    for rule in try list(node) { found += try clipboard(rule, &draft) }
    let allowed = Set(found.filter { $0.level == "ALLOW" }.compactMap(\.reach))
    for rule in found { carryOver(rule, allowed, &draft) }
  }

  private static func clipboard(_ node: PolicyNode, _ draft: inout ImportDraft)
    throws(PolicyNodeError) -> [Found]
  {
    let map = try node.map()
    let name = try map["name"]?.string() ?? "chrome rule"
    var found: [Found] = []
    for restriction in try map.required("restrictions").list() {
      let inner = try restriction.map()
      guard try inner.required("class").string() == "CLIPBOARD" else {
        draft.leaveOut(restriction, "it restricts something other than the clipboard")
        continue
      }
      let level = try inner.required("level").word(
        among: ["ALLOW", "BLOCK", "WARN", "REPORT"], for: "level")
      found.append(Found(node: node, name: name, reach: try reach(map), level: level))
    }
    return found
  }

  private static func reach(_ map: PolicyMap) throws(PolicyNodeError) -> Reach? {
    guard map["and"] == nil, map["or"] == nil, map["not"] == nil else { return nil }
    let source = try side(map["sources"])
    let destination = try side(map["destinations"])
    switch (source, destination) {
    case (.pages, .system), (.pages, .anything): return .outOfBrowser
    case (.system, .pages), (.system, .anything), (.anything, .pages): return .intoBrowser
    default: return nil
    }
  }

  private enum Side {
    case anything, pages, system, particular
  }

  private static func side(_ node: PolicyNode?) throws(PolicyNodeError) -> Side {
    guard let node else { return .anything }
    let map = try node.map()
    guard map.entries.count == 1 else { return map.entries.isEmpty ? .anything : .particular }
    if let flag = map["os_clipboard"] { return try flag.flag() ? .system : .particular }
    if let urls = map["urls"] {
      for url in try urls.list() where try url.string() == "*" { return .pages }
    }
    return .particular
  }

  private static func carryOver(_ found: Found, _ allowed: Set<Reach>, _ draft: inout ImportDraft) {
    guard let reach = found.reach else {
      return draft.leaveOut(
        found.node,
        found.level == "ALLOW"
          ? "no request says which page it is about; the exception is lost, so what is carried over "
            + "of the rules it takes back is stricter"
          : "no request says which page, window or profile of the browser it is about")
    }
    if found.level == "ALLOW" {
      return draft.needsNothing(found.node, "it takes back others, which are left out for it")
    }
    if allowed.contains(reach) {
      return draft.needsNothing(found.node, "a rule that allows takes it back")
    }
    var rule = rule(reach, id: draft.id(found.name))
    if found.level != "BLOCK" { rule.mode = .auditOnly }
    draft.add(rule, from: found.node, changed: change(reach, found.level))
  }

  private static func rule(_ reach: Reach, id: String) -> Rule {
    let chrome = Condition.Test.prefix(["com.google.Chrome"])
    return switch reach {
    case .outOfBrowser:
      Rule(
        id: id, effect: .deny,
        when: .all([
          test(.operation, ["copy"]), .leaf(Condition.Leaf(.sourceBundleID, chrome)),
        ]), reason: "what Chrome shows is not copied out of it")
    case .intoBrowser:
      Rule(
        id: id, effect: .deny,
        when: .all([
          test(.operation, ["paste"]), .leaf(Condition.Leaf(.destinationBundleID, chrome)),
        ]), reason: "nothing is pasted into Chrome")
    }
  }

  private static func change(_ reach: Reach, _ level: String) -> String {
    let scope =
      reach == .outOfBrowser
      ? "also holds where the copy would have stayed in the browser"
      : "also holds for what was copied in the browser"
    switch level {
    case "WARN": return "is only watched, since nothing here asks the user whether to go on"
    case "REPORT": return "is only watched, as the original only reports, and \(scope)"
    default: return scope
    }
  }
}
