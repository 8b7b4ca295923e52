import Foundation
import FoundationXML
import Markup
import Testing

/// A page is safe whatever stands in it.
@Suite struct MarkupTests {
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
    "</td></table>",
    "&lt;script&gt;", "-->", "]]>", "javascript:alert(1)", "a\u{202E}b", "\u{0}\u{7}x",
    "</style><b>",
    "&#60;b&#62;",
  ]

  @Test(arguments: hostile)
  func textIsText(_ text: String) {
    let html = HTML("p", [.class(text), .label(text), .data(.search, text)], HTML(text)).text
    let inner = html.dropFirst("<p".utf8.count).dropLast("</p>".utf8.count)
    #expect(inner.filter { $0 == "<" }.isEmpty)
    #expect(inner.filter { $0 == ">" }.count == 1, "only the tag's own end")
    #expect(inner.filter { $0 == "\"" }.count == 6, "only the quotes of three attributes")
    #expect(!inner.contains("'"))
    #expect(html.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
  }

  @Test func whatIsReadBackIsWhatWentIn() throws {
    for text in Self.hostile
    where text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{202E}" }) {
      let html = HTML("p", [.label(text)], HTML(text)).text
      let document = try XMLDocument(xmlString: html)
      #expect(document.rootElement()?.stringValue == text)
      #expect(document.rootElement()?.attribute(forName: "aria-label")?.stringValue == text)
    }
  }

  @Test func newlinesStayAndPiecesJoin() {
    #expect(HTML("a\nb\tc").text == "a\nb\tc")
    #expect((HTML("a") + HTML("b", [], "c")).text == "a<b>c</b>")
    #expect(HTML.void("input", [.flag(.hidden)]).text == "<input hidden>")
    #expect(HTML([HTML("<"), HTML.empty, HTML(">")]).text == "&lt;&gt;")
  }

  /// The policy names exactly the style and the script that stand in the page.
  @Test func thePolicyFitsThePage() throws {
    let page = Page(
      title: "</title><script>x</script>", style: "b{color:red}", script: "alert(1<2)",
      body: HTML("b", text: "<script>"))
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "<script>").count == 2)
    for (name, content) in [("style-src", "b{color:red}"), ("script-src", "alert(1<2)")] {
      let digest = try #require(try base64SHA256(content))
      #expect(text.contains("\(name) 'sha256-\(digest)'"), "\(name)")
    }
    #expect(text.contains("default-src 'none'") && !text.contains("unsafe-inline"))
    #expect(!text.contains("http://") && !text.contains("https://"))
    let plain = Page(title: "a", style: "", body: "b")
    #expect(String(decoding: plain.bytes, as: UTF8.self).contains("script-src 'none'"))
  }

  private func base64SHA256(_ text: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "sha256sum | cut -c1-64"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let hex = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    process.waitUntilExit()
    var bytes: [UInt8] = []
    var rest = hex[...]
    while rest.count >= 2 {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes.count == 32 ? Data(bytes).base64EncodedString() : nil
  }
}
