/// Reads a whole log, hashes everything again, and says what is so. It changes nothing.
public enum LogVerifier {
  /// Verifies the log in a folder. What cannot be opened is a finding, never an error.
  public static func verify(directory: String, options: VerificationOptions)
    -> VerificationReport
  {
    do {
      return verify(try SQLiteLogReader(directory: directory), options: options)
    } catch {
      var findings = Findings()
      findings.add(.unopenable(error))
      addMissing(to: &findings, directory, options, error)
      return findings.report(
        VerificationReport(verdict: .cannotTell), anchoredAt: nil, isHeadSigned: false)
    }
  }

  /// Where no log can be read at all, whoever counted records misses all of them; where it only
  /// may not be read here, nothing is known to be missing.
  private static func addMissing(
    to findings: inout Findings, _ directory: String, _ options: VerificationOptions,
    _ error: LogStoreError
  ) {
    switch error {
    case .noLog, .notALog: break
    default: return
    }
    if let text = options.anchor, let note = try? SignedNote(parsing: text),
      (try? note.open(with: options.keys)) != nil,
      let anchor = try? Checkpoint(parsing: note.text), anchor.size > 0
    {
      findings.add(.missing(held: 0, counted: anchor.size, by: .anchor))
    }
    if let answered = LogFolder(directory: directory).answered(), answered > 0 {
      findings.add(.missing(held: 0, counted: answered, by: .answers))
    }
  }

  /// Verifies the log that a reader reads.
  public static func verify(_ reader: any LogReader, options: VerificationOptions)
    -> VerificationReport
  {
    var pass = VerificationPass(options: options)
    do {
      try reader.snapshot { () throws(LogStoreError) in try pass.run(reader) }
    } catch {
      pass.stopped(by: error)
    }
    return pass.report()
  }
}

/// What was found so far.
struct Findings {
  private static let limit = 50
  private(set) var problems: [VerificationProblem] = []
  private(set) var omitted = 0
  private(set) var gravity = VerificationGravity.note
  private var firstSeq: Int64?

  mutating func add(_ problem: VerificationProblem) {
    gravity = max(gravity, problem.gravity)
    if problem.gravity == .altered, let seq = problem.seq {
      firstSeq = min(firstSeq ?? seq, seq)
    }
    if problems.count < Self.limit { problems.append(problem) } else { omitted += 1 }
  }

  /// The report: the gravest finding decides.
  func report(_ draft: VerificationReport, anchoredAt: Int64?, isHeadSigned: Bool)
    -> VerificationReport
  {
    var report = draft
    report.problems = problems
    report.omitted = omitted
    report.verdict =
      switch gravity {
      case .note where isHeadSigned: .verified(to: report.records, anchoredAt: anchoredAt)
      case .note: .cannotTell
      case .cannotTell: .cannotTell
      case .incomplete: .incomplete
      case .altered: .altered(firstSeq: firstSeq)
      }
    return report
  }
}
