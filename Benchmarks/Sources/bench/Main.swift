import Foundation

/// `bench loop balanced|workload typed|strings|full|json|compile ROUNDS` answers the requests of
/// `Policies/balanced`, or the neutral workload, in one way and does nothing else, for profilers;
/// `bench peak COMMAND…` says how much memory a command held; and
/// `bench [profile] [decide] [log] [start] [fleet] [analysis]`: what to measure; all of it where nothing is named.
@main
struct Bench {
  static let parts: [(name: String, run: @Sendable () -> Void)] = [
    ("profile", { ProfileReading.run() }), ("decide", { Deciding.run() }),
    ("log", { DecisionLog.run() }), ("start", { ProcessStart.run() }),
    ("fleet", { FleetReading.run() }), ("analysis", { Analyses.run() }),
  ]

  static func main() {
    let names = Array(CommandLine.arguments.dropFirst())
    if names.first == "loop", names.count == 4, let rounds = Int(names[3]) {
      let ways = names[1] == "balanced" ? Shipped.ways : WorkloadComparison()?.ways
      exit(ways?.loop(names[2], rounds) == true ? 0 : 3)
    }
    if names.first == "peak" { return ProcessStart.tellPeak(Array(names.dropFirst())) }
    for name in names where !parts.contains(where: { $0.name == name }) {
      print("bench: expected \(parts.map(\.name).joined(separator: ", ")), found `\(name)`")
      exit(2)
    }
    print("load before: \(load())\n")
    Table.begin()
    for part in parts where names.isEmpty || names.contains(part.name) { part.run() }
    print("\nload after: \(load())")
  }

  /// The machine's load over the last minute: above about 0.3 the figures are not quiet ones.
  private static func load() -> String {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? short(averages[0]) : "unknown"
  }
}
