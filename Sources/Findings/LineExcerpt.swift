/// The part of one line of source that is shown, and where a caret under it stands.
struct LineExcerpt {
  /// The part; `…` stands for what was cut off, a space for what cannot be shown.
  private(set) var text = ""
  /// The columns before the caret.
  private(set) var caret = 0

  /// Cuts `line` to at most `width` columns round `column`, which counts scalars from 1.
  init(_ line: Substring, column: Int, width: Int) {
    let scalars = line.unicodeScalars
    let target =
      scalars.index(scalars.startIndex, offsetBy: max(column - 1, 0), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    let start = Self.start(scalars, target, width)
    if start > scalars.startIndex {
      text = "…"
      caret = 1
    }
    var taken = 0
    var index = start
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let columns = scalar.isPrintable ? scalar.columns : 1
      if taken + columns > width {
        text += "…"
        break
      }
      if index < target { caret += columns }
      text.unicodeScalars.append(scalar.isPrintable ? scalar : " ")
      taken += columns
      index = scalars.index(after: index)
    }
  }

  /// Where to begin: at the start if the caret is near it, else half a width before the caret, or
  /// so that the end of the line fills the width.
  private static func start(
    _ scalars: Substring.UnicodeScalarView, _ target: String.Index, _ width: Int
  ) -> String.Index {
    let room = width - 8
    if columns(scalars[..<target], atMost: room) < room { return scalars.startIndex }
    let after = columns(scalars[target...], atMost: width)
    let before = max(width / 2, width - after)
    var index = target
    var taken = 0
    while index > scalars.startIndex {
      let previous = scalars.index(before: index)
      taken += scalars[previous].isPrintable ? scalars[previous].columns : 1
      if taken > before { break }
      index = previous
    }
    // A mark that joins what precedes must not lead.
    while index < target, scalars[index].isPrintable, scalars[index].columns == 0 {
      index = scalars.index(after: index)
    }
    return index
  }

  private static func columns(_ scalars: Substring.UnicodeScalarView, atMost most: Int) -> Int {
    var sum = 0
    for scalar in scalars {
      sum += scalar.isPrintable ? scalar.columns : 1
      if sum >= most { return most }
    }
    return sum
  }
}
