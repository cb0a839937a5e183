import EkibenForms
import Testing

// Rule F28.
@Suite(.timeLimit(.minutes(20))) struct `Text with markup` {
  @Test(arguments: [
    "p", "br", "div", "li", "tr", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "P", "Br",
  ])
  func `begins a line where a tag breaks it`(tag: String) {
    #expect(PlainText.reduced("one<\(tag)>two</\(tag)>three") == "one\ntwo\nthree")
    #expect(PlainText.reduced("<\(tag)>one<\(tag)/>") == "one")
    #expect(PlainText.reduced("one<\(tag)><\(tag) class=\"x\">two") == "one\ntwo")
  }

  @Test(arguments: [
    "a", "b", "i", "u", "s", "em", "strong", "small", "big", "sub", "sup", "span", "font", "code",
    "img", "table", "tbody", "thead", "td", "th", "center", "B", "SPAN",
  ])
  func `loses other tags`(tag: String) {
    #expect(PlainText.reduced("one<\(tag) title=\"x\">two</\(tag)>three") == "onetwothree")
  }

  @Test(arguments: [
    ("a<note>b</note>", "a<note>b</note>"), ("1 < 2", "1 < 2"), ("<>", "<>"), ("a<b", "a<b"),
    ("a<b <i>c</i>", "a<b c"), ("<b>a < b</b>", "a < b"), ("<b>a</b><x>", "a<x>"),
    ("<b>a</b>\n\n<br>", "a"), ("<b></b>", ""),
    // What is never closed hides nothing.
    ("<script>a", "a"), ("<style>a<b>b</b>", "ab"), ("<!-- a <b>b</b>", "<!-- a b"),
    ("a<style>b{}</style>c", "ac"), ("a<script src=\"x\">b</script>c<!-- d -->e", "ace"),
  ])
  func `keeps what is no tag`(text: String, plain: String) {
    #expect(PlainText.reduced(text) == plain)
  }

  @Test(arguments: [(1_990, "c"), (2_100, nil)] as [(Int, String?)])
  func `keeps what is too long for a tag`(length: Int, plain: String?) {
    let text = "<b " + String(repeating: "x", count: length) + ">c"
    #expect(PlainText.reduced(text) == plain ?? text)
  }

  /// The names of HTML 4 for the characters from U+00A0 to U+00FF, in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  @Test func `has characters by their names`() {
    let names = Self.latin.split(separator: " ")
    let scalars = (UInt32(0xA0)...0xFF).compactMap(Unicode.Scalar.init)
    #expect(names.count == scalars.count)
    for (name, scalar) in zip(names, scalars) {
      #expect(PlainText.reduced("<b>&\(name);</b>") == String(Character(scalar)), "\(name)")
    }
    let others = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "hellip": "…",
      "trade": "™", "euro": "€", "le": "≤", "ge": "≥", "ne": "≠",
    ]
    for (name, character) in others {
      #expect(PlainText.reduced("<b>&\(name);</b>") == character, "\(name)")
      #expect(PlainText.reduced("&\(name);") == "&\(name);", "\(name)")
    }
  }

  @Test(arguments: [
    ("&#65;", "A"), ("&#x41;", "A"), ("&#X41;", "A"), ("&#x1F600;", "😀"), ("&#9;x&#10;", "\tx\n"),
    ("&#13;", "&#13;"), ("&#27;", "&#27;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xG;", "&#xG;"),
    ("&#41", "&#41"), ("&#4A;", "&#4A;"), ("&#-65;", "&#-65;"), ("a & b; &", "a & b; &"),
    ("&#1114111;", "\u{10FFFF}"), ("&#00000065;", "&#00000065;"), ("&&#65;;", "&A;"),
  ])
  func `has characters by their numbers`(text: String, plain: String) {
    #expect(PlainText.reduced(text) == plain)
  }
}
