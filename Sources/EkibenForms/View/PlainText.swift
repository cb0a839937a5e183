/// Text without the markup that forms put into it.
public enum PlainText {
  private static let breaking: Set<String> = ["p", "br", "div", "li", "tr", "ul", "ol"]
  private static let known = breaking.union([
    "a", "b", "i", "u", "s", "em", "strong", "small", "big", "sub", "sup", "span", "font", "code",
    "h1", "h2", "h3", "h4", "h5", "h6", "img", "table", "tbody", "thead", "td", "th", "center",
  ])
  private static let names: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "#39": "'",
  ]

  /// The text with tags of HTML taken out, and the characters that stand behind names put in; a text
  /// without such tags is given back as it is, since `a < b` and `&amp;` may be meant.
  ///
  /// - Complexity: O(n).
  public static func reduced(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var (plain, rest, found) = ("", text[...], false)
    while let start = rest.firstIndex(of: "<") {
      plain += rest[..<start]
      rest = rest[start...]
      if let (name, end) = tag(rest) {
        found = true
        if breaking.contains(name), !plain.isEmpty, plain.last != "\n" { plain += "\n" }
        rest = rest[end...]
      } else {
        plain += "<"
        rest = rest.dropFirst()
      }
    }
    guard found else { return text }
    plain += rest
    while plain.last == "\n" { plain.removeLast() }
    return withoutNames(plain)
  }

  // A tag is short, and what is none is looked at once, so that no text takes a square of steps.
  private static func tag(_ text: Substring) -> (name: String, end: Substring.Index)? {
    let inside = text.dropFirst().prefix(2_000)
    guard let close = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[close] == ">"
    else { return nil }
    let bare = inside[..<close].drop { $0 == "/" }
    let name = bare.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    guard known.contains(name) else { return nil }
    return (name, inside.index(after: close))
  }

  private static func withoutNames(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var (plain, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[start...].dropFirst()
      let name = rest.prefix(6).prefix { $0 != ";" }
      if let character = names[String(name)], rest.dropFirst(name.count).first == ";" {
        plain.append(character)
        rest = rest.dropFirst(name.count + 1)
      } else {
        plain += "&"
      }
    }
    return plain + rest
  }
}
