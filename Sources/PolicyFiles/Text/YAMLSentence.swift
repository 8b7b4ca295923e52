/// What libyaml's words mean to somebody who wrote a policy.
struct YAMLSentence {
  /// What was expected and found.
  var message: String
  /// What to write instead.
  var help: String?
  /// Whether the place where the construct began tells more than where reading stopped.
  var isAboutContext = false

  /// The sentence for libyaml's `problem`, met at `scalar`; its own words where none is known.
  init(_ problem: String, at scalar: UnicodeScalar?) {
    if problem == "found character that cannot start any token", let scalar {
      self = scalar == "\t" ? Self.tab : Self.stray(scalar)
    } else {
      self = Self.known[problem] ?? YAMLSentence(says: "this is not YAML: \(problem)")
    }
  }

  private static func stray(_ scalar: UnicodeScalar) -> YAMLSentence {
    YAMLSentence(
      says:
        "expected a key or a value, found \(scalar == "`" ? "a backquote" : "`\(scalar)`"), which cannot start one",
      "put text that starts with it in quotes")
  }

  private init(says message: String, _ help: String? = nil, atStart: Bool = false) {
    self.message = message
    self.help = help
    isAboutContext = atStart
  }

  private static let indentation = "entries of one map or list start in the same column"
  private static let escapes = #"write \\ for a backslash, or use single quotes"#

  private static let known: [String: YAMLSentence] = [
    "mapping values are not allowed in this context": YAMLSentence(
      says: "expected the end of the value, found another `:`",
      "quote a value that holds `: `, or check the indentation"),
    "mapping keys are not allowed in this context": YAMLSentence(
      says: "expected a value, found `?`", "quote text that starts with `?`"),
    "block sequence entries are not allowed in this context": YAMLSentence(
      says: "expected a value, found the list mark `-`", "start the list on a line of its own"),
    "could not find expected ':'": YAMLSentence(
      says: "expected `:` after this key", "write `key: value`", atStart: true),
    "did not find expected key": YAMLSentence(
      says: "expected a key of the map that is open here, found something else", indentation),
    "did not find expected '-' indicator": YAMLSentence(
      says: "expected `-` or the end of the list, found something else", indentation),
    "did not find expected ',' or ']'": YAMLSentence(
      says: "expected `,` or `]` in a list", "every `[` needs a `]`"),
    "did not find expected ',' or '}'": YAMLSentence(
      says: "expected `,` or `}` in a map", "every `{` needs a `}`"),
    "did not find expected node content": YAMLSentence(
      says: "expected a value, found none", "quote text that starts with a special character"),
    "did not find expected <document start>": YAMLSentence(
      says: "expected the end of the text, found more", indentation),
    "found unexpected end of stream": YAMLSentence(
      says: "this quoted text never ends", "write the closing quote", atStart: true),
    "found unexpected document indicator": YAMLSentence(
      says: "expected the closing quote, found `---` or `...`", "write the closing quote"),
    "found unknown escape character": YAMLSentence(
      says: "unknown escape in double quotes", escapes),
    "did not find expected hexdecimal number": YAMLSentence(
      says: "expected hexadecimal digits in an escape", escapes),
    "found invalid Unicode character escape code": YAMLSentence(
      says: "this escape stands for no character",
      #"write the character itself, or \U and 8 digits"#),
    "found a tab character where an indentation space is expected": tab,
    "found a tab character that violates indentation": tab,
    "did not find expected comment or line break": YAMLSentence(
      says: "expected the end of the line, found more text",
      "the text of a block starts on the line after `|` or `>`"),
    "found unknown directive name": directive,
    "found duplicate %YAML directive": directive,
    "found duplicate %TAG directive": directive,
    "found unexpected non-alphabetical character": directive,
    "could not find expected directive name": directive,
    "did not find expected whitespace": directive,
    "found incompatible YAML document": directive,
    "did not find expected alphabetic or numeric character": YAMLSentence(
      says: "expected a name after `&` or `*`", "quote text that starts with `&` or `*`"),
    "found undefined tag handle": YAMLSentence(
      says: "expected a value, found a tag", "quote text that starts with `!`"),
  ]

  private static let tab = YAMLSentence(
    says: "expected spaces, found a tab", "indent with spaces, not tabs")
  private static let directive = YAMLSentence(
    says: "expected no directives, found one that starts with `%`",
    "remove the lines that start with `%`", atStart: true)
}
