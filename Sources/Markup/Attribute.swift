extension HTML {
  /// An attribute of an element: the name a literal, the value escaped where it is written.
  ///
  /// There is no way to make one that runs: handlers, inline styles and addresses are left out.
  public struct Attribute: Sendable {
    let name: StaticString
    let value: String?

    private init(_ name: StaticString, _ value: String?) {
      self.name = name
      self.value = value
    }

    /// `class`.
    public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
    /// `id`.
    public static func id(_ name: String) -> Attribute { Attribute("id", name) }
    /// `href` to a place on the same page.
    public static func link(to id: String) -> Attribute { Attribute("href", "#" + id) }
    /// `data-` followed by a name; for the page's own script.
    public static func data(_ name: DataName, _ value: String) -> Attribute {
      Attribute(name.attribute, value)
    }
    /// `aria-label`.
    public static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
    /// Any other attribute of a list of harmless ones.
    public static func of(_ name: Name, _ value: String) -> Attribute {
      Attribute(name.attribute, value)
    }
    /// An attribute without a value, such as `hidden`.
    public static func flag(_ flag: Flag) -> Attribute { Attribute(flag.attribute, nil) }
  }

  /// Attributes that hold data for the page's script.
  public enum DataName: Sendable {
    case column, platform, profiles, search, sort, states, value

    var attribute: StaticString {
      switch self {
      case .column: "data-column"
      case .platform: "data-platform"
      case .profiles: "data-profiles"
      case .search: "data-search"
      case .sort: "data-sort"
      case .states: "data-states"
      case .value: "data-value"
      }
    }
  }

  /// Attributes that take a value and can do no harm.
  public enum Name: Sendable {
    case ariaLive, ariaSort, colspan, `for`, height, lang, placeholder, role, scope, tabindex,
      title, type
    case value, viewBox, width, x, y, preserveAspectRatio

    var attribute: StaticString {
      switch self {
      case .ariaLive: "aria-live"
      case .ariaSort: "aria-sort"
      case .colspan: "colspan"
      case .for: "for"
      case .height: "height"
      case .lang: "lang"
      case .placeholder: "placeholder"
      case .role: "role"
      case .scope: "scope"
      case .tabindex: "tabindex"
      case .title: "title"
      case .type: "type"
      case .value: "value"
      case .viewBox: "viewBox"
      case .width: "width"
      case .x: "x"
      case .y: "y"
      case .preserveAspectRatio: "preserveAspectRatio"
      }
    }
  }

  /// Attributes without a value.
  public enum Flag: Sendable {
    case hidden, open

    var attribute: StaticString { self == .hidden ? "hidden" : "open" }
  }
}
