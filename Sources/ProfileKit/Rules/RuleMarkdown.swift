import Findings

extension Rule {
  /// The rule's page in Markdown: what it looks for, why, and input with what it says of it.
  public var markdown: String {
    var text = "# \(id)\n\n\(severity.rawValue): \(summary)\n\n\(explanation)\n"
    for (title, examples) in [("Rejected", rejected), ("Accepted", accepted)] {
      for example in examples {
        let target = example.target.isEmpty ? "" : " on `\(example.target)`"
        text += "\n## \(title)\(target)\n"
        for input in example.inputs {
          let lines = input.split(separator: "\n", omittingEmptySubsequences: false).prefix(60)
          let shown = lines.map { shownLine(String($0)) }.joined(separator: "\n")
          let fence = shown.contains("```") ? "````" : "```"
          text += "\n\(fence)xml\n\(shown)\n\(fence)\n"
        }
        if !example.message.isEmpty { text += "\n> \(example.message)\n" }
      }
    }
    return text
  }

  /// Examples of limits have lines that nobody would read to the end.
  private func shownLine(_ line: String) -> String {
    line.count > 200 ? "\(line.prefix(200))…" : line
  }
}
