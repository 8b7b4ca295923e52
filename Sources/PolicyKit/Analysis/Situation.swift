/// Where requests are asked: on one device with its restrictions, or on none in particular.
public struct Situation: Sendable, Hashable {
  /// What it is called, such as `iOS 18.1, supervised`; empty where nothing was said of a device.
  public var name: String
  /// What profiles put on the device; nil where none was given.
  public var restrictions: DeviceRestrictions?
  /// What is known of the device, nil for what is not: no request says anything else.
  public var fixed: [Attribute: AttributeValue?]

  /// Makes a situation.
  public init(
    name: String = "", restrictions: DeviceRestrictions? = nil,
    fixed: [Attribute: AttributeValue?] = [:]
  ) {
    self.name = name
    self.restrictions = restrictions
    self.fixed = fixed
  }
}

/// A request with the answer that was given to it.
public struct AnsweredRequest: Sendable, Hashable {
  /// The question.
  public var request: Request
  /// The answer of `decide`.
  public var decision: Decision
  /// Where it was asked.
  public var situation: Situation

  init(_ request: Request, _ policy: CompiledPolicy, _ situation: Situation) {
    self.request = request
    self.situation = situation
    decision = decide(request, policy: policy, restrictions: situation.restrictions)
  }
}

/// Where analyses stop.
public enum AnalysisBound {
  /// The usual bound, in places for nodes of decision diagrams: some 200 megabytes with what stands
  /// beside them, and some seconds.
  public static let usual = 12_000_000
}

extension CompiledPolicy {
  /// The same policy without emergency files: what analyses speak of.
  public var withoutEmergencies: CompiledPolicy {
    var policy = self
    policy.emergencies = []
    return policy
  }
}
