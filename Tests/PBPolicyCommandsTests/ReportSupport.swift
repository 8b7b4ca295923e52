import CLibXML2
import Findings
import Foundation
import Glibc
import StrictJSON
import TestSupport

@testable import PBPolicyCommands

/// Whether a real validator of JSON schemas and the published model of SARIF are there.
let hasJSONSchema: Bool = {
  let found = try? program("python3", ["-c", "import jsonschema, sarif_om"])
  return found.flatMap { $0 }?.status == 0
}()

/// The schemas of SARIF that reports are held against: ours, and OASIS's where it stands.
var sarifSchemas: [String] {
  let folder = Repository.root + "Tests/Schemas/"
  let published = [
    folder + "sarif-schema-2.1.0.json",
    ProcessInfo.processInfo.environment["PBPOLICY_SARIF_SCHEMA"] ?? "",
  ]
  return [folder + "sarif-2.1.0-emitted.json"]
    + published.filter { FileManager.default.fileExists(atPath: $0) }
}

/// What does not fit a schema or the published model of SARIF; empty where all does.
func sarifMistakes(_ texts: [String]) throws -> String {
  var mistakes = ""
  try withFolder { folder in
    var paths: [String] = []
    for (index, text) in texts.enumerated() {
      paths.append("\(folder)/\(index).json")
      try text.write(toFile: paths[index], atomically: true, encoding: .utf8)
    }
    for schema in sarifSchemas {
      let script = Repository.root + "Tests/Schemas/validate.py"
      let outcome = try program("python3", [script, schema] + paths)
      if outcome?.status != 0 { mistakes += "\(schema): \(outcome?.output ?? "not run")" }
    }
    let model = try program("python3", [Repository.root + "Tests/Schemas/model.py"] + paths)
    if model?.status != 0 { mistakes += "the model: \(model?.output ?? "not run")" }
  }
  return mistakes
}

/// A small tree of what libxml2 reads.
struct XMLTree {
  var name: String
  var attributes: [String: String] = [:]
  var text = ""
  var children: [XMLTree] = []

  /// nil where the text is not well-formed.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue)
    let document = bytes.withUnsafeBytes {
      xmlReadMemory(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), nil, nil, options)
    }
    guard let document, let root = xmlDocGetRootElement(document) else { return nil }
    defer { xmlFreeDoc(document) }
    self.init(root)
  }

  private init(_ node: xmlNodePtr) {
    name = String(cString: node.pointee.name)
    var attribute = node.pointee.properties
    while let current = attribute {
      let value = current.pointee.children?.pointee.content
      attributes[String(cString: current.pointee.name)] = value.map { String(cString: $0) } ?? ""
      attribute = current.pointee.next
    }
    var child = node.pointee.children
    while let current = child {
      if current.pointee.type == XML_ELEMENT_NODE {
        children.append(XMLTree(current))
      } else if let content = current.pointee.content {
        text += String(cString: content)
      }
      child = current.pointee.next
    }
  }

  /// All elements of that name below.
  func all(_ name: String) -> [XMLTree] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }
}

/// One workflow command, taken apart as GitHub's runner does.
struct WorkflowCommand: Equatable {
  var name: String
  var properties: [String: String]
  var message: String

  init?(_ line: Substring) {
    guard line.hasPrefix("::"), let end = line.dropFirst(2).firstRange(of: "::") else { return nil }
    let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
    let space = head.firstIndex(of: " ") ?? head.endIndex
    name = String(head[..<space])
    properties = [:]
    for pair in head[space...].dropFirst().split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      properties[String(parts[0])] = Self.unescaped(
        parts[1].replacing("%3A", with: ":").replacing("%2C", with: ","))
    }
    message = Self.unescaped(line[end.upperBound...])
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    String(text).replacing("%0D", with: "\r").replacing("%0A", with: "\n")
      .replacing("%25", with: "%")
  }
}

/// What a terminal would show of a text.
func shownText(_ text: String) -> String { printable(text) }
