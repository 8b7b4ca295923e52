import Devices

/// Reads `supportedOS` into the words of a catalogue.
struct SupportReader {
  let reader: SchemaReader

  private var graph: YAMLGraph { reader.graph }

  /// What each platform named at `place` has; only what is said.
  func read(_ place: Int) -> [(platform: Platform, words: [String])] {
    var result: [(platform: Platform, words: [String])] = []
    for (key, value) in graph.pairs(place) {
      let name = graph.text(key) ?? ""
      guard let platform = Platform(rawValue: name), platform != .iPadOS else {
        reader.leftOut(key, "the platform `\(name)` is not known")
        continue
      }
      result.append((platform, words(value)))
    }
    return result.sorted { $0.platform.rawValue < $1.platform.rawValue }
  }

  /// The first word is the version that brought it, `none`, or empty where it is inherited.
  private func words(_ place: Int) -> [String] {
    var introduced = ""
    var words: [String] = []
    for (key, value) in graph.pairs(place) {
      let field = graph.text(key) ?? ""
      let text = graph.text(value) ?? ""
      switch field {
      case "introduced":
        // `all` says that it is as old as what it stands in.
        if text != "all" { introduced = text == "n/a" ? "none" : version(text, value) ?? "" }
      case "deprecated", "removed":
        if text != "n/a", let version = version(text, value) { words.append("\(field)=\(version)") }
      case "sharedipad": words += situation("shared-ipad", value)
      case "userenrollment": words += situation("user-enrollment", value)
      case "beta", "accessrights", "always-skippable": continue
      default:
        guard let name = Self.switches[field], ["true", "false"].contains(text) else {
          reader.leftOut(value, "`\(field)` of a platform is not known")
          continue
        }
        words.append(text == "true" ? name : "no-\(name)")
      }
    }
    return introduced == "none" ? ["none"] : [introduced] + words
  }

  private static let switches = [
    "supervised": "supervised", "requiresdep": "automated-enrollment",
    "userapprovedmdm": "user-approved", "allowmanualinstall": "manual-install",
    "devicechannel": "device-channel", "userchannel": "user-channel", "multiple": "multiple",
  ]

  private func version(_ text: String, _ place: Int) -> String? {
    if let version = OSVersion(text) { return "\(version)" }
    reader.leftOut(place, "expected a version, found `\(text)`")
    return nil
  }

  private func situation(_ name: String, _ place: Int) -> [String] {
    graph.pairs(place).compactMap { key, value in
      let text = graph.text(value) ?? ""
      switch graph.text(key) {
      case "mode":
        guard ["allowed", "required", "forbidden", "ignored"].contains(text) else {
          reader.leftOut(value, "expected a mode, found `\(text)`")
          return nil
        }
        return "\(name)=\(text)"
      case "devicechannel" where name == "shared-ipad":
        return (text == "true" ? "" : "no-") + "shared-ipad-device-channel"
      case "userchannel" where name == "shared-ipad":
        return (text == "true" ? "" : "no-") + "shared-ipad-user-channel"
      case "behavior", "allowed-scopes": return nil
      default:
        reader.leftOut(value, "`\(graph.text(key) ?? "")` of \(name) is not known")
        return nil
      }
    }
  }
}
