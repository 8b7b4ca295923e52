import Foundation

/// `bench loop ROUNDS` decides and does nothing else, for profilers, and
/// `bench loop typed|strings|full|json ROUNDS` answers the neutral workload in one way;
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
    if names.first == "loop", names.count == 2, let rounds = Int(names[1]) {
      return Deciding.loop(rounds)
    }
    if names.first == "loop", names.count == 3, let rounds = Int(names[2]) {
      exit(WorkloadComparison.loop(names[1], rounds) ? 0 : 3)
    }
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
