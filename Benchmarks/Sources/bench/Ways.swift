import DecisionService
import Devices
import PolicyFiles
import PolicyKit

/// The ways in which requests are answered by one policy: classified before, as texts, with a whole
/// decision, from JSON to JSON; and the policy itself compiled.
struct Ways {
  let policy: CompiledPolicy
  /// The files that the policy was compiled from.
  let files: [Policy]
  let reader: RequestReader
  /// Each request in JSON.
  let texts: [[UInt8]]
  let requests: [Request]

  init(_ set: PolicySet, _ texts: [[UInt8]], _ requests: [Request], _ reader: RequestReader) {
    guard let policy = set.policy else { fatalError("it was compiled before") }
    self.policy = policy
    files = set.policies
    self.reader = reader
    self.texts = texts
    self.requests = requests
    check()
  }

  /// Outcomes must be those of whole decisions, however a request is handed in.
  private func check() {
    guard let decider = QuickDecider(policy),
      var said = policy.classified(.copy, on: .iOS, askedBy: .app)
    else { return require(false, "the policy is too large") }
    for request in requests {
      let outcome = decide(request, policy: policy).outcome
      guard let classified = policy.classified(request) else { continue }
      let quick = decider.outcome(of: classified)
      let again = Given(request).outcome(&said, decider)
      require(
        quick == outcome && again == outcome || request.values.contains { $0.value == nil },
        "\(request.summary): \(quick) or \(again), not \(outcome)")
    }
  }

  var all: [Contender] { [typed(), strings(), full, fromJSON, compile()] }

  /// Does one of them `rounds` times, so that a profiler sees nothing else, and says how much is
  /// done in a round; false where there is none of that name.
  func loop(_ name: String, _ rounds: Int) -> Bool {
    guard let contender = all.first(where: { $0.name == name }) else { return false }
    for _ in 0..<rounds { contender.run() }
    print(contender.operations)
    return true
  }

  func typed(_ name: String = "typed") -> Contender {
    let classified = requests.compactMap { policy.classified($0).map(Held.init) }
    // Looking at one counts no references: it is held, as by whoever asks again and again.
    let looked = classified.map { Unmanaged.passUnretained($0) }
    guard let decider = QuickDecider(policy), !classified.isEmpty else { return Contender(name) {} }
    return Contender(name, operations: looked.count) {
      for one in looked {
        keep(one._withUnsafeGuaranteedRef { decider.outcome(of: $0.request) })
      }
      withExtendedLifetime(classified) {}
    }
  }

  private final class Held {
    let request: ClassifiedRequest

    init(_ request: ClassifiedRequest) { self.request = request }
  }

  func strings(_ name: String = "strings") -> Contender {
    let given = requests.filter(\.items.isEmpty).map(Given.init)
    guard let decider = QuickDecider(policy),
      var request = policy.classified(.copy, on: .iOS, askedBy: .app)
    else { return Contender(name) {} }
    return Contender(name, operations: given.count) {
      for one in given { keep(one.outcome(&request, decider)) }
    }
  }

  /// What a caller has who asks in texts.
  private final class Given {
    let operation: Operation
    let platform: Platform
    let asker: Request.Asker
    let values: [(Attribute, String)]
    let sets: [(Attribute, [String])]

    init(_ request: Request) {
      operation = request.operation
      platform = request.platform
      asker = request.askedBy
      var values: [(Attribute, String)] = []
      var sets: [(Attribute, [String])] = []
      for (attribute, value) in request.values {
        guard ![.operation, .platform, .askedBy].contains(attribute), let value else { continue }
        if case .set(let names) = value, names.count != 1 {
          sets.append((attribute, names))
        } else {
          values.append((attribute, value.description))
        }
      }
      (self.values, self.sets) = (values, sets)
    }

    @inline(__always)
    func outcome(_ request: inout ClassifiedRequest, _ decider: QuickDecider) -> Posture {
      request.begin(operation, on: platform, askedBy: asker)
      values.withUnsafeBufferPointer { values in
        for place in values.indices { try? request.set(values[place].0, values[place].1) }
      }
      for (attribute, names) in sets { try? request.set(attribute, names) }
      return decider.outcome(of: request)
    }
  }

  var full: Contender {
    let (requests, policy) = (requests, policy)
    return Contender("full", operations: requests.count) {
      for request in requests { keep(decide(request, policy: policy)) }
    }
  }

  var fromJSON: Contender {
    let (texts, decider) = (texts, JSONDecider(policy, reader: reader))
    return Contender("json", operations: texts.count) {
      for text in texts { keep(try? decider.decide(text)) }
    }
  }

  /// The checks, and all that outcomes for every operation are read off.
  func compile(_ name: String = "compile") -> Contender {
    let files = files
    return Contender(name) {
      guard let policy = PolicyCompiler(files).compile().policy else { return }
      keep(QuickDecider(policy))
    }
  }
}
