import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a policy with tests; several are layers that only tighten")

  /// `pbpolicy policy cover`
  static let policyCover = Command(
    path: ["policy", "cover"],
    summary: "say what a policy's tests reach and what they miss",
    discussion: """
      Each rule and each default should decide in some test; of each bound of a version, size or \
      time both sides should be tried, with everything else as the rule asks; and each exception \
      should be seen to hold. What no request can reach is not asked for. `policy gen-tests` writes \
      what is missing.
      """,
    positionals: [files], options: [.policyKey, .bound],
    examples: [
      Example(
        "pbpolicy policy cover Policies/balanced/policy.yaml", "what one policy's tests reach")
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let policy = try arguments.analysedPolicy(arguments.words(files), console)
      let coverage = Coverage(policy, bound: try arguments.analysisBound)
      let missing = coverage.missing
      if arguments.format == .json {
        try console.print(json(coverage).prettyText)
      } else {
        for goal in coverage.goals {
          let mark = goal.missing == nil ? "reached" : "MISSING"
          try console.show("\(mark): \(goal.text) [\(goal.location)]", indent: 0)
          if goal.missing == nil, let first = goal.reachedBy.first {
            let more = goal.reachedBy.count - 1
            try console.show(
              "by \(first)" + (more > 0 ? " and \(counted(more, "other"))" : ""), indent: 9)
          } else if let request = goal.missing?.request {
            try console.show("such as \(request.json.compactText)", indent: 9)
          }
        }
        try console.print(
          "\(coverage.goals.count - missing.count) of \(counted(coverage.goals.count, "goal")) reached"
            + (coverage.unfinished == nil ? "" : ", as far as it was looked at: not finished")
        )
      }
      if let unfinished = coverage.unfinished {
        console.complain(unfinished.remark)
        return .notFinished
      }
      return missing.isEmpty ? .success : .findings
    })

  private static func json(_ coverage: Coverage) -> JSONValue {
    [
      "goals": .array(
        coverage.goals.map { goal in
          [
            "kind": .string(goal.kind.rawValue), "text": .string(goal.text),
            "rule": goal.rule.map { .string($0) } ?? .null,
            "path": .string(goal.location.path), "line": .integer(Int64(goal.location.line)),
            "reachedBy": .array(goal.reachedBy.map { .string($0) }),
            "missing": goal.missing.map { $0.request.json } ?? .null,
          ]
        }),
      "summary": [
        "goals": .integer(Int64(coverage.goals.count)),
        "missing": .integer(Int64(coverage.missing.count)),
        "finished": .bool(coverage.unfinished == nil),
      ],
    ]
  }

  /// `pbpolicy policy gen-tests`
  static let policyGenTests = Command(
    path: ["policy", "gen-tests"],
    summary: "write the tests that a policy lacks, with the answers as they are now",
    discussion: """
      Prints a list for the policy's `tests:`, in YAML or JSON: one test for each goal of `policy \
      cover` that no test reaches. They pass as the policy stands; read each before it is kept, since \
      it says what the policy does and not what it should do.
      """,
    positionals: [files], options: [.policyKey, .bound],
    examples: [
      Example(
        "pbpolicy policy gen-tests Policies/strict/policy.yaml", "the tests that one policy lacks")
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let policy = try arguments.analysedPolicy(arguments.words(files), console)
      let coverage = Coverage(policy, bound: try arguments.analysisBound)
      var seen: Set<PolicyTest> = []
      let tests = coverage.missing.compactMap(\.missing).filter { seen.insert($0).inserted }
      if arguments.format == .json {
        try console.print(JSONValue.array(tests.map(GeneratedTest.json)).prettyText)
      } else {
        if !tests.isEmpty { try console.print("tests:") }
        for test in tests { try console.print(GeneratedTest.yaml(test)) }
      }
      console.remark(
        tests.isEmpty
          ? coverage.unfinished == nil ? "nothing is missing" : "nothing was found missing so far"
          : "\(counted(tests.count, "test")) to add under `tests:`")
      if let unfinished = coverage.unfinished {
        console.complain(unfinished.remark)
        return .notFinished
      }
      return .success
    })
}

/// A test as policy files write it.
enum GeneratedTest {
  static func json(_ test: PolicyTest) -> JSONValue {
    var expected: [JSONValue.Member] = []
    if let outcome = test.expected.outcome {
      expected.append(.init("outcome", .string(outcome.rawValue)))
    }
    if let honoured = test.expected.honoured {
      expected.append(.init("honoured", .string(honoured.rawValue)))
    }
    if let rule = test.expected.rule { expected.append(.init("rule", .string(rule))) }
    return [
      "name": .string(test.name), "request": test.request.json, "expect": .object(expected),
    ]
  }

  static func yaml(_ test: PolicyTest) -> String {
    let json = json(test)
    return "  - name: \(quoted(test.name))\n"
      + "    request: \(flow(json["request"] ?? .null))\n"
      + "    expect: \(flow(json["expect"] ?? .null))"
  }

  private static func flow(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "{ " + members.map { "\($0.key): \(flow($0.value))" }.joined(separator: ", ") + " }"
    case .array(let values): "[" + values.map(flow).joined(separator: ", ") + "]"
    case .string(let text): isPlain(text) ? text : quoted(text)
    default: value.compactText
    }
  }

  /// Whether a text means itself without quotes: words of letters, dots and hyphens.
  private static func isPlain(_ text: String) -> Bool {
    let isWord = text.utf8.first.map { (65...90).contains($0) || (97...122).contains($0) } ?? false
    return isWord && !["null", "true", "false"].contains(text.lowercased())
      && text.utf8.allSatisfy {
        (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || $0 == 45
          || $0 == 46
      }
  }
}
