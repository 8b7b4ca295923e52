import Findings

extension PlistFile {
  /// A file that is no XML, as OpenStep text if it is that: CoreFoundation tries this last with
  /// whatever it could not read otherwise.
  ///
  /// - Parameters:
  ///   - text: the text as UTF-8, without a byte order mark.
  ///   - findings: what was noticed before.
  static func openStep(
    _ text: [UInt8], kind: PlistKind, path: String, limits: PlistLimits, findings: [Finding] = []
  ) -> PlistFile {
    func unread(_ finding: Finding, _ text: [UInt8] = []) -> PlistFile {
      PlistFile(
        path: path, kind: kind,
        coreFoundationReads: false, root: nil,
        findings: findings + [finding], text: text)
    }
    func location(_ source: SourceText, _ offset: Int) -> SourceLocation {
      let place = source.position(of: offset)
      return SourceLocation(path: path, line: place.line, column: place.column)
    }
    let asItIs = kind.finding(at: SourceLocation(path: path))
    guard kind.mayBeOpenStep, !text.isEmpty, let valid = UTF8Repair.repaired(text) else {
      return kind == .openstep
        ? unread(PlistKind.notUTF8(at: SourceLocation(path: path))) : unread(asItIs)
    }
    let source = SourceText(valid)
    do throws(OpenStepFailure) {
      let (root, omissions) = try OpenStepText.read(source, limits)
      let finding =
        kind == .empty
        ? asItIs : PlistKind.openStepFinding(at: SourceLocation(path: path, line: 1, column: 1))
      let changes = omissions.prefix(limits.findings).map {
        $0.omission(at: location(source, $0.offset))
      }
      return PlistFile(
        path: path, kind: kind == .empty ? .empty : .openstep, coreFoundationReads: true,
        root: root, findings: findings + [finding] + changes, source: source)
    } catch {
      guard kind == .openstep else { return unread(asItIs) }
      return unread(error.finding(at: location(source, error.offset)), valid)
    }
  }
}

/// Text that CoreFoundation takes although it is not UTF-8.
enum UTF8Repair {
  /// The text if it is UTF-8, or with U+FFFD for each stray byte 0xA9, the only one that
  /// CoreFoundation forgives; nil where other bytes are wrong.
  static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.withUnsafeBufferPointer({ isUTF8($0) }) { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0xA9 {
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
        index += 1
      } else {
        let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        result.append(contentsOf: bytes[index..<min(index + length, bytes.count)])
        index += length
      }
    }
    return result.withUnsafeBufferPointer { isUTF8($0) } ? result : nil
  }

  /// Whether the bytes are UTF-8.
  static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch { return false }
  }
}
