import Findings

/// Builds nodes from the strict subset of YAML.
struct YAMLTreeReader {
  /// Reading cannot go on; why is among the findings.
  private struct Stop: Error {}

  private let events: YAMLEvents
  private let path: String
  private let limits: PolicyTextLimits
  private let bytes: [UInt8]
  private var positions: TextPositions
  private var findings: [Finding] = []
  private var nodes = 0

  static func read(_ bytes: [UInt8], path: String, limits: PolicyTextLimits) -> (
    node: PolicyNode?, findings: [Finding]
  ) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let events = YAMLEvents(buffer) else {
        let location = SourceLocation(path: path)
        return (nil, [Finding(.policyLimit, .error, at: location, "memory is short")])
      }
      var reader = YAMLTreeReader(events: events, path: path, limits: limits, bytes: bytes)
      let node = try? reader.document()
      return (node, reader.findings)
    }
  }

  private init(events: YAMLEvents, path: String, limits: PolicyTextLimits, bytes: [UInt8]) {
    self.events = events
    self.path = path
    self.limits = limits
    self.bytes = bytes
    positions = TextPositions(bytes)
  }

  private mutating func document() throws(Stop) -> PolicyNode? {
    var top: PolicyNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd:
        if top == nil {
          try refuse(.policySyntax, at: event.start, "nothing stands in this text")
        }
        return top
      case .documentStart(let hasDirectives):
        if hasDirectives { try refuseDirective(at: event.start) }
        guard top == nil else {
          try refuse(
            .policyYAMLFeature, at: event.start,
            "expected one document, found a second after `---`",
            help: "write each policy to a file of its own")
          throw Stop()
        }
        top = try node(try next(), .top, depth: 0)
      default: break
      }
    }
  }

  private mutating func refuseDirective(at start: Int) throws(Stop) {
    try refuse(
      .policyYAMLFeature, at: start, "expected no directives, found one that starts with `%`",
      help: "remove the lines that start with `%`")
  }

  /// The node that starts with `event`.
  private mutating func node(_ event: YAMLEvent, _ keys: PolicyPath, depth: Int) throws(Stop)
    -> PolicyNode
  {
    let location = place(event.start)
    nodes += 1
    guard nodes <= limits.nodes else {
      findings.append(.tooMany(limits.nodes, at: location))
      throw Stop()
    }
    try refuseProperties(of: event)
    switch event.kind {
    case .scalar(let text, let style):
      return PolicyNode(.scalar(PolicyScalar(text, style)), at: location, path: keys)
    case .alias(let name):
      try refuse(
        .policyYAMLFeature, at: event.start,
        "expected a value, found the alias `*\(excerpt(name))`", help: "write the value out")
      return PolicyNode(.scalar(PolicyScalar("", .plain)), at: location, path: keys)
    case .listStart, .mapStart:
      guard depth < limits.depth else {
        findings.append(.tooDeep(limits.depth, at: location))
        throw Stop()
      }
      if case .listStart = event.kind {
        return PolicyNode(.list(try list(keys, depth)), at: location, path: keys)
      }
      return PolicyNode(.map(try map(keys, depth)), at: location, path: keys)
    default:
      // libyaml's grammar lets no other event start a node.
      throw Stop()
    }
  }

  private mutating func list(_ keys: PolicyPath, _ depth: Int) throws(Stop) -> [PolicyNode] {
    var elements: [PolicyNode] = []
    while true {
      let event = try next()
      if case .listEnd = event.kind { return elements }
      elements.append(try node(event, keys.place(elements.count), depth: depth + 1))
    }
  }

  private mutating func map(_ keys: PolicyPath, _ depth: Int) throws(Stop) -> [PolicyEntry] {
    var map = MapBuilder()
    while true {
      let event = try next()
      if case .mapEnd = event.kind { return map.entries }
      let name = try key(event, keys, depth)
      let value = try node(try next(), keys.key(name ?? ""), depth: depth + 1)
      if let name { map.append(name, at: place(event.start), value, &findings) }
      try stopIfTooMany()
    }
  }

  /// The key that `event` holds; nil where it was refused.
  private mutating func key(_ event: YAMLEvent, _ keys: PolicyPath, _ depth: Int) throws(Stop)
    -> String?
  {
    guard case .scalar(let text, let style) = event.kind else {
      if case .alias = event.kind {
      } else {
        try refuse(
          .policyYAMLFeature, at: event.start, "expected a key of plain text, found a list or map",
          help: "a key is one word, such as `platform:`")
      }
      _ = try node(event, keys, depth: depth + 1)
      return nil
    }
    try refuseProperties(of: event)
    if style == .plain, text == "<<" {
      try refuse(
        .policyYAMLFeature, at: event.start, "expected a key, found the merge key `<<`",
        help: "write the entries out")
      return nil
    }
    if style == .plain, text.isEmpty {
      try refuse(.policySyntax, at: event.start, "expected a key before `:`, found nothing")
      return nil
    }
    return text
  }

  private mutating func refuseProperties(of event: YAMLEvent) throws(Stop) {
    if let anchor = event.anchor {
      try refuse(
        .policyYAMLFeature, at: event.start,
        "expected a value, found the anchor `&\(excerpt(anchor))`",
        help: "remove it and write the value out where it is needed again")
    }
    if let tag = event.tag {
      try refuse(
        .policyYAMLFeature, at: event.start, "expected a value, found the tag `\(excerpt(tag))`",
        help: "remove it; a value's type follows from its key")
    }
  }

  private mutating func next() throws(Stop) -> YAMLEvent {
    do {
      return try events.next()
    } catch {
      findings.append(finding(error))
      throw Stop()
    }
  }

  private mutating func finding(_ problem: YAMLProblem) -> Finding {
    if let offset = problem.byteOffset {
      let byte = bytes.indices.contains(offset) ? bytes[offset] : 0
      let place = positions.position(ofByte: offset)
      return Finding(
        .policySyntax, .error,
        at: SourceLocation(path: path, line: place.line, column: place.column),
        byte < 0x80
          ? "expected text, found the control character 0x\(String(byte, radix: 16))"
          : "expected text, found a character that YAML does not allow",
        help: "in double quotes it can be written as an escape")
    }
    let sentence = YAMLSentence(problem.problem, at: positions.scalar(at: problem.mark))
    let isEarlier = sentence.isAboutContext
    let location = place(isEarlier ? problem.contextMark ?? problem.mark : problem.mark)
    return Finding(.policySyntax, .error, at: location, sentence.message, help: sentence.help)
  }

  private mutating func refuse(
    _ rule: RuleID, at scalar: Int, _ message: String, help: String? = nil
  ) throws(Stop) {
    findings.append(Finding(rule, .error, at: place(scalar), message, help: help))
    try stopIfTooMany()
  }

  private func stopIfTooMany() throws(Stop) {
    if findings.count >= PolicyText.mostFindings { throw Stop() }
  }

  private func place(_ scalar: Int) -> SourceLocation {
    let place = positions.position(ofScalar: scalar)
    return SourceLocation(path: path, line: place.line, column: place.column)
  }
}
