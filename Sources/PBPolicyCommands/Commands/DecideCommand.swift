import AuditKit
import DecisionService
import Devices
import Findings
import PolicyFiles
import PolicyKit
import ProfileKit
import StrictJSON

extension Command {
  private static let words = Positional(
    .text("KEY=VALUE"), .any,
    help: "one attribute of the request; `?` as a value says that it is unknown")
  private static let request = Option(
    "request", short: "r", .file("FILE"),
    help: "requests: an object, an array, or JSON Lines; YAML too; - for standard input")
  private static let log = Option(
    "log", .directory("DIR"), help: "record every decision in this log before it is answered")
  private static let brief = Option(
    "brief", help: "a line an answer and a line a reason, for many requests")
  private static let askedBy = Option(
    "asked-by", .choice("WHO", ["app", "administrator", "system"]), default: "administrator",
    help: "who asks")

  /// `pbpolicy decide`
  static let decide = Command(
    path: ["decide"],
    summary: "decide whether content may go onto or come off a pasteboard",
    discussion: """
      Answers allow, local-only or deny, says whether the platform can honour that, what to call, \
      what the caller must and may do, and why, with file and line.

      A request is a list of KEY=VALUE words or a file. What is left out although the caller is \
      expected to know it counts as unknown, and never gives a better answer. With --log, nothing \
      is answered before it is recorded; the signing key lies outside the log's folder.
      """,
    positionals: [words],
    options: [.policy, .policyKey, .profile, .device, log, .key, askedBy, request, brief],
    examples: [
      Example(
        "pbpolicy decide -p policy.yaml -r request.json", "may this be copied?"),
      Example(
        "pbpolicy decide -p policy.yaml --profile a.mobileconfig -r requests.jsonl",
        "several requests, with a profile on the device"),
    ],
    statuses: [.success, .findings, .deny, .localOnly],
    run: { arguments, console in
      let policy = try PolicyInput(arguments.values(.policy), arguments, console).compiled(console)
      let target = try arguments.device(.device)
      let profiles = try ProfileInput(
        arguments.values(.profile), targets: [], rules: allRules, console)
      try profiles.requireProfiles(console)
      let validation = profiles.validation
      console.warn(validation.undoing, sources: validation.sources)
      let asker = arguments.value(askedBy).flatMap(Request.Asker.init(rawValue:)) ?? .administrator
      let reader = RequestReader(
        asker: asker, mayChooseAsker: !arguments.options.keys.contains("asked-by"),
        classes: policy.classes)
      let (requests, isList) = try requests(
        arguments, RequestInput(reader: reader, arguments: arguments), target, console)
      let questions = try questions(requests, profiles, target, arguments)
      let answers = try answer(questions, policy, profiles, arguments, console)
      for remark in EmergencyNotes(policy).remarks(requests) { console.remark(remark) }
      try show(answers, of: questions, asList: isList, policy, arguments, console)
      return switch answers.map(\.decision.outcome).max() ?? .deny {
      case .allow: .success
      case .localOnly: .localOnly
      case .deny: .deny
      }
    })

  private static func requests(
    _ arguments: Arguments, _ input: RequestInput, _ target: Device?, _ console: Console
  ) throws -> (requests: [Request], isList: Bool) {
    let given = arguments.words(words)
    switch (arguments.value(request), given.isEmpty) {
    case (nil, true):
      throw arguments.wrong("expected a request: KEY=VALUE words or `--request FILE`")
    case (nil, false): return ([try input.request(given, device: target)], false)
    case (.some(let path), true): return try input.requests(in: path, device: target, console)
    case (.some, false):
      throw arguments.wrong("a request is given twice: by `--request` and by `\(given[0])`")
    }
  }

  /// What profiles put on each request's own device, worked out once a device.
  private static func questions(
    _ requests: [Request], _ profiles: ProfileInput, _ target: Device?, _ arguments: Arguments
  ) throws -> [DecisionPath.Question] {
    var known: [Device: DeviceRestrictions] = [:]
    return try requests.map { request in
      for (attribute, fact) in target?.attributes ?? [] {
        guard let asked = request.values[attribute] ?? nil, asked.description != fact else {
          continue
        }
        throw arguments.wrong(
          "the request says \(attribute.rawValue) \(asked), `--device` says \(fact)")
      }
      guard !profiles.validation.profiles.isEmpty else { return .init(request) }
      var device = target ?? Device(request.platform)
      device.version = device.version ?? request.version
      device.fill(from: request)
      let restrictions =
        known[device]
        ?? DeviceRestrictions(RestrictionsInForce(profiles.validation.profiles, on: device))
      known[device] = restrictions
      return .init(request, restrictions: restrictions)
    }
  }

  private static func answer(
    _ questions: [DecisionPath.Question], _ policy: CompiledPolicy, _ profiles: ProfileInput,
    _ arguments: Arguments, _ console: Console
  ) throws -> [DecisionPath.Answer] {
    guard let directory = arguments.value(log) else {
      return try DecisionPath(policy: policy, profiles: profiles.bytes).answer(questions)
    }
    return try LogInput.write(to: directory, arguments, console) { writer in
      try DecisionPath(policy: policy, profiles: profiles.bytes, writer: writer).answer(questions)
    }
  }

  private static func show(
    _ answers: [DecisionPath.Answer], of questions: [DecisionPath.Question],
    asList isList: Bool, _ policy: CompiledPolicy, _ arguments: Arguments, _ console: Console
  ) throws {
    if arguments.format == .json {
      let emergencies = EmergencyNotes(policy)
      let all = zip(answers, questions).map { answer, question in
        answer.json(
          policy, nearMisses(question, policy), emergencies.json(question.request))
      }
      try console.print(isList ? JSONValue.array(all).prettyText : all[0].prettyText)
      return
    }
    for (index, (answer, question)) in zip(answers, questions).enumerated() {
      let report = DecisionReport(
        answer.decision, colour: console.usesColour(), width: console.width)
      if arguments.isSet(brief) {
        try console.write(report.brief(index + 1, about: question.request.summary))
      } else {
        if index > 0 { try console.print() }
        try console.write(report.text)
        try console.write(report.text(of: nearMisses(question, policy)))
      }
      if let receipt = answer.receipt, !arguments.isSet(brief) {
        try console.print("recorded  record \(receipt.seq) of log \(receipt.log)")
      }
    }
    if arguments.isSet(brief), let last = answers.last?.receipt {
      try console.print(
        "\(counted(answers.count, "decision")) recorded, up to record \(last.seq) of log \(last.log)"
      )
    }
  }
}

/// What would give an administrator a better answer; nothing for anybody else.
private func nearMisses(_ question: DecisionPath.Question, _ policy: CompiledPolicy) -> [NearMiss] {
  guard question.request.askedBy == .administrator else { return [] }
  return NearMiss.changes(
    for: question.request, policy: policy, restrictions: question.restrictions)
}

extension DecisionPath.Answer {
  fileprivate func json(
    _ policy: CompiledPolicy, _ nearMisses: [NearMiss], _ emergencies: JSONValue
  ) -> JSONValue {
    let record: JSONValue =
      receipt.map {
        ["log": .string($0.log), "seq": .integer($0.seq), "id": .string($0.id)]
      } ?? .null
    return .object(
      (decision.json.members ?? []) + [
        .init("nearMiss", .array(nearMisses.map(\.json))), .init("policy", policy.json),
        .init("emergencies", emergencies), .init("record", record),
      ])
  }
}

extension Device {
  /// What is known of the device that a request can say too.
  fileprivate var attributes: [(Attribute, String)] {
    facts.compactMap { key, value in
      Attribute(deviceFact: key).map { ($0, value) }
    }
  }

  /// Takes over what the request says of the device, where nothing else did.
  fileprivate mutating func fill(from request: Request) {
    supervised = supervised ?? request.text(.supervised).map { $0 == "yes" }
    sharedIPad = sharedIPad ?? request.text(.sharedIPad).map { $0 == "yes" }
    enrollment = enrollment ?? request.text(.enrollment).flatMap(Enrollment.init(rawValue:))
  }
}
