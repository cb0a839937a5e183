/// Text without the markup that forms put into it.
package enum PlainText {
  private static let breaking: Set<String> = [
    "p", "br", "div", "li", "tr", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6",
  ]
  private static let known = breaking.union([
    "a", "b", "i", "u", "s", "em", "strong", "small", "big", "sub", "sup", "span", "font", "code",
    "img", "table", "tbody", "thead", "td", "th", "center", "script", "style",
  ])

  /// The text with tags of HTML and comments taken out, and the characters that stand behind names put in.
  ///
  /// A text without such tags keeps its names, since `a < b` and `&amp;` may be meant; a number such as
  /// `&#8211;` is put in anyway.
  ///
  /// - Complexity: O(n).
  package static func reduced(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<"))
    else { return withoutNames(text, onlyNumbers: true) }
    var (plain, rest, found) = ("", text[...], false)
    var unclosed: Set<String> = []
    while let start = rest.firstIndex(of: "<") {
      plain += rest[..<start]
      rest = rest[start...]
      if let end = unseen(rest, &unclosed) {
        found = true
        rest = rest[end...]
      } else if let (name, end) = tag(rest) {
        found = true
        if breaking.contains(name), !plain.isEmpty, plain.last != "\n" { plain += "\n" }
        rest = rest[end...]
      } else {
        plain += "<"
        rest = rest.dropFirst()
      }
    }
    guard found else { return withoutNames(text, onlyNumbers: true) }
    plain += rest
    while plain.last == "\n" { plain.removeLast() }
    return withoutNames(plain, onlyNumbers: false)
  }

  // Behind a comment or a program, of which nothing is shown. One that is never closed hides no text, and its
  // end is looked for once.
  private static func unseen(_ text: Substring, _ unclosed: inout Set<String>) -> Substring.Index? {
    for (start, end) in [("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")]
    where text.utf8.starts(with: start.utf8) && !unclosed.contains(end) {
      if let range = text.firstRange(of: end) { return range.upperBound }
      unclosed.insert(end)
    }
    return nil
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

  private static func withoutNames(_ text: String, onlyNumbers: Bool) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var (plain, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[start...].dropFirst()
      let name = rest.prefix(8).prefix { $0 != ";" }
      if rest.dropFirst(name.count).first == ";",
        let character = character(named: name, onlyNumbers: onlyNumbers)
      {
        plain.append(character)
        rest = rest.dropFirst(name.count + 1)
      } else {
        plain += "&"
      }
    }
    return plain + rest
  }

  private static func character(named name: Substring, onlyNumbers: Bool) -> Character? {
    guard name.first == "#" else { return onlyNumbers ? nil : names[String(name)] }
    let digits = name.dropFirst()
    let isHex = digits.first.map { "xX".contains($0) } ?? false
    let bare = isHex ? digits.dropFirst() : digits
    guard bare.allSatisfy(\.isHexDigit),
      let scalar = UInt32(bare, radix: isHex ? 16 : 10).flatMap({ Unicode.Scalar($0) })
    else { return nil }
    // A character that drives a terminal is none of a text.
    let isControl = scalar.properties.generalCategory == .control
    return isControl && scalar != "\t" && scalar != "\n" ? nil : Character(scalar)
  }

  // Those of HTML 4 for Latin letters, in the order of their codes, and what typesetting needs.
  private static let names: [String: Character] = {
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
      acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
      Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
      Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
      auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
      ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    var names: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "hellip": "…",
      "trade": "™", "euro": "€", "le": "≤", "ge": "≥", "ne": "≠",
    ]
    for (place, name) in latin.split(separator: " ").enumerated() {
      names[String(name)] = Unicode.Scalar(0xA0 + UInt32(place)).map(Character.init)
    }
    return names
  }()
}
