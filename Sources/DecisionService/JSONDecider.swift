public import Findings
public import PolicyFiles
public import PolicyKit
import StrictJSON

/// Answers requests in JSON with decisions in JSON, for who keeps no log.
public struct JSONDecider: Sendable {
  /// The layers that have a say.
  public let policy: CompiledPolicy
  private let reader: RequestReader

  /// Decides by `policy` what `reader` reads.
  public init(_ policy: CompiledPolicy, reader: RequestReader) {
    self.policy = policy
    self.reader = reader
  }

  /// Why a text is answered with nothing: it holds no request.
  public struct Refusal: Error, Equatable {
    /// What is the matter with it, with places in the text.
    public let findings: [Finding]
  }

  /// The decision on the one request that `json` holds, as the bytes of `Decision.json`, compact.
  /// - Parameter path: what to call the text where something is the matter with it.
  /// - Throws: `Refusal` where it holds none.
  public func decide(
    _ json: [UInt8], path: String = "request", restrictions: DeviceRestrictions? = nil
  ) throws(Refusal) -> [UInt8] {
    let quick = json.withUnsafeBufferPointer { reader.quickRequest($0) }
    let request: Request
    if let quick { request = quick } else { request = try read(json, path) }
    let decision = PolicyKit.decide(request, policy: policy, restrictions: restrictions)
    var bytes = JSONBytes()
    decision.write(to: &bytes)
    return bytes.bytes
  }

  private func read(_ json: [UInt8], _ path: String) throws(Refusal) -> Request {
    let (node, findings) = PolicyText.read(json, path: path, as: .json)
    guard let node else { throw Refusal(findings: findings) }
    do { return try reader.request(node) } catch { throw Refusal(findings: [error.finding]) }
  }
}
