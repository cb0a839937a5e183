import EkibenDocuments

/// Text for an HTML page: nothing in it is markup, and nothing in it can turn other text around (rule C5).
enum HTML {
  /// A text as it reads, its lines kept.
  static func text(_ text: String) -> String {
    var result = ""
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !result.isEmpty { result += "<br>" }
      for scalar in Notation.shown(String(line)).unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// An element around what is markup already; `tag` may carry attributes, as in `td class="who"`.
  static func element(_ tag: String, _ content: String) -> String {
    "<\(tag)>\(content)</\(tag.prefix { $0 != " " })>"
  }

  /// A table row of cells that are markup already.
  static func row(_ cells: [String], heading: Bool = false, class name: String? = nil) -> String {
    let tag = heading ? "th scope=\"col\"" : "td"
    return element(
      "tr" + (name.map { " class=\"\($0)\"" } ?? ""), cells.map { element(tag, $0) }.joined())
  }
}
