import DecisionService
import Findings
import Foundation
import PolicyFiles
import PolicyKit

/// `decide`, beside what the cheapest possible answer costs and beside a loop in Python.
enum Deciding {
  static func run() {
    let (requests, policy) = (Shipped.ways.requests, Shipped.ways.policy)
    let timings = time([
      Contender("ours", operations: requests.count) {
        for request in requests { keep(decide(request, policy: policy)) }
      },
      Contender("one rule written in Swift, posture only (limit)", operations: requests.count) {
        for request in requests { keep(byHand(request)) }
      },
    ])
    Table.add("decide, `balanced`, its 10 requests", timings, unit: .nanoseconds)
    WorkloadComparison.run()
  }

  /// The defaults of `balanced` and its rule `records-stay-here`, and nothing else.
  @inline(never)
  private static func byHand(_ request: Request) -> Posture {
    switch request.operation {
    case .copy:
      if case .text("own")?? = request.values[.owner] { return .allow }
      return .localOnly
    case .paste, .detect, .clear: return .allow
    case .capture, .transfer, .reveal: return .deny
    }
  }
}

/// The repository's own policy and requests.
enum Shipped {
  /// How they are answered.
  static let ways: Ways = {
    let folder = Files.root.appendingPathComponent("Policies/balanced")
    let set = compiled("balanced", Files.bytes(folder.appendingPathComponent("policy.yaml")))
    let reader = RequestReader(
      asker: .administrator, mayChooseAsker: true, classes: set.policy?.classes ?? [])
    let texts = Files.bytes(folder.appendingPathComponent("requests.jsonl"))
      .split(separator: UInt8(ascii: "\n")).map { Array($0) }
    return Ways(set, texts, texts.map { request($0, reader) }, reader)
  }()

  static func compiled(_ name: String, _ bytes: [UInt8]) -> PolicySet {
    let set = PolicySet([("\(name).yaml", bytes)])
    guard set.policy != nil else {
      let errors = set.findings.filter { $0.severity == .error }.map(\.message)
      print("bench: policy `\(name)` is refused: \(errors)")
      exit(1)
    }
    return set
  }

  static func request(_ json: [UInt8], _ reader: RequestReader) -> Request {
    let (node, findings) = PolicyText.read(json, path: "request", as: .json)
    var problem = findings.first?.message
    do throws(PolicyNodeError) {
      if let node { return try reader.request(node) }
    } catch { problem = error.finding.message }
    let text = String(decoding: json.prefix(300), as: UTF8.self)
    print("bench: a request is refused: \(problem ?? "") in \(text)")
    exit(1)
  }
}
