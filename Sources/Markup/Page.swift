import COpenSSL

/// A whole page in one file: no request leaves it, and nothing runs in it but its own script.
///
/// The content security policy names the style and the script by their SHA-256, so that markup
/// which found its way in all the same would neither be styled nor run.
public struct Page: Sendable {
  private let title: String
  private let style: StaticString
  private let script: StaticString?
  private let body: HTML

  /// Makes a page.
  /// - Parameters:
  ///   - title: its title, escaped.
  ///   - style: its style sheet; a literal, for it stands in the page as it is.
  ///   - script: its script, which may only add to what works without; a literal likewise.
  ///   - body: what stands in it.
  public init(title: String, style: StaticString, script: StaticString? = nil, body: HTML) {
    self.title = title
    self.style = style
    self.script = script
    self.body = body
  }

  /// The file.
  public var bytes: [UInt8] {
    var result = Array(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n".utf8)
    result += Array("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n".utf8)
    result += Array(
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n".utf8)
    result += Array("<meta name=\"color-scheme\" content=\"light dark\">\n".utf8)
    result += Array("<meta name=\"referrer\" content=\"no-referrer\">\n".utf8)
    result += HTML("title", text: title).bytes
    result += Array("\n<style>".utf8) + style.bytes + Array("</style>\n</head>\n<body>\n".utf8)
    result += body.bytes
    if let script {
      result += Array("\n<script>".utf8) + script.bytes + Array("</script>".utf8)
    }
    return result + Array("\n</body>\n</html>\n".utf8)
  }

  /// The page's content security policy.
  var policy: String {
    let scripts = script.map { "'sha256-\(Self.digest($0.bytes))'" } ?? "'none'"
    return
      "default-src 'none'; style-src 'sha256-\(Self.digest(style.bytes))'; script-src \(scripts);"
      + " base-uri 'none'; form-action 'none'"
  }

  /// SHA-256 in base64.
  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    _ = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    var text = [UInt8](repeating: 0, count: 45)
    let count = EVP_EncodeBlock(&text, digest, 32)
    return String(decoding: text.prefix(max(0, Int(count))), as: UTF8.self)
  }
}
