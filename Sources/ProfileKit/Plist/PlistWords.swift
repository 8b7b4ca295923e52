import Findings

extension RuleID {
  static let plistNotWellFormed: RuleID = "plist-not-well-formed"
  static let plistOnlySomeReaders: RuleID = "plist-only-some-readers"
  static let plistRefusedByApple: RuleID = "plist-refused-by-apple"
  static let plistOpenStep: RuleID = "plist-openstep"
  static let plistInternalSubset: RuleID = "plist-internal-subset"
  static let plistSilentlyChanged: RuleID = "plist-silently-changed"
  static let plistKeyAsValue: RuleID = "plist-key-as-value"
  static let plistLimits: RuleID = "plist-limits"
  static let notAPropertyList: RuleID = "not-a-property-list"
  static let byteOrderMark: RuleID = "byte-order-mark"
}

extension PlistIssue {
  /// The sentence for each kind of issue, in one place.
  var words: (rule: RuleID, severity: Severity, message: String, help: String?) {
    switch kind {
    case .refusedByApple:
      (
        .plistRefusedByApple, .error,
        "\(message): Apple's reader refuses the whole file here, generic XML tools do not",
        "a device would reject the profile"
      )
    case .silentlyChanged: (.plistSilentlyChanged, .warning, message, "write the value plainly")
    case .keyAsValue:
      (.plistKeyAsValue, .error, message, "write `<string>` for a value, or add the missing value")
    case .fragment:
      (
        .plistKeyAsValue, .warning, message,
        "put `<plist><dict>` before it and `</dict></plist>` after it; some management servers take"
          + " such fragments as preferences, a device does not"
      )
    case .internalSubset:
      (
        .plistInternalSubset, .error, "\(message), such as entities; refused unread",
        "Apple's reader refuses it too; remove everything between `[` and `]`"
      )
    case .carriageReturn:
      (
        .plistOnlySomeReaders, .notice,
        "\(message): Apple's reader keeps it, XML tools read a newline",
        "save the file with newlines alone; where one is meant, write `&#13;`"
      )
    case .limit: (.plistLimits, .error, "\(message); reading stopped here", nil)
    case .deep:
      (
        .plistOnlySomeReaders, .warning,
        "\(message): Apple's reader on a Mac takes up to 512, generic XML tools 256, iOS 128", nil
      )
    }
  }
}

extension OpenStepFailure {
  /// The sentence for it.
  func finding(at location: SourceLocation) -> Finding {
    isLimit
      ? Finding(.plistLimits, .error, at: location, "\(message); reading stopped here")
      : Finding(
        .plistNotWellFormed, .error, at: location, "in OpenStep text, \(message)",
        help: "the rest of the file was not checked")
  }

  /// The sentence for an element of an array that was left out for it.
  func omission(at location: SourceLocation) -> Finding {
    Finding(
      .plistSilentlyChanged, .warning, at: location,
      "in OpenStep text, \(message): Apple's reader leaves the element of the array out",
      help: "write the value whole")
  }
}

extension PlistKind {
  /// Whether CoreFoundation tries to read a file of this kind as OpenStep text.
  var mayBeOpenStep: Bool {
    switch self {
    case .openstep, .empty, .utf16, .unknown: true
    case .xml, .binary, .signed, .encrypted, .html: false
    }
  }

  /// What to say of a file that is read as OpenStep text.
  static func openStepFinding(at location: SourceLocation) -> Finding {
    Finding(
      .plistOpenStep, .warning, at: location,
      "this is OpenStep text: Apple's reader on a Mac takes it, nearly nothing else does",
      help: "no device is known to install such a profile; convert it with `plutil -convert xml1`")
  }

  /// What to say of OpenStep text whose bytes are of another encoding.
  static func notUTF8(at location: SourceLocation) -> Finding {
    Finding(
      .plistNotWellFormed, .error, at: location, "this is OpenStep text that is not UTF-8",
      help: "save the file as UTF-8")
  }

  /// What to say of a file of a kind that is not read.
  func finding(at location: SourceLocation) -> Finding {
    func never(_ what: String, _ help: String) -> Finding {
      Finding(.notAPropertyList, .error, at: location, what, help: help)
    }
    switch self {
    case .xml:
      return never("an XML property list behind other bytes", "remove what stands before it")
    case .binary, .signed, .encrypted:
      return never(
        "a binary property list or a message (CMS) behind other bytes",
        "remove what stands before it")
    case .openstep: return Self.openStepFinding(at: location)
    case .utf16:
      return Finding(
        .plistRefusedByApple, .error, at: location,
        "UTF-16 or UTF-32 text without a byte order mark: Apple's reader refuses it;"
          + " nothing in it was checked", help: "save it as UTF-8")
    case .html:
      return never(
        "this is a web page, not a profile",
        "was it downloaded from a page that shows the file? fetch the raw file instead")
    case .empty: return never("the file is empty", "write the profile into it")
    case .unknown:
      return never(
        "neither XML, a binary property list, a signed profile nor OpenStep text",
        "is this the right file?")
    }
  }
}
