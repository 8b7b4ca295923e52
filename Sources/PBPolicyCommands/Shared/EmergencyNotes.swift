import Findings
import PolicyKit
import StrictJSON

/// Which of the emergency files that were given hold at a request's time, and why others do not:
/// who breaks the glass must see where nothing breaks.
struct EmergencyNotes {
  private let files: [BreakGlass]

  init(_ policy: CompiledPolicy) {
    var seen: Set<BreakGlass> = []
    files = policy.emergencies.flatMap(\.files).filter { seen.insert($0).inserted }
  }

  /// A line for each file that does not hold for some request, and why.
  func remarks(_ requests: [Request]) -> [String] {
    files.flatMap { glass in
      var reasons: [(why: String, count: Int)] = []
      for case let why? in requests.map({ idle(glass, $0) }) {
        if let index = reasons.firstIndex(where: { $0.why == why }) {
          reasons[index].count += 1
        } else {
          reasons.append((why, 1))
        }
      }
      return reasons.map { reason in
        let share = requests.count == 1 ? "" : " for \(reason.count) of \(requests.count) requests"
        return "emergency `\(glass.name)` is not in force\(share): \(reason.why)"
      }
    }
  }

  /// What became of each file for `request`.
  func json(_ request: Request) -> JSONValue {
    .array(
      files.map { glass in
        let why = idle(glass, request)
        return [
          "name": .string(glass.name), "path": .string(glass.path),
          "from": .string(Instant.text(glass.from)), "until": .string(Instant.text(glass.until)),
          "inForce": .bool(why == nil), "why": why.map { .string($0) } ?? .null,
        ]
      })
  }

  /// Why `glass` does not hold for `request`; nil where it does.
  private func idle(_ glass: BreakGlass, _ request: Request) -> String? {
    let span = "it holds from \(Instant.text(glass.from)) until \(Instant.text(glass.until))"
    guard case .instant(let time) = request.values[.time] ?? nil else {
      return "the request gives no `time`, and \(span)"
    }
    return (glass.from..<glass.until).contains(time)
      ? nil : "\(span), the request is of \(Instant.text(time))"
  }
}
