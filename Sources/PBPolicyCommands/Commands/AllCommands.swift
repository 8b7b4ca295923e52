extension CommandTable {
  /// What pbpolicy understands: the one list that a new command is added to.
  static let pbpolicy: CommandTable = CommandTable(
    tool: "pbpolicy",
    summary: "pasteboard policy for Apple devices: check it, decide by it, prove what was decided",
    discussion: """
      pbpolicy reads configuration profiles and pasteboard policies, says what they do and \
      where they are wrong, decides whether content may go onto or come off a pasteboard, and \
      keeps and verifies a log of what was decided.

      Results go to standard output, remarks and errors to standard error. A file named `-` is \
      standard input.
      """,
    groups: [
      CommandGroup(
        path: ["policy"], summary: "check, test, prove, compare, write and sign policies"),
      CommandGroup(path: ["schema"], summary: "what is known of payload types and their keys"),
      CommandGroup(path: ["log"], summary: "write, read and verify the decision log"),
    ],
    commands: [
      .validate, .effective, .fleet, .extract, .decide,
      .policyCheck, .policyTest, .policyProve, .policyDiff, .policyCover, .policyGenTests,
      .policyMatrix, .policyFmt, .policyConvert, .policySchema, .policyCompile, .policySign,
      .policyVerify,
      .policyImport,
      .logAppend, .logQuery, .logVerify, .logHead, .logKeygen,
      .schemaImport, .schemaList, .schemaShow,
      .rules, .rulesShow, .facts, .help, .completions, .manual, .version,
    ])
}
