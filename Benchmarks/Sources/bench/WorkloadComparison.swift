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

  let ways: Ways

  /// Nil where the material is not beside the repository.
  init?() {
    guard let peers = Files.peers else { return nil }
    let folder = peers.appendingPathComponent("workload")
    ways = Self.ways(folder, copies: 1)
    let expected = (Self.json(folder, "expected.json").array ?? []).compactMap {
      $0["outcome"]?.string
    }
    check(expected)
  }

  private func check(_ expected: [String]) {
    let policy = ways.policy
    guard let decider = QuickDecider(policy) else {
      return require(false, "the policy is too large")
    }
    let wrong = zip(ways.requests, expected).enumerated().filter { _, pair in
      let quick = policy.classified(pair.0).map { decider.outcome(of: $0) }
      return decide(pair.0, policy: policy).outcome.rawValue != pair.1 || quick?.rawValue != pair.1
    }.map(\.offset)
    require(
      ways.requests.count == expected.count && wrong.isEmpty,
      "\(wrong.count) of \(expected.count) decisions differ, such as \(wrong.prefix(5))")
  }

  static func run() {
    guard let workload = Self(), let peers = Files.peers else {
      return Table.skip(what, against: "other engines", "its material is not beside the repository")
    }
    let all = workload.ways.all
    let ours = time(Array(all.dropLast()), rounds: 7)
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
    curve(peers.appendingPathComponent("workload"))
  }

  /// Thirty rules, and up to a hundred times as many; copies of rules are rules like all others.
  private static func curve(_ folder: URL) {
    let sizes = [30, 90, 300, 1020, 3000]
    let all = sizes.map { ways(folder, copies: $0 / 30) }
    let kinds: [(String, (Ways, String) -> Contender, Unit)] = [
      ("typed, all matching rules", { $0.typed($1) }, .nanoseconds),
      ("strings, all matching rules", { $0.strings($1) }, .nanoseconds),
      ("compile", { $0.compile($1) }, .milliseconds),
    ]
    for (what, contender, unit) in kinds {
      let timings = time(
        zip(all, sizes).map { contender($0, "\(what), \($1) rules") }, rounds: 7)
      for timing in timings { Table.add(timing.name, [timing, timings[0]], unit: unit) }
    }
  }

  private static func ways(_ folder: URL, copies: Int) -> Ways {
    let set = rules(folder, copies: copies)
    let reader = RequestReader(
      asker: .administrator, mayChooseAsker: false, classes: set.policy?.classes ?? [])
    let texts = (json(folder, "requests.json").array ?? []).map {
      Array(WorkloadPolicy.request($0).compactText.utf8)
    }
    return Ways(set, texts, texts.map { Shipped.request($0, reader) }, reader)
  }

  private static func rules(_ folder: URL, copies: Int) -> PolicySet {
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
