import DecisionService
import Devices
public import PolicyKit
import ProfileKit
public import StrictJSON

/// What a policy decides about one question on one class of devices.
public struct FleetDecision: Sendable {
  /// The answer; nil where the policy cannot be asked.
  public let outcome: Posture?
  /// Whether it can be carried out; nil likewise.
  public let honoured: Honoured?
  /// The answer in words for an administrator, or why there is none.
  public let text: String

  /// `outcome`, `honoured`, `text`.
  public var json: JSONValue {
    [
      "outcome": outcome.map { .string($0.rawValue) } ?? .null,
      "honoured": honoured.map { .string($0.rawValue) } ?? .null, "text": .string(text),
    ]
  }
}

/// A policy, and what is copied and pasted when it is asked.
public struct FleetPolicy: Sendable {
  private let path: DecisionPath
  private let contentClass: String?
  private let classes: Set<String>

  /// Makes one.
  /// - Parameter contentClass: the class of what is copied or pasted; nil counts as unknown.
  public init(_ policy: CompiledPolicy, contentClass: String? = nil) {
    path = DecisionPath(policy: policy)
    self.contentClass = contentClass
    classes = policy.classes
  }

  /// The policy's files, as in a decision.
  public var json: JSONValue { path.policy.json }

  /// Why `contentClass` cannot be asked about; nil where it can.
  public var problem: String? {
    guard let contentClass, !classes.contains(contentClass) else { return nil }
    return "unknown content class `\(contentClass)`"
  }

  func decisions(on device: Device, _ inForce: RestrictionsInForce) -> [FleetQuestion:
    FleetDecision]
  {
    let restrictions = DeviceRestrictions(inForce)
    return Dictionary(
      uniqueKeysWithValues: FleetQuestion.allCases.map { question in
        (question, decision(question, device, restrictions))
      })
  }

  private func decision(
    _ question: FleetQuestion, _ device: Device, _ restrictions: DeviceRestrictions
  ) -> FleetDecision {
    do {
      let request = try request(question, device)
      guard let answer = try path.answer([.init(request, restrictions: restrictions)]).first else {
        return FleetDecision(outcome: nil, honoured: nil, text: "no answer")
      }
      let decision = answer.decision
      return FleetDecision(
        outcome: decision.outcome, honoured: decision.honoured, text: decision.texts.administrator)
    } catch {
      return FleetDecision(
        outcome: nil, honoured: nil, text: "the policy cannot be asked: \(error)")
    }
  }

  /// A person copies on the general pasteboard so that other devices may have it, or pastes there
  /// from one side of management to the other.
  private func request(_ question: FleetQuestion, _ device: Device) throws -> Request {
    var builder = RequestBuilder(askedBy: .administrator)
    let isCopy = question == .universalClipboard
    var facts: [(Attribute, String)] = [
      (.operation, isCopy ? "copy" : "paste"), (.pasteboard, "general"), (.trigger, "user"),
    ]
    switch question {
    case .universalClipboard: facts.append((.reach, "any-device"))
    case .managedToUnmanaged: facts += [(.sourceManaged, "yes"), (.destinationManaged, "no")]
    case .unmanagedToManaged: facts += [(.sourceManaged, "no"), (.destinationManaged, "yes")]
    }
    if let contentClass { facts.append((.contentClass, contentClass)) }
    facts += device.facts.compactMap { key, value in
      Attribute(deviceFact: key).map { ($0, value) }
    }
    for (attribute, text) in facts { builder.values[attribute] = try attribute.value(of: [text]) }
    return try builder.request(classes: classes)
  }
}
