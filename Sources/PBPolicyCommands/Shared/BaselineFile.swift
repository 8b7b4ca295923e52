import Findings
import PolicyFiles
import StrictJSON

/// A baseline in a file: JSON that a person can read and a review can compare.
enum BaselineFile {
  /// Reads the file at `path`; what is wrong with it goes to standard error, with its line.
  static func read(_ path: String, _ console: Console) throws -> Baseline {
    let bytes = try console.read(path)
    let (baseline, findings) = parse(bytes, path)
    guard findings.isEmpty else {
      throw InvalidInput(
        message: "the baseline `\(path)` cannot be used as it stands", findings: findings,
        sources: [path: SourceLines(utf8: bytes)])
    }
    return baseline
  }

  /// Writes `baseline` to the file at `path`.
  ///
  /// A file that is there already must be a baseline, so that a slip of the pen never writes over
  /// a profile.
  static func write(_ baseline: Baseline, to path: String) throws {
    if let present = try? readFile(path, limit: defaultFileLimit, .found),
      !present.isEmpty, !looksLikeBaseline(present)
    {
      throw InvalidInput(message: "`\(path)` is there and is no baseline; it stays as it is")
    }
    try writeFile(
      Array((baseline.json.prettyText + "\n").utf8), to: path, isPrivate: true)
  }

  /// Damaged or not: merging two of them by hand is how they come to be damaged.
  private static func looksLikeBaseline(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(200), as: UTF8.self).contains("\"\(mark)\"")
  }

  private static let mark = "pbpolicyBaseline"

  private static func parse(_ bytes: [UInt8], _ path: String) -> (Baseline, [Finding]) {
    var limits = PolicyTextLimits()
    limits.bytes = defaultFileLimit
    limits.nodes = 10_000_000
    let (node, broken) = PolicyText.read(bytes, path: path, as: .json, limits: limits)
    var baseline = Baseline()
    var findings = broken
    guard let node else { return (baseline, findings) }
    do throws(PolicyNodeError) {
      let map = try node.map()
      findings += map.unknownKeys(besides: [mark, "findings"])
      _ = try map.required(mark).integer(in: 1...1)
      for element in try map.required("findings").list() {
        do throws(PolicyNodeError) {
          let (shape, count) = try entry(element)
          baseline.add(shape, count)
        } catch { findings.append(error.finding) }
      }
    } catch { findings.append(error.finding) }
    return (baseline, Array(findings.prefix(20)))
  }

  private static func entry(_ node: PolicyNode) throws(PolicyNodeError) -> (FindingShape, Int) {
    let map = try node.map()
    if let stranger = map.unknownKeys(besides: ["path", "rule", "keyPath", "message", "count"])
      .first
    {
      throw PolicyNodeError(stranger)
    }
    let shape = FindingShape(
      rule: try map.required("rule").string(), path: try map.required("path").string(),
      keyPath: try map.required("keyPath").string(),
      message: try map.required("message").string())
    return (shape, Int(try map.required("count").integer(in: 1...1_000_000_000)))
  }
}
