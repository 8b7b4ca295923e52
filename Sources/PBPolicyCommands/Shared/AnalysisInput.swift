import DecisionService
import Devices
import Findings
import PolicyFiles
import PolicyKit
import ProfileKit

extension Option {
  static let devices = Option(
    "device", short: "d", .text("DEVICE"), repeatable: true,
    help: "a device to look at, such as platform=iOS,version=18.1; several are looked at one by one"
  )
  static let bound = Option(
    "bound", .text("PLACES"), default: String(AnalysisBound.usual),
    help: "stop, with status 9, at so many places for nodes of decision diagrams")
}

extension Arguments {
  /// The bound that `--bound` states.
  var analysisBound: Int {
    get throws {
      guard let text = value(.bound) else { return AnalysisBound.usual }
      guard let bound = Int(text), bound > 0 else {
        throw wrong("option `--bound`: expected a whole number, 1 or more, found `\(text)`")
      }
      return bound
    }
  }

  /// The situations that `--device` and these profiles make; one of no device in particular where
  /// neither is given.
  func situations(profiles: [String], _ console: Console) throws -> [Situation] {
    let described = values(.devices)
    guard !described.isEmpty else {
      guard profiles.isEmpty else {
        throw wrong(
          "what a profile does depends on the device: say which with `--device`, such as "
            + "`--device platform=iOS,version=18.1,supervised=yes,enrollment=automated`")
      }
      return [Situation()]
    }
    let input = try ProfileInput(profiles, targets: [], rules: allRules, console)
    try input.requireProfiles(console)
    let validation = input.validation
    console.warn(validation.undoing, sources: validation.sources)
    return try described.map { text in
      let device: Device
      do { device = try Device(parsing: text) } catch {
        throw UsageError(
          .badValue(what: "option `--device`", found: text, why: "\(error)"),
          at: command.path)
      }
      let restrictions =
        validation.profiles.isEmpty
        ? nil : DeviceRestrictions(RestrictionsInForce(validation.profiles, on: device))
      return Situation(
        name: text, restrictions: restrictions,
        fixed: try facts(of: device, known: validation.profiles.isEmpty))
    }
  }

  /// What requests on the device say of it. Where profiles depend on it, what nobody said is unknown.
  private func facts(of device: Device, known isFree: Bool) throws -> [Attribute: AttributeValue?] {
    var facts: [Attribute: AttributeValue?] = [:]
    if !isFree {
      for attribute in [Attribute.osVersion, .supervised, .enrollment, .sharedIPad] {
        facts[attribute] = .some(nil)
      }
    }
    for (key, text) in device.facts {
      guard let attribute = Attribute(deviceFact: key) else { continue }
      facts[attribute] = try? attribute.value(of: [text])
    }
    return facts
  }
}

extension Arguments {
  /// The policy that the files at `paths` make, as analyses look at it.
  func analysedPolicy(_ paths: [String], _ console: Console) throws -> CompiledPolicy {
    let policy = try PolicyInput(paths, self, console).compiled(console)
    if !policy.emergencies.isEmpty {
      console.remark("break-glass files are left out: what is said holds outside emergencies")
    }
    return policy.withoutEmergencies
  }
}

/// Conditions of a command line, in the policy language or as `key=value` words.
struct InvariantInput {
  let classes: Set<String>
  let arguments: Arguments

  /// The invariants that options state.
  /// - Parameter texts: the word of the language, `never` or `always`, and what follows it.
  func invariants(_ texts: [(kind: String, text: String)], _ console: Console) throws
    -> [Policy.Invariant]
  {
    try texts.enumerated().flatMap { index, stated in
      let path = "--\(stated.kind)"
      let bytes = Array(policy(stated.kind, stated.text, index + 1).utf8)
      let (policy, findings) = PolicyReader(path: path).read(bytes)
      guard let policy else {
        for finding in findings {
          console.complain(
            "\(path) `\(stated.text)`: \(finding.message)"
              + (finding.help.map { "; \($0)" } ?? ""))
        }
        throw arguments.wrong("`\(path)` is no condition as it stands")
      }
      return policy.invariants.map { invariant in
        var invariant = invariant
        invariant.when = invariant.when.normalised
        invariant.location = SourceLocation(path: path)
        return invariant
      }
    }
  }

  private func policy(_ kind: String, _ text: String, _ number: Int) -> String {
    let own = classes.subtracting(ContentClass.builtIn).sorted().map { "\($0): {}" }
    let added = own.isEmpty ? "" : "classes: { \(own.joined(separator: ", ")) }\n"
    let condition = text.hasPrefix("{") ? text : Self.map(kind, text)
    return "pasteboard-policy: 1\nname: command-line\n\(added)invariants:\n"
      + "  - { id: \(kind)-\(number), \(kind): \(condition) }\n"
  }

  /// `key=value` words as a map of the language; of `always` what tests the request goes under
  /// `when`.
  private static func map(_ kind: String, _ text: String) -> String {
    var entries: [String] = []
    var tests: [String] = []
    for word in text.split(separator: " ") {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(pair[0])
      let value = pair.count == 2 ? values(key, String(pair[1])) : "null"
      let entry = "\(key): \(value)"
      if kind == "always", Attribute(rawValue: key) != nil {
        tests.append(entry)
      } else {
        entries.append(entry)
      }
    }
    if kind == "always" { entries.insert("when: { \(tests.joined(separator: ", ")) }", at: 0) }
    return "{ \(entries.joined(separator: ", ")) }"
  }

  private static func values(_ key: String, _ text: String) -> String {
    let parts = text.split(separator: ",").map { part in
      switch Attribute(rawValue: key)?.kind {
      case .number, .word(["yes", "no"]): String(part)
      default: key == "honoured" ? String(part) : quoted(String(part))
      }
    }
    return parts.count == 1 ? parts[0] : "[\(parts.joined(separator: ", "))]"
  }
}

/// A text as YAML and JSON both quote it.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\u{20}"..."\u{7E}": result.unicodeScalars.append(scalar)
    case _ where scalar.value > 0x9F: result.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
  return result + "\""
}
