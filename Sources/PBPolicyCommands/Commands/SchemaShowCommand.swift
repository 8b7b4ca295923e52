import Devices
import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let type = Positional(
    .text("TYPE"), help: "a payload type, or a key in it such as com.apple.dock.static-apps[]")

  /// `pbpolicy schema show`
  static let schemaShow = Command(
    path: ["schema", "show"],
    summary: "show a payload type and its keys",
    discussion: """
      Shows what is known of a payload type: on which platforms it is and under what conditions, \
      and its keys to any depth with type, whether they are required, and what their values may \
      be. Of a key's platforms only what differs from what it stands in is shown.

      A path of keys after the type shows that key alone.
      """,
    positionals: [type],
    options: [.catalog],
    examples: [
      Example("pbpolicy schema show com.apple.servicemanagement", "a whole payload type"),
      Example("pbpolicy schema show com.apple.wifi.managed.EAPClientConfiguration", "one key"),
    ],
    run: { arguments, console in
      let catalog = try arguments.catalog(console)
      let wanted = arguments.word(type) ?? ""
      let (payload, found) = try definition(wanted, catalog, arguments)
      if arguments.format == .json {
        var seen: [Int: String] = [:]
        let json = (found?.key ?? payload.dictionary).json(path: found?.path ?? "", &seen)
        let head: [JSONValue.Member] = [
          .init("type", .string(payload.type)), .init("path", .string(found?.path ?? "")),
        ]
        try console.print(JSONValue.object(head + (json.members ?? [])).prettyText)
      } else {
        for line in text(payload, found, width: console.width) { try console.print(line) }
      }
      return .success
    })

  private static func text(_ payload: PayloadDefinition, _ found: FoundKey?, width: Int)
    -> [String]
  {
    var lines = folded(
      found.map { "\(payload.type) \($0.path)" } ?? payload.type, width: width, indent: 2)
    if let key = found?.key { lines += folded("  " + key.facts, width: width, indent: 4) }
    let support = found?.key.support ?? payload.support
    for (platform, support) in support.ordered {
      lines += folded("  \(platform.rawValue) \(support.words)", width: width, indent: 4)
    }
    if support.isEmpty { lines.append("  on no platform") }
    lines += folded(
      "  known from \(payload.layers.joined(separator: ", "))", width: width, indent: 4)
    var tree = DefinitionTree(width: width)
    tree.add(inside: found?.key ?? payload.dictionary, path: found?.path ?? "", depth: 1)
    return lines + (tree.lines.isEmpty ? [] : [""]) + tree.lines
  }

  /// A key and the path to it.
  private struct FoundKey {
    var path: String
    var key: KeyDefinition
  }

  /// The longest type that `text` begins with, and the key that the rest names.
  private static func definition(_ text: String, _ catalog: Catalog, _ arguments: Arguments) throws
    -> (PayloadDefinition, FoundKey?)
  {
    if let payload = catalog.payload(text) { return (payload, nil) }
    var nearest: UsageError?
    var end = text.endIndex
    while let dot = text[..<end].lastIndex(of: ".") {
      end = dot
      guard let payload = catalog.payload(String(text[..<dot])) else { continue }
      let path = text[text.index(after: dot)...]
      switch payload.dictionary.find(path) {
      case .found(let key): return (payload, FoundKey(path: String(path), key: key))
      case .missing(let name, let owner):
        nearest =
          nearest
          ?? arguments.wrong(
            "`\(payload.type)` has no key `\(name)`" + Self.guess(name, owner.keyNames))
      }
    }
    throw nearest
      ?? arguments.wrong(
        "payload type `\(text)` is not in this catalogue" + guess(text, catalog.payloadTypes))
  }

  private static func guess(_ name: String, _ names: [String]) -> String {
    nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
  }
}

extension KeyDefinition {
  /// What a path of keys leads to.
  fileprivate enum Search {
    case found(KeyDefinition)
    case missing(String, in: KeyDefinition)
  }

  /// The key at the end of `path`: keys parted by dots, `[]` for an array's elements, which may be
  /// left out. Keys may have dots in them; the longest that fits is taken.
  fileprivate func find(_ path: Substring) -> Search {
    var path = path
    if path.hasPrefix(".") { path = path.dropFirst() }
    if path.isEmpty { return .found(self) }
    if let element, !hasKeys {
      return element.find(path.hasPrefix("[]") ? path.dropFirst(2) : path)
    }
    let names = keyNames.filter { name in
      path.hasPrefix(name) && [nil, ".", "["].contains(path.dropFirst(name.count).first)
    }
    var deepest: Search?
    for name in names.sorted(by: { $0.count > $1.count }) {
      guard let result = key(name)?.find(path.dropFirst(name.count)) else { continue }
      if case .found = result { return result }
      deepest = deepest ?? result
    }
    if let deepest { return deepest }
    let first = path.prefix { $0 != "." && $0 != "[" }
    if let wildcard { return wildcard.find(path.dropFirst(max(first.count, 1))) }
    return .missing(String(first.isEmpty ? path : first), in: self)
  }
}
