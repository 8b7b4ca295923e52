import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Our reader beside CoreFoundation itself, which the tests have at hand.
@Suite struct PlistAgreementTests {
  /// Kinds of input, each small, each on both sides of what some reader accepts.
  static let inputs: [String: String] = [
    "plain": "<dict><key>k</key><true/></dict>", "empty array": "<array/>",
    "int": "<integer>42</integer>", "int neg": "<integer>-1</integer>",
    "int plus": "<integer>+1</integer>", "int lead space": "<integer>  1</integer>",
    "int trail space": "<integer>1 </integer>", "int trail newline": "<integer>1\n</integer>",
    "int float": "<integer>1.0</integer>", "int hex": "<integer>0x1F</integer>",
    "int neg hex": "<integer>-0x1F</integer>", "int zeros": "<integer>007</integer>",
    "int u64": "<integer>18446744073709551615</integer>",
    "int over": "<integer>18446744073709551616</integer>",
    "int min": "<integer>-9223372036854775808</integer>",
    "int under": "<integer>-9223372036854775809</integer>",
    "int max": "<integer>9223372036854775807</integer>", "int empty": "<integer></integer>",
    "int self": "<integer/>", "int reference": "<integer>&#49;</integer>",
    "int comment": "<integer><!-- c -->1</integer>",
    "int section": "<integer><![CDATA[1]]></integer>",
    "int minus only": "<integer>-</integer>", "int minus space": "<integer>- 1</integer>",
    "int 0x only": "<integer>0x</integer>", "int -0": "<integer>-0</integer>",
    "int del": "<integer>\u{7F}1</integer>",
    "int accent": "<integer>é1</integer>", "int accent signed": "<integer>-é1</integer>",
    "real": "<real>1.5</real>", "real exp": "<real>1e3</real>", "real comma": "<real>1,5</real>",
    "real inf": "<real>+infinity</real>", "real nan": "<real>nan</real>",
    "real empty": "<real></real>",
    "real self": "<real/>", "real int": "<real>2</real>", "real lead": "<real> 2</real>",
    "real trail": "<real>2 </real>", "real dot": "<real>.5</real>",
    "real dot end": "<real>5.</real>",
    "real hex": "<real>0x10</real>", "real word": "<real>one</real>",
    "date": "<date>2030-01-31T00:00:00Z</date>", "date over": "<date>2030-13-45T99:99:99Z</date>",
    "date zero": "<date>0000-00-00T00:00:00Z</date>",
    "date frac": "<date>2030-01-31T00:00:00.5Z</date>",
    "date off": "<date>2030-01-31T00:00:00+01:00</date>", "date only": "<date>2030-01-31</date>",
    "date space": "<date> 2030-01-31T00:00:00Z</date>", "date self": "<date/>",
    "date old": "<date>0401-02-29T12:30:01Z</date>",
    "date feb": "<date>2100-02-29T00:00:00Z</date>",
    "date negative": "<date>-0100-01-01T00:00:00Z</date>",
    "data": "<data>SGVsbG8=</data>", "data lines": "<data>\n\tSGVs\n\tbG8=\n\t</data>",
    "data nopad": "<data>SGVsbG8</data>", "data junk": "<data>SG*Vs-bG8=</data>",
    "data two": "<data>SA==</data>", "data mid pad": "<data>SA==SGVs</data>",
    "data empty": "<data></data>", "data self": "<data/>", "data non-ascii": "<data>SGé=</data>",
    "data comment": "<data>SG<!-- -->Vs</data>", "data reference": "<data>&#83;GVs</data>",
    "string": "<string>a</string>", "string space": "<string> a\n</string>",
    "string self": "<string/>", "string section": "<string>a<![CDATA[<&b]]>c</string>",
    "string comment": "<string>a<!-- b -->c</string>", "string pi": "<string>a<?b?>c</string>",
    "string ref": "<string>&lt;&gt;&amp;&apos;&quot;&#65;&#x42;</string>",
    "string nbsp": "<string>&nbsp;</string>", "string raw amp": "<string>R&D</string>",
    "string amp space": "<string>R & D</string>", "string control": "<string>a\u{1}b</string>",
    "string control ref": "<string>a&#1;b</string>", "string nul": "<string>a\0b</string>",
    "string del": "<string>a\u{7F}b</string>", "string ffff": "<string>a\u{FFFF}b</string>",
    "string ]]>": "<string>a]]>b</string>", "string emoji ref": "<string>&#x1F600;</string>",
    "string surrogate": "<string>&#xD800;</string>", "string element": "<string><b>x</b></string>",
    "section in dict": "<dict><![CDATA[ ]]></dict>", "true text": "<true>1</true>",
    "true space": "<true> </true>", "true pair": "<true></true>",
    "true comment": "<true><!-- --></true>",
    "True": "<True/>", "null": "<null/>", "int tag": "<int>1</int>",
    "KEY": "<dict><KEY>k</KEY></dict>",
    "prefix": "<x:dict xmlns:x='u'/>", "default namespace": "<dict xmlns='u'/>",
    "undeclared prefix": "<x:dict/>", "two": "<dict/><dict/>",
    "no value": "<dict><key>k</key></dict>",
    "missing": "<dict><key>a</key><key>b</key><true/></dict>",
    "key pair": "<dict><key>a</key><key>b</key></dict>",
    "no key": "<dict><true/></dict>", "key self": "<dict><key/><true/></dict>",
    "duplicate": "<dict><key>k</key><true/><key>k</key><false/></dict>",
    "key in array": "<array><key>k</key></array>", "text in dict": "<dict>text</dict>",
    "text in array": "<array>text<true/></array>", "attributes": "<dict a='1' b=\"2\"/>",
    "odd attributes": "<dict a b=c/>", "attribute with >": "<array a='>'/>",
    "attribute in key": "<dict><key x='y'>k</key><true/></dict>",
    "comment --": "<array><!-- a -- b --></array>",
    "comment": "<array><!-- c --><true/></array>", "pi": "<array><?a b?><true/></array>",
    "nested plist": "<array><plist><true/></plist></array>", "unclosed": "<dict>",
    "mismatch": "<dict></array>",
    "end space": "<dict></dict  >", "end junk": "<dict></dict x>", "space tag": "< dict/>",
    "slash space": "<true / >",
    "nothing": "", "comment only": "<!-- c -->",
  ]

  /// Whole files rather than values.
  static let files: [String: String] = [
    "lead newline": "\n<?xml version=\"1.0\"?><plist><true/></plist>",
    "lead comment": "<!-- c --><plist><true/></plist>",
    "declaration after comment": "<!-- c --><?xml version=\"1.0\"?><plist><true/></plist>",
    "no plist": "<dict/>", "fragment": "<key>allowCamera</key><true/>",
    "trailing": "<plist><true/></plist>junk",
    "two files": "<plist><true/></plist><plist><false/></plist>", "empty plist": "<plist></plist>",
    "plist self": "<plist/>",
    "smart quotes": "<?xml version=“1.0” encoding=“UTF-8”?><plist><dict/></plist>",
    "smart doctype": "<!DOCTYPE plist PUBLIC “a” “b”><plist><dict/></plist>",
    "internal subset": "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
    "empty subset": "<!DOCTYPE plist []><plist><true/></plist>",
    "other doctype": "<!DOCTYPE foo><plist><true/></plist>",
    "external entity": "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist/>",
    "deep 512": String(repeating: "<array>", count: 512)
      + String(repeating: "</array>", count: 512),
    "deep 513": String(repeating: "<array>", count: 513)
      + String(repeating: "</array>", count: 513),
    "deep 300 in plist": "<plist>" + String(repeating: "<array>", count: 300)
      + String(repeating: "</array>", count: 300) + "</plist>",
    "bad encoding": "<?xml version=\"1.0\" encoding=\"x-nonsense\"?><plist><true/></plist>",
    "says utf-16": "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>",
    "no closing": "<plist><true/>",
    "crlf": "<plist>\r\n<dict>\r\n<key>a</key>\r\n<true/></dict></plist>\r\n",
  ]

  /// OpenStep text, taken or not.
  static let openStep = [
    "", " ", "a", "a b", "a = b;", "a;", "a = b; }", "a = b; junk", "{}", "()", "(a,)", "(,)",
    "{a=b}",
    "{a=b;", "{a=b;}", "\"x\\U0041\\UD83D\\UDE00\"", "\"\\UD83D\"", "\"\\UDE00x\"", "\"\\é\"", "<>",
    "<0>", "<01 02>", "<0 1>", "<0g>", "\"a\" /* x", "/* only */", "// c", "{a=;}", "\"\\777\"",
    "\"\\341\\5\"", "\"\\376\"", "\"\\U41z\"", "\"a\\", "a/b", "/", "/a", "{a=b;}x", "(a b)",
    "{'a'=\"b\";}", "x\u{2028}=y;", "\u{1}a", "a\0", "\"a\0b\"", "\"\r\n\"", "é", "\"é\"", "bplist",
    "{a={b=(c,<00>,{});};d=e;}", "{a=b;a=c;}", "(((((a)))))", "{a}", "{a;b;}", "'it''s'",
    "\"\\a\\b\\f\\n\\r\\t\\v\\\"\\'\\\\\\q\"", "\"\\\n\"", "(a/*x*/,//y\nb)", "_$/:.-", "a+b",
    String(repeating: "(", count: 513) + String(repeating: ")", count: 513),
    String(repeating: "(", count: 514) + String(repeating: ")", count: 514),
    String(repeating: "{a=", count: 512) + "b" + String(repeating: ";}", count: 512),
    String(repeating: "{a=", count: 513) + "b" + String(repeating: ";}", count: 513),
  ]

  @Test(arguments: inputs.keys.sorted())
  func valuesAsCoreFoundation(_ name: String) throws {
    agree(plist(try #require(Self.inputs[name])), name)
  }

  @Test(arguments: files.keys.sorted())
  func filesAsCoreFoundation(_ name: String) throws {
    agree(Array(try #require(Self.files[name]).utf8), name)
  }

  @Test func encodingsAsCoreFoundation() {
    let text = "<plist><string>café “q”</string></plist>"
    func utf16(_ bigEndian: Bool) -> [UInt8] {
      text.utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return bigEndian ? pair : pair.reversed()
      }
    }
    agree([0xEF, 0xBB, 0xBF] + Array(text.utf8), "utf-8 mark")
    agree([0xFF, 0xFE] + utf16(false), "utf-16 little")
    agree([0xFE, 0xFF] + utf16(true), "utf-16 big")
    let head = { (name: String) in Array("<?xml version=\"1.0\" encoding=\"\(name)\"?>".utf8) }
    agree(
      head("ISO-8859-1") + Array("<plist><string>caf".utf8) + [0xE9]
        + Array("</string></plist>".utf8), "latin1")
    agree(
      head("windows-1252") + Array("<plist><string>".utf8) + [0x93, 0x94]
        + Array("</string></plist>".utf8), "cp1252")
    agree(
      head("ISO-8859-1-1") + Array("<plist><string>caf".utf8) + [0xE9]
        + Array("</string></plist>".utf8), "latin1 with more")
    agree(Array("<integer>".utf8) + [0x9F] + Array("1</integer>".utf8), "latin control in a number")
    agree(
      Array("<plist><string>caf".utf8) + [0xE9] + Array("</string></plist>".utf8), "invalid utf-8")
    agree(
      Array("<plist><!-- caf".utf8) + [0xE9] + Array(" --><true/></plist>".utf8),
      "invalid utf-8 in a comment")
  }

  @Test(.enabled(if: hasCorpus)) func everyXMLFileOfTheCorpus() {
    var refused: [String] = []
    for file in CorpusFile.xml {
      let bytes = file.bytes
      let result = PlistFile(reading: bytes, path: file.path)
      agree(bytes, file.path)
      if result.root == nil, coreFoundation(bytes) != nil { refused.append(file.path) }
    }
    #expect(CorpusFile.xml.count > 400)
    #expect(refused == [])
  }

  @Test(arguments: openStep) func openStepAsCoreFoundation(_ text: String) {
    agree(Array(text.utf8), text)
    agree([0xEF, 0xBB, 0xBF] + Array(text.utf8), "\(text) behind a mark")
    agree(
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, "\(text) as UTF-16")
  }

  private func agree(_ bytes: [UInt8], _ name: String) {
    let disagreement = Disagreement(bytes)
    #expect(disagreement == nil, "\(name): \(disagreement?.text ?? "")")
  }
}
