import DecisionService
import Devices
import Findings
import PolicyFiles
import PolicyKit
import ProfileKit
import Testing

/// A trouble that somebody reported in public, as a question to the engine.
struct PublicCase: CustomStringConvertible, Sendable {
  /// Its number among the reports.
  let id: String
  /// What went wrong for whom.
  let trouble: String
  /// The policy files, without their first line; later ones are layers of their own.
  var policies: [String] = ["name: p"]
  /// What each profile's Restrictions payload sets.
  var profiles: [[(String, Bool)]] = []
  /// The device that has the profiles.
  var device = "platform=iOS,version=17.0,supervised=yes,enrollment=automated,install=mdm"
  /// The request, without its braces.
  let request: String
  /// Who asks.
  var asker = Request.Asker.app
  /// Phrases that must hold of the decision; one that begins with `no ` must not.
  let expects: [String]

  var description: String { "\(id): \(trouble)" }

  func decision() throws -> Decision {
    let set = PolicySet(
      policies.enumerated().map {
        ("\($0.offset).yaml", Array("pasteboard-policy: 1\n\($0.element)\n".utf8))
      })
    let policy = try #require(set.policy, "\(set.findings)")
    let (node, findings) = PolicyText.read(Array("{ \(request) }".utf8), path: "request.yaml")
    let reader = RequestReader(asker: asker, mayChooseAsker: false, classes: policy.classes)
    let request = try reader.request(try #require(node, "\(findings)"))
    return decide(request, policy: policy, restrictions: try restrictions())
  }

  private func restrictions() throws -> DeviceRestrictions? {
    guard !profiles.isEmpty else { return nil }
    let read = try profiles.enumerated().map { index, keys in
      try Self.profile("org.example.\(index)", keys)
    }
    return DeviceRestrictions(RestrictionsInForce(read, on: try Device(parsing: device)))
  }

  private static func profile(_ name: String, _ keys: [(String, Bool)]) throws -> Profile {
    let body = keys.map { "<key>\($0.0)</key><\($0.1)/>" }.joined(separator: "\n")
    let text = """
      <plist version="1.0"><dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadIdentifier</key><string>\(name)</string>
      <key>PayloadUUID</key><string>\(name)-1</string><key>PayloadVersion</key><integer>1</integer>
      <key>PayloadContent</key><array><dict>
      <key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>PayloadIdentifier</key><string>\(name).r</string>
      <key>PayloadUUID</key><string>\(name)-2</string><key>PayloadVersion</key><integer>1</integer>
      \(body)
      </dict></array></dict></plist>
      """
    return try #require(
      Profile(PlistFile(reading: Array(text.utf8), path: "\(name).mobileconfig")))
  }
}

extension Decision {
  /// Everything that a case may expect, one phrase each.
  var phrases: Set<String> {
    var phrases: Set<String> = [
      "outcome \(outcome.rawValue)", "required \(required.rawValue)",
      "honoured \(honoured.rawValue)", "assurance \(assurance?.rawValue ?? "none")",
    ]
    for promise in promises {
      phrases.insert(
        "promise \(promise.kind.rawValue) \(promise.isMet ? "kept" : "not kept") by "
          + promise.enforcedBy.rawValue)
      if let mechanism = promise.mechanism { phrases.insert("mechanism \(mechanism)") }
    }
    for obligation in obligations {
      phrases.insert("must \(obligation.kind.rawValue)")
      if let seconds = obligation.seconds {
        phrases.insert("must \(obligation.kind.rawValue) \(seconds)")
      }
    }
    for step in plan {
      phrases.insert("call \(step.call)")
      for option in step.options { phrases.insert("call \(step.call) with \(option.name)") }
    }
    phrases.formUnion(advice.map { "may \($0.advice.rawValue)" })
    phrases.formUnion(exposures.map { "reaches \($0.place.rawValue)" })
    phrases.formUnion(notices.map { "shows \($0.kind.rawValue)" })
    phrases.formUnion(becauseUnknown.map { "unknown \($0.rawValue)" })
    for reason in reasons {
      phrases.insert("\(reason.kind.rawValue) \(reason.id)\(reason.effect == nil ? " said" : "")")
      if reason.kind == .restriction, let place = reason.location {
        phrases.insert("\(reason.id) in \(place.path)")
      }
    }
    return phrases
  }
}
