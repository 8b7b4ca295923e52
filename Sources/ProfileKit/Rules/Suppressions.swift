import Findings

/// The comments of a run that take findings out of the count.
struct Suppressions: Sendable {
  private struct Place: Hashable, Sendable {
    var path: String
    var rule: String
  }
  /// The comments of each file that has any.
  private let comments: [(path: String, comment: SuppressionComment)]
  /// The rules of which parts of a file are told to say nothing.
  private let partial: Set<Place>

  init(_ files: [PlistFile]) {
    comments = files.flatMap { file in file.suppressionComments.map { (file.path, $0) } }
    partial = Set(
      comments.lazy.filter { $0.comment.reach != .file }.flatMap { path, comment in
        comment.rules.map { Place(path: path, rule: $0) }
      })
  }

  /// Whether a comment suppresses a rule in part of a file.
  func reachesParts(of path: String, _ rule: RuleID) -> Bool {
    !partial.isEmpty && partial.contains(Place(path: path, rule: rule.name))
  }

  /// Whether there is none.
  var isEmpty: Bool { comments.isEmpty }

  /// `findings` in their order, those marked that a comment suppresses.
  func applied(to findings: [Finding]) -> [Finding] {
    var result = findings
    for (finding, comment) in match(findings) {
      let place = comments[comment]
      result[finding].dismissal = .suppressed(
        place.comment.reason, at: location(place.path, place.comment))
    }
    return result
  }

  /// A finding for each comment with a mistake.
  var invalid: [Finding] {
    comments.compactMap { path, comment in
      comment.mistake.map {
        Finding(
          "suppression-invalid", .warning, at: location(path, comment), $0,
          help: comment.advice)
      }
    }
  }

  /// A finding for each rule that a comment names and of which `findings`, in their order, hold
  /// nothing there; `ran` are the rules that were looked at.
  func unused(_ findings: [Finding], ran: Set<RuleID>) -> [Finding] {
    var used: Set<Place> = []
    for (finding, comment) in match(findings) {
      used.insert(Place(path: "\(comment)", rule: findings[finding].rule.name))
    }
    return comments.enumerated().flatMap { index, entry -> [Finding] in
      guard entry.comment.mistake == nil else { return [] }
      return entry.comment.rules.filter {
        ran.contains(RuleID($0)) && !used.contains(Place(path: "\(index)", rule: $0))
      }.map { rule in
        Finding(
          "suppression-unused", .warning, at: location(entry.path, entry.comment),
          "nothing to suppress: `\(rule)` says nothing \(entry.comment.reach.words)",
          help: "remove it from the comment, or the comment")
      }
    }
  }

  private func location(_ path: String, _ comment: SuppressionComment) -> SourceLocation {
    SourceLocation(path: path, line: comment.position.line, column: comment.position.column)
  }

  /// The findings that are suppressed, by their place in `findings`, each with its comment.
  private func match(_ findings: [Finding]) -> [(finding: Int, comment: Int)] {
    var byPlace: [Place: [Int]] = [:]
    for (index, entry) in comments.enumerated() where entry.comment.mistake == nil {
      for rule in Set(entry.comment.rules) {
        byPlace[Place(path: entry.path, rule: rule), default: []].append(index)
      }
    }
    guard !byPlace.isEmpty else { return [] }
    var wanted: [Place: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      let place = Place(path: finding.location.path, rule: finding.rule.name)
      if byPlace[place] != nil { wanted[place, default: []].append(index) }
    }
    return wanted.flatMap { place, indices in sweep(findings, indices, byPlace[place] ?? []) }
  }

  /// One rule in one file: places in order against comments in order. Elements lie within each
  /// other or apart, so those around a place are a stack.
  private func sweep(_ findings: [Finding], _ indices: [Int], _ candidates: [Int])
    -> [(finding: Int, comment: Int)]
  {
    let whole = candidates.first { comments[$0].comment.reach == .file }
    let lines = Dictionary(
      candidates.filter { comments[$0].comment.reach == .line }.map {
        (comments[$0].comment.position.line, $0)
      }, uniquingKeysWith: { first, _ in first })
    var elements = candidates.filter { comments[$0].comment.reach == .element }[...]
    var around: [Int] = []
    let ordered = indices.sorted { findings[$0].location < findings[$1].location }
    return ordered.compactMap { index in
      let location = findings[index].location
      let place = TextPosition(line: location.line, column: max(location.column, 1))
      while let next = elements.first, comments[next].comment.from <= place {
        around.append(next)
        elements = elements.dropFirst()
      }
      while let last = around.last, comments[last].comment.to <= place { around.removeLast() }
      return (around.last ?? lines[location.line] ?? whole).map { (index, $0) }
    }
  }
}

extension SuppressionComment.Reach {
  /// Where it holds, in words.
  var words: String {
    switch self {
    case .file: "in this file"
    case .element: "about the element that follows"
    case .line: "about this line"
    }
  }
}
