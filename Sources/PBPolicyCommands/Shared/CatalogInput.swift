import Findings
import ProfileKit

extension Option {
  static let catalog = Option(
    "catalog", .file("FILE"), repeatable: true,
    help: "further payload types and keys, or a newer import, above what this program knows")
}

extension Arguments {
  /// What this program knows, with the catalogues at `paths` and those of `--catalog` above it.
  /// - Throws: `InvalidInput` where something in one is not understood; what is there to silence
  ///   findings must not fail silently.
  func catalog(_ console: Console, after paths: [String] = []) throws -> Catalog {
    var catalog = Catalog.standard
    for path in paths + values(.catalog) {
      let bytes = try console.read(path)
      let (next, problems) = catalog.adding(bytes, named: path)
      catalog = next
      guard !problems.isEmpty else { continue }
      let findings = problems.map {
        Finding(
          "catalogue", .error, at: SourceLocation(path: path, line: $0.line, column: 1), $0.message)
      }
      let lines = SourceLines(String(decoding: bytes, as: UTF8.self))
      throw InvalidInput(
        message: "the catalogue `\(path)` cannot be used as it stands", findings: findings,
        sources: [path: lines])
    }
    return catalog
  }
}
