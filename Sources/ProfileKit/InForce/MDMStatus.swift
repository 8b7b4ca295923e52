import Findings

/// What every response of a device says of itself.
enum MDMStatus {
  /// Findings where the device did not answer what it was asked: the response is not to be used.
  static func findings(_ root: PlistNode, _ file: PlistFile) -> [Finding] {
    var result: [Finding] = []
    for entry in root.entries where entry.key == "Status" {
      let status = entry.value.string
      guard status != "Acknowledged" else { continue }
      let found = status.map { "`\(shown($0))`" } ?? withArticle(entry.value.typeName)
      result.append(
        Finding(
          "response-not-usable", .error, at: file.location(entry.value.position),
          keyPath: "Status",
          "the device answered \(found), not `Acknowledged`: the response is not used",
          help: "ask it again once it is awake and allows the query"))
    }
    if let entry = root.entry("ErrorChain") {
      result.append(
        Finding(
          "response-not-usable", .error, at: file.location(entry.keyPosition),
          keyPath: "ErrorChain",
          "the device answered with an error (`ErrorChain`): the response is not used",
          help: "ask it again once the error is gone"))
    }
    return result
  }

  /// The device that a response is of, by its `UDID` or, under User Enrollment, `EnrollmentID`.
  static func device(_ root: PlistNode) -> [String: String] {
    var result: [String: String] = [:]
    for key in ["UDID", "EnrollmentID"] {
      if let text = root[key]?.string { result[key] = text.uppercased() }
    }
    return result
  }
}
