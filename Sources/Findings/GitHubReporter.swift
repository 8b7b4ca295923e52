extension Report {
  /// Workflow commands that GitHub shows at the lines of a change, one a line; findings that do
  /// not count are left out.
  public var githubText: String {
    var result = ""
    for finding in findings where finding.isActive {
      let place = finding.location
      var properties = [("file", base.name(place.path))]
      if place.line > 0 { properties.append(("line", "\(place.line)")) }
      if place.column > 0 { properties.append(("col", "\(place.column)")) }
      properties.append(("title", finding.rule.name))
      let help = finding.help.map { "\n\($0)" } ?? ""
      result += command(finding.severity.rawValue, properties, finding.placedMessage + help)
    }
    for failure in failures {
      let properties = [("file", base.name(failure.path)), ("title", "file not read")]
      result += command("error", properties, failure.message)
    }
    return result
  }

  private func command(_ name: String, _ properties: [(String, String)], _ message: String)
    -> String
  {
    let properties = properties.map { key, value in
      "\(key)=\(escaped(value).replacing(":", with: "%3A").replacing(",", with: "%2C"))"
    }
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message))\n"
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar.isPrintable ? scalar : "\u{FFFD}")
      }
    }
    return result
  }
}

extension Finding {
  /// The message with the targets it holds for, where it does not name them itself.
  var placedMessage: String {
    targets.isEmpty || targets.allSatisfy { message.contains($0) }
      ? message : "\(message) (on \(listed(targets)))"
  }
}

/// `a`, `a and b`, `a, b and c`.
public func listed(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}
