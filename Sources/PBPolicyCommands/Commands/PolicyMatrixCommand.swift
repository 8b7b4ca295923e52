import DecisionService
import Devices
import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let input = Positional(
    .file("FILE"), .atLeastOne,
    help: "a policy, several are layers that only tighten; KEY=VALUE words among them are what "
      + "every cell says, such as trigger=user, or operation=paste")
  private static let askedBy = Option(
    "asked-by", .choice("WHO", ["app", "administrator", "system"]), default: "app",
    help: "who asks")

  /// `pbpolicy policy matrix`
  static let policyMatrix = Command(
    path: ["policy", "matrix"],
    summary: "show the answers for content classes on platforms and versions as a table",
    discussion: """
      Content classes down, platforms and versions across; each cell is one answer of `decide`: the \
      outcome, whether it is honoured, and where content can end up. Classes and versions that are \
      answered alike stand together. Every cell asks for the same thing: a copy to the general \
      pasteboard by the user, unless KEY=VALUE words say otherwise.
      """,
    positionals: [input], options: [.policyKey, .profile, .devices, askedBy],
    formats: [.text, .csv, .json, .html],
    examples: [
      Example("pbpolicy policy matrix Policies/balanced/policy.yaml", "copies, in a terminal"),
      Example(
        "pbpolicy policy matrix policy.yaml --format html > matrix.html", "the same as a page"),
      Example(
        "pbpolicy policy matrix policy.yaml operation=paste destination.kind=remote-session",
        "pastes into a remote session"),
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let words = arguments.words(input)
      let files = words.filter { !isGiven($0) }
      guard !files.isEmpty else { throw arguments.wrong("expected a policy's file") }
      let policy = try arguments.analysedPolicy(files, console)
      let situations = try arguments.situations(profiles: arguments.values(.profile), console)
      let (operation, given) = try scenario(words.filter(isGiven), arguments)
      let asker = arguments.value(askedBy).flatMap(Request.Asker.init(rawValue:)) ?? .app
      var matrices: [(Situation, PolicyMatrix)] = []
      do {
        for situation in situations {
          matrices.append(
            (
              situation,
              try PolicyMatrix(
                policy, operation: operation, given: given, asker: asker, situation: situation)
            ))
        }
      } catch let error as NotFinished {
        console.complain(error.remark)
        return .notFinished
      }
      let report = MatrixReport(policy: policy, asker: asker, matrices: matrices)
      switch arguments.format {
      case .json: try console.print(report.json.prettyText)
      case .csv: try console.write(report.csv)
      case .html: try console.write(bytes: report.page)
      default: try console.write(report.text(width: console.width))
      }
      return .success
    })

  /// Whether a word says something of the requests; a file of such a name is `./NAME`.
  private static func isGiven(_ word: String) -> Bool {
    guard let name = word.split(separator: "=", omittingEmptySubsequences: false).first,
      name.utf8.count < word.utf8.count
    else { return false }
    return name.allSatisfy { $0.isLetter || $0 == "-" || $0 == "." } && !name.hasPrefix(".")
  }

  private static func scenario(_ words: [String], _ arguments: Arguments) throws -> (
    PolicyKit.Operation, [Attribute: AttributeValue]
  ) {
    var operation = PolicyKit.Operation.copy
    var given: [Attribute: AttributeValue] = [:]
    for word in words {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let attribute = Attribute(rawValue: String(pair[0])), !attribute.isDerived else {
        let near = nearestName(to: String(pair[0]), among: Attribute.allCases.map(\.rawValue))
        throw arguments.wrong(
          "there is no attribute `\(pair[0])` to give"
            + (near.map { "; did you mean `\($0)`?" } ?? ""))
      }
      if [.platform, .osVersion, .contentClass, .askedBy].contains(attribute) {
        throw arguments.wrong(
          attribute == .askedBy
            ? "who asks is said by `--asked-by`"
            : "`\(attribute.rawValue)` is what the table is about")
      }
      let texts = pair[1].split(separator: ",").map(String.init)
      let value: AttributeValue
      do { value = try attribute.value(of: texts) } catch {
        throw arguments.wrong(error.description)
      }
      if attribute == .operation {
        operation = PolicyKit.Operation(rawValue: value.description) ?? operation
      } else {
        given[attribute] = value
      }
    }
    return (operation, given)
  }
}
