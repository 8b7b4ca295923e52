import DecisionService
import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON

/// Thirty neutral rules and a thousand requests that stand beside the repository for several
/// engines; ours must answer each as expected before it is timed.
struct WorkloadComparison {
  private static let what = "30 rules, 1000 requests"
  /// The other engines' own programs, and the line of their output that is compared: the engine
  /// alone where it can be told from its binding, all reasons out.
  private static let peers = [
    "p_py.py", "p_cedar.py", "p_regorus.py", "p_cel.py", "p_vakt.py", "p_casbin.py", "p_opa.py",
  ]

  let policy: CompiledPolicy
  let reader: RequestReader
  let texts: [[UInt8]]
  let requests: [Request]

  /// Nil where the material is not beside the repository.
  init?() {
    guard let peers = Files.peers else { return nil }
    let folder = peers.appendingPathComponent("workload")
    policy = Self.policy(folder, copies: 1)
    reader = RequestReader(
      asker: .administrator, mayChooseAsker: false, classes: policy.classes)
    texts = (Self.json(folder, "requests.json").array ?? []).map {
      Array(WorkloadPolicy.request($0).compactText.utf8)
    }
    let reader = reader
    requests = texts.map { Shipped.request($0, reader) }
    let expected = (Self.json(folder, "expected.json").array ?? []).compactMap {
      $0["outcome"]?.string
    }
    check(expected)
  }

  private func check(_ expected: [String]) {
    guard let decider = QuickDecider(policy) else {
      return require(false, "the policy is too large")
    }
    let wrong = zip(requests, expected).enumerated().filter { _, pair in
      let quick = policy.classified(pair.0).map { decider.outcome(of: $0) }
      return decide(pair.0, policy: policy).outcome.rawValue != pair.1 || quick?.rawValue != pair.1
    }.map(\.offset)
    require(
      requests.count == expected.count && wrong.isEmpty,
      "\(wrong.count) of \(expected.count) decisions differ, such as \(wrong.prefix(5))")
  }

  static func run() {
    guard let workload = Self(), let peers = Files.peers else {
      return Table.skip(what, against: "other engines", "its material is not beside the repository")
    }
    let ours = time(
      [
        workload.typed, workload.strings, workload.full, workload.fromJSON,
      ], rounds: 7)
    for timing in ours {
      Table.add("\(timing.name), \(what)", [timing, ours[0]], unit: .nanoseconds)
    }
    for peer in Self.peers {
      let theirs = python(peers.appendingPathComponent("bench"), peer)
      guard !theirs.isEmpty else {
        Table.skip("strings, all reasons", against: peer, "it did not run here")
        continue
      }
      for timing in theirs {
        Table.add("strings, all matching rules, \(what)", [ours[1], timing], unit: .nanoseconds)
      }
    }
    curve(peers.appendingPathComponent("workload"), workload.requests)
  }

  /// Thirty rules, and ten, thirty-four and a hundred times as many.
  private static func curve(_ folder: URL, _ requests: [Request]) {
    let contenders = [1, 10, 34, 100].map { copies in
      typed(
        "typed, all matching rules, \(copies * 30) rules", policy(folder, copies: copies), requests)
    }
    let timings = time(contenders, rounds: 7)
    for timing in timings.dropFirst() {
      Table.add(timing.name, [timing, timings[0]], unit: .nanoseconds)
    }
  }

  /// Does one of them `rounds` times, so that a profiler sees nothing else; false where there is
  /// none of that name.
  static func loop(_ name: String, _ rounds: Int) -> Bool {
    guard let workload = Self() else { return false }
    let all = [workload.typed, workload.strings, workload.full, workload.fromJSON]
    guard let contender = all.first(where: { $0.name == name }) else { return false }
    for _ in 0..<rounds { contender.run() }
    return true
  }

  private var typed: Contender { Self.typed("typed", policy, requests) }

  private static func typed(_ name: String, _ policy: CompiledPolicy, _ requests: [Request])
    -> Contender
  {
    let classified = requests.compactMap { policy.classified($0) }
    guard let decider = QuickDecider(policy), classified.count == requests.count else {
      require(false, "a request is not classified")
      return Contender(name) {}
    }
    return Contender(name, operations: classified.count) {
      for request in classified { keep(decider.outcome(of: request)) }
    }
  }

  private var strings: Contender {
    let given = requests.map { request in
      (
        request.operation, request.platform,
        request.values.compactMap { attribute, value -> (Attribute, String)? in
          guard ![.operation, .platform, .askedBy].contains(attribute), let value else {
            return nil
          }
          return (attribute, value.description)
        }
      )
    }
    let policy = policy
    guard let decider = QuickDecider(policy) else { return Contender("strings") {} }
    return Contender("strings", operations: given.count) {
      for (operation, platform, values) in given {
        guard var request = policy.classified(operation, on: platform, askedBy: .administrator)
        else { return }
        for (attribute, text) in values { try? request.set(attribute, text) }
        keep(decider.outcome(of: request))
      }
    }
  }

  private var full: Contender {
    let (requests, policy) = (requests, policy)
    return Contender("full", operations: requests.count) {
      for request in requests { keep(decide(request, policy: policy)) }
    }
  }

  private var fromJSON: Contender {
    let (texts, decider) = (texts, JSONDecider(policy, reader: reader))
    return Contender("json", operations: texts.count) {
      for text in texts { keep(try? decider.decide(text)) }
    }
  }

  private static func policy(_ folder: URL, copies: Int) -> CompiledPolicy {
    let rules = json(folder, "rules.json")["rules"]?.array ?? []
    let all = (0..<copies).flatMap { copy in
      rules.map { rule in
        JSONValue.object(
          (rule.members ?? []).map { member in
            member.key == "id" && copy > 0
              ? .init("id", .string("\(member.value.string ?? "")-\(copy)")) : member
          })
      }
    }
    return Shipped.compiled("workload", Array(WorkloadPolicy.text(rules: all).utf8))
  }

  private static func json(_ folder: URL, _ name: String) -> JSONValue {
    let value = try? JSONValue(parsing: Files.bytes(folder.appendingPathComponent(name)))
    require(value != nil, "`\(name)` is not JSON")
    return value ?? .null
  }

  /// A peer times itself and prints `{"peer":…,"ns":median,"lo":best,"agree":…}` a line. Lines that
  /// tell the engine from its binding stand in place of the whole where there are any.
  private static func python(_ folder: URL, _ program: String) -> [Timing] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["BENCH_PYTHON"] ?? "python3"
    process.arguments = [python, program]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    let lines = output.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: Array($0))
    }
    let timings = lines.compactMap { line -> Timing? in
      guard line["agree"] == true, let name = line["peer"]?.string,
        let median = line["ns"].flatMap(number), let best = line["lo"].flatMap(number)
      else { return nil }
      return Timing(name: name, best: best, median: median)
    }
    let engines = timings.filter { $0.name.contains("=>") && $0.best > 0 }
    return engines.isEmpty ? Array(timings.prefix(1)) : Array(engines.prefix(1))
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
