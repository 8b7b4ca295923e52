import PolicyFiles
import StrictJSON

extension Command {
  /// `pbpolicy policy schema`
  static let policySchema = Command(
    path: ["policy", "schema"],
    summary: "print the JSON Schema of policies, for editors",
    discussion: """
      Prints the JSON Schema (2020-12) of policy and emergency files, made from the tables that the \
      readers use. An editor that knows it completes keys and words while a policy is written, in \
      YAML as in JSON. It says what is well-formed; whether a policy can work, `policy check` says.
      """,
    formats: [.json, .text],
    examples: [
      Example("pbpolicy policy schema > policy.schema.json", "write it to a file")
    ],
    run: { _, console in
      try console.print(PolicySchema.json.prettyText)
      return .success
    })
}
