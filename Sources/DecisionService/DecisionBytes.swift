import Findings
public import PolicyKit
public import StrictJSON

extension Decision {
  /// Writes what `json` is, compact: what decisions share is written once and copied from then on.
  public func write(to bytes: inout JSONBytes) {
    common.writtenFront.with({ JSONBytes.made(writeFront) }) { bytes.raw($0) }
    bytes.raw(",\"advice\":")
    bytes.list(advice) { $1.pair("{\"what\":", $0.advice.rawValue, ",\"text\":", $0.text) }
    bytes.raw(",\"becauseUnknown\":")
    bytes.list(becauseUnknown) { $1.string($0.rawValue) }
    bytes.raw(",\"atBest\":")
    bytes.stringOrNull(atBest?.rawValue)
    common.writtenBack.with({ JSONBytes.made(writeBack) }) { bytes.raw($0) }
    bytes.raw(",\"reasons\":")
    bytes.list(reasons) { $0.write(to: &$1) }
    bytes.raw(",\"overruled\":")
    bytes.list(overruled) { $0.write(to: &$1) }
    bytes.raw(",\"texts\":")
    bytes.pair("{\"user\":", texts.user, ",\"administrator\":", texts.administrator)
    bytes.raw(",\"wouldBe\":")
    if let wouldBe { wouldBe.write(to: &bytes) } else { bytes.raw("null") }
    bytes.raw(",\"brokenGlass\":")
    if let brokenGlass { brokenGlass.write(to: &bytes) } else { bytes.raw("null") }
    bytes.raw("}")
  }

  private func writeFront(to bytes: inout JSONBytes) {
    bytes.raw("{\"outcome\":")
    bytes.string(outcome.rawValue)
    bytes.raw(",\"required\":")
    bytes.string(required.rawValue)
    bytes.raw(",\"honoured\":")
    bytes.string(honoured.rawValue)
    bytes.raw(",\"assurance\":")
    bytes.stringOrNull(assurance?.rawValue)
    bytes.raw(",\"promises\":")
    bytes.list(promises) { $0.write(to: &$1) }
    bytes.raw(",\"plan\":")
    bytes.list(plan) { $0.write(to: &$1) }
    bytes.raw(",\"obligations\":")
    bytes.list(obligations) { $0.write(to: &$1) }
  }

  private func writeBack(to bytes: inout JSONBytes) {
    bytes.raw(",\"exposures\":")
    bytes.list(exposures) { $1.pair("{\"place\":", $0.place.rawValue, ",\"via\":", $0.via) }
    bytes.raw(",\"notices\":")
    bytes.list(notices) { $1.pair("{\"kind\":", $0.kind.rawValue, ",\"text\":", $0.text) }
  }
}

extension JSONBytes {
  /// What `write` writes, as bytes to keep.
  fileprivate static func made(_ write: (inout JSONBytes) -> Void) -> [UInt8] {
    var bytes = JSONBytes(capacity: 1024)
    write(&bytes)
    return bytes.bytes
  }

  fileprivate mutating func list<Element>(
    _ elements: [Element], _ write: (Element, inout JSONBytes) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(element, &self)
    }
    raw("]")
  }

  fileprivate mutating func pair(
    _ one: StaticString, _ first: String, _ other: StaticString, _ second: String
  ) {
    raw(one)
    string(first)
    raw(other)
    string(second)
    raw("}")
  }

  fileprivate mutating func stringOrNull(_ text: String?) {
    if let text { string(text) } else { raw("null") }
  }
}

extension Promise {
  fileprivate func write(to bytes: inout JSONBytes) {
    bytes.raw("{\"what\":")
    bytes.string(kind.rawValue)
    bytes.raw(",\"mechanism\":")
    bytes.stringOrNull(mechanism)
    bytes.raw(",\"enforcedBy\":")
    bytes.string(enforcedBy.rawValue)
    bytes.raw(",\"assurance\":")
    bytes.stringOrNull(assurance?.rawValue)
    bytes.raw(isMet ? ",\"met\":true}" : ",\"met\":false}")
  }
}

extension PlanStep {
  fileprivate func write(to bytes: inout JSONBytes) {
    bytes.raw("{\"call\":")
    bytes.string(call)
    bytes.raw(",\"options\":{")
    for (place, option) in options.enumerated() {
      if place > 0 { bytes.raw(",") }
      bytes.string(option.name)
      bytes.raw(":")
      switch option.value {
      case .flag(let flag): bytes.raw(flag ? "true" : "false")
      case .number(let number): bytes.number(number)
      case .word(let word): bytes.string(word)
      }
    }
    bytes.raw("},\"api\":")
    bytes.string(api)
    bytes.raw(",\"note\":")
    bytes.stringOrNull(note)
    bytes.raw("}")
  }
}

extension Obligation {
  fileprivate func write(to bytes: inout JSONBytes) {
    bytes.raw("{\"what\":")
    bytes.string(kind.rawValue)
    if let seconds {
      bytes.raw(",\"seconds\":")
      bytes.number(seconds)
    }
    bytes.raw("}")
  }
}

extension Reason {
  fileprivate func write(to bytes: inout JSONBytes) {
    withWritten({ JSONBytes.made(writeAnew) }) { bytes.raw($0) }
  }

  private func writeAnew(to bytes: inout JSONBytes) {
    bytes.raw("{\"kind\":")
    bytes.string(kind.rawValue)
    bytes.raw(",\"id\":")
    bytes.string(id)
    if let location {
      bytes.raw(",\"path\":")
      bytes.string(location.path)
      bytes.raw(",\"line\":")
      bytes.number(location.line)
      bytes.raw(",\"column\":")
      bytes.number(location.column)
    } else {
      bytes.raw(",\"path\":null,\"line\":null,\"column\":null")
    }
    bytes.raw(",\"effect\":")
    bytes.stringOrNull(effect?.rawValue)
    bytes.raw(",\"text\":")
    bytes.string(text)
    if kind == .platform, let fact = PlatformFact.fact(id) {
      bytes.raw(",\"versions\":")
      bytes.string(fact.versions)
      bytes.raw(",\"assurance\":")
      bytes.string(fact.assurance.rawValue)
      bytes.raw(",\"source\":")
      bytes.string(fact.source)
    }
    bytes.raw("}")
  }
}

extension Alternative {
  fileprivate func write(to bytes: inout JSONBytes) {
    bytes.raw("{\"outcome\":")
    bytes.string(outcome.rawValue)
    bytes.raw(",\"required\":")
    bytes.string(required.rawValue)
    bytes.raw(",\"honoured\":")
    bytes.string(honoured.rawValue)
    bytes.raw(",\"obligations\":")
    bytes.list(obligations) { $0.write(to: &$1) }
    bytes.raw(",\"reasons\":")
    bytes.list(reasons) { $0.write(to: &$1) }
    bytes.raw("}")
  }
}

extension BrokenGlass {
  fileprivate func write(to bytes: inout JSONBytes) {
    bytes.raw("{\"files\":")
    bytes.list(files) { file, bytes in
      bytes.raw("{\"name\":")
      bytes.string(file.name)
      bytes.raw(",\"version\":")
      bytes.string(file.version)
      bytes.raw(",\"sha256\":")
      bytes.string(file.sha256)
      bytes.raw(",\"reason\":")
      bytes.string(file.reason)
      bytes.raw("}")
    }
    bytes.raw(",\"until\":")
    bytes.string(Instant.text(until))
    bytes.raw(",\"without\":")
    without.write(to: &bytes)
    bytes.raw("}")
  }
}
