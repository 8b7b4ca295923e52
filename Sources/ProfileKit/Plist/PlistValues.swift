extension PlistBuilder {
  /// The end of a `<key>`.
  mutating func endKey(_ frame: Frame, upTo end: Int) {
    let top = stack.last
    let isKey = top?.element == .dict && top?.pendingKey ?? 0 < 0
    let record = records.count
    append(isKey ? .key : .string, frame, upTo: end)
    if isKey { return expectValue(of: record) }
    let name = shown(name(of: record))
    if let top, top.element == .dict {
      let key = shown(self.name(of: top.pendingKey))
      note(
        .keyAsValue, at: frame.start,
        "`<key>` where the value of `\(key)` is due; it is read as the string `\(name)`")
    } else if top != nil {
      note(
        .keyAsValue, at: frame.start, "`<key>` used as a value; it is read as the string `\(name)`")
    } else {
      note(
        .fragment, at: frame.start,
        "a fragment: `<key>` without a `<dict>` around it; Apple's reader sees only the text `\(name)`"
      )
    }
    deliver(record, at: frame.start)
  }

  /// The end of an element that holds a value of its own.
  mutating func endScalar(_ frame: Frame, upTo end: Int) {
    let record = records.count
    switch frame.element {
    case .string: append(.string, frame, upTo: end)
    case .yes, .no:
      if !frame.isEmptyTag, end > frame.contentAt {
        refuse(at: frame.start, "`<\(frame.element.name)>` is not empty")
      }
      records.append(PlistRecord(frame.element == .yes ? .yes : .no, at: frame.start))
    case .integer: number(frame, upTo: end, ScalarText.integer)
    case .real: number(frame, upTo: end, ScalarText.real)
    case .date: number(frame, upTo: end, ScalarText.date)
    default: data(frame, upTo: end)
    }
    if records.count > record { deliver(record, at: frame.start) } else { dropValue() }
  }

  /// The text of a key that was read.
  func name(of record: Int) -> String {
    let key = records[record]
    let range = Int(key.low)..<(Int(key.low) + Int(key.high))
    return key.isInHeap
      ? String(decoding: heap[range], as: UTF8.self) : String(decoding: text[range], as: UTF8.self)
  }

  private func raw(_ frame: Frame, upTo end: Int) -> Bytes {
    let start = min(frame.contentAt, text.count)
    return text[start..<(frame.isEmptyTag ? start : max(start, min(end, text.count)))]
  }

  // MARK: Texts

  private mutating func append(_ kind: PlistRecord.Kind, _ frame: Frame, upTo end: Int) {
    let raw = raw(frame, upTo: end)
    var contents = CharacterText.contents(
      of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: raw)))
    if watchesReturns, let place = raw.firstIndex(of: 0x0D) {
      watchesReturns = false
      note(.carriageReturn, at: place, "a carriage return in `<\(frame.element.name)>`")
    }
    var record = PlistRecord(kind, at: frame.start, low: raw.startIndex, high: raw.count)
    if contents.contains(.markup) {
      let start = heap.count
      do throws(CharacterText.Failure) {
        try CharacterText.append(raw, to: &heap)
      } catch {
        refuse(at: raw.startIndex + error.offset, error.message)
      }
      record = PlistRecord(
        kind, at: frame.start, low: start, high: heap.count - start, isInHeap: true)
      if heap[start...].contains(where: { $0 >= 0x80 }) { contents.insert(.beyondASCII) }
    }
    if contents.contains(.beyondASCII) { checkUTF8(&record, frame) }
    records.append(record)
  }

  /// CoreFoundation drops a byte order mark at the start of a text and forgives one byte that is
  /// not UTF-8.
  private mutating func checkUTF8(_ record: inout PlistRecord, _ frame: Frame) {
    let range = Int(record.low)..<(Int(record.low) + Int(record.high))
    var bytes = record.isInHeap ? Array(heap[range]) : Array(text[range])
    var change: String?
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
      change = "a byte order mark at the start of `<\(frame.element.name)>` is dropped"
    }
    guard let valid = UTF8Repair.repaired(bytes) else {
      return refuse(at: frame.start, "the text of `<\(frame.element.name)>` is not UTF-8")
    }
    if valid.count != bytes.count {
      change = "the byte 0xA9 in `<\(frame.element.name)>` is not UTF-8 and is read as U+FFFD"
    }
    guard let change else { return }
    note(.silentlyChanged, at: frame.start, change)
    record = PlistRecord(
      record.kind, at: frame.start, low: heap.count, high: valid.count, isInHeap: true)
    heap.append(contentsOf: valid)
  }

  // MARK: Numbers, dates, data

  private mutating func number(
    _ frame: Frame, upTo end: Int, _ read: (Bytes) throws(ScalarError) -> ScalarText.Reading
  ) {
    if frame.isEmptyTag {
      return refuse(at: frame.start, "empty `<\(frame.element.name)/>`")
    }
    let raw = raw(frame, upTo: end)
    if let value = ScalarText.plainDigits(raw), frame.element != .date {
      let isReal = frame.element == .real
      records.append(
        PlistRecord(
          isReal ? .real : .integer, at: frame.start,
          bits: isReal ? Double(value).bitPattern : value))
      return
    }
    if frame.element == .real, raw.contains(where: { $0 >= 0x80 || $0 == 0x26 || $0 == 0x3C }) {
      return real(frame, raw)
    }
    if frame.hasMarkup { refuse(at: frame.start, "markup inside `<\(frame.element.name)>`") }
    do throws(ScalarError) {
      let reading = try read(raw)
      if let change = reading.change { note(.silentlyChanged, at: frame.start, change) }
      records.append(PlistRecord(reading.kind, at: frame.start, bits: reading.bits))
    } catch {
      if !frame.hasMarkup { refuse(at: frame.start, error.message) }
      // What was most likely meant, so that one mistake does not hide the rest of the file.
      guard let reading = try? read(trimmed(raw)) else { return }
      records.append(PlistRecord(reading.kind, at: frame.start, bits: reading.bits))
    }
  }

  /// A `<real>` is a text before it is a number: references and sections may stand in it.
  private mutating func real(_ frame: Frame, _ raw: Bytes) {
    var text: [UInt8] = []
    do throws(CharacterText.Failure) {
      try CharacterText.append(raw, to: &text)
    } catch {
      return refuse(at: raw.startIndex + error.offset, error.message)
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    let reading = text.withUnsafeBufferPointer { text -> Result<ScalarText.Reading, ScalarError> in
      do throws(ScalarError) {
        return .success(try ScalarText.real(text[...]))
      } catch { return .failure(error) }
    }
    switch reading {
    case .success(let reading):
      note(
        .silentlyChanged, at: frame.start,
        "a `<real>` with more than digits in it is read as \(Double(bitPattern: reading.bits))")
      records.append(PlistRecord(reading.kind, at: frame.start, bits: reading.bits))
    case .failure(let error): refuse(at: frame.start, error.message)
    }
  }

  private mutating func data(_ frame: Frame, upTo end: Int) {
    let raw = raw(frame, upTo: end)
    if frame.isEmptyTag {
      refuse(at: frame.start, "empty `<data/>`")
    } else if frame.hasMarkup {
      refuse(at: frame.start, "markup inside `<data>`")
    } else {
      do throws(ScalarError) {
        let change = try ScalarText.data(raw).change
        if let change { note(.silentlyChanged, at: frame.start, change) }
      } catch {
        refuse(at: frame.start, error.message)
      }
    }
    records.append(
      PlistRecord(.base64, at: frame.start, low: raw.startIndex, high: raw.count))
  }

  private func trimmed(_ text: Bytes) -> Bytes {
    var rest = text.drop { $0.isXMLSpace }
    while let last = rest.last, last.isXMLSpace { rest.removeLast() }
    return rest
  }
}
