import Findings
public import PolicyKit
public import StrictJSON

extension Decision {
  /// The decision as others build on it; `record` is added by whoever recorded it.
  ///
  /// Members: `outcome`, `required`, `honoured`, `assurance`, `promises`, `plan`, `obligations`,
  /// `advice`, `becauseUnknown`, `atBest`, `exposures`, `notices`, `reasons`, `overruled`,
  /// `texts`, `wouldBe`, `brokenGlass`.
  public var json: JSONValue {
    var bytes = JSONBytes()
    write(to: &bytes)
    return (try? JSONValue(parsing: bytes.bytes)) ?? .null
  }
}

extension CompiledPolicy {
  /// The files that decide, always as an array: `name`, `version`, `sha256` each.
  public var json: JSONValue {
    .array(
      files.map {
        [
          "name": .string($0.name), "version": .string($0.version), "sha256": .string($0.sha256),
        ]
      })
  }
}

extension NearMiss {
  /// Members: `changes` (each `what`, `power`), `outcome`, `honoured`.
  public var json: JSONValue {
    [
      "changes": .array(
        changes.map { ["what": .string($0.text), "power": .string($0.power.rawValue)] }),
      "outcome": .string(outcome.rawValue), "honoured": .string(honoured.rawValue),
    ]
  }
}
