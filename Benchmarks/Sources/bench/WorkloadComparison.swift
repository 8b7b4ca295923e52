import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON

/// Thirty neutral rules and a thousand requests that stand beside the repository for several
/// engines; ours must answer each as expected before it is timed.
enum WorkloadComparison {
  private static let what = "decide, 30 rules, 1000 requests"
  private static let peer = "a loop over the rules in Python"

  static func run() {
    guard let peers = Files.peers else {
      return Table.skip(what, against: peer, "its material is not beside the repository")
    }
    let folder = peers.appendingPathComponent("workload")
    let rules = json(folder, "rules.json")["rules"]?.array ?? []
    let policy = Shipped.compiled(
      "workload", Array(WorkloadPolicy.text(rules: rules).utf8))
    let reader = RequestReader(
      asker: .administrator, mayChooseAsker: false, classes: policy.classes)
    let requests = (json(folder, "requests.json").array ?? []).map {
      Shipped.request(Array(WorkloadPolicy.request($0).compactText.utf8), reader)
    }
    let expected = (json(folder, "expected.json").array ?? []).compactMap { $0["outcome"]?.string }
    let wrong = zip(requests, expected).enumerated().filter { _, pair in
      decide(pair.0, policy: policy).outcome.rawValue != pair.1
    }.map(\.offset)
    require(
      requests.count == expected.count && wrong.isEmpty,
      "\(wrong.count) of \(expected.count) decisions differ, such as \(wrong.prefix(5))")
    let ours = time(
      [
        Contender("ours", operations: requests.count) {
          for request in requests { keep(decide(request, policy: policy)) }
        }
      ], rounds: 7)
    guard let theirs = python(peers.appendingPathComponent("bench")) else {
      return Table.skip(what, against: peer, "python3 did not run it")
    }
    Table.add(what, ours + [theirs], unit: .nanoseconds)
  }

  private static func json(_ folder: URL, _ name: String) -> JSONValue {
    let value = try? JSONValue(parsing: Files.bytes(folder.appendingPathComponent(name)))
    require(value != nil, "`\(name)` is not JSON")
    return value ?? .null
  }

  /// The peer times itself and prints `{"ns":median,"lo":best,…}` on its last line.
  private static func python(_ folder: URL) -> Timing? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "p_py.py"]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard let line = output.split(separator: UInt8(ascii: "\n")).last,
      let value = try? JSONValue(parsing: Array(line)),
      let median = value["ns"].flatMap(number), let best = value["lo"].flatMap(number),
      value["agree"] == true
    else { return nil }
    return Timing(name: peer, best: best, median: median)
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
