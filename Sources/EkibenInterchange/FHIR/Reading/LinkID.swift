import EkibenDocuments

/// A linkId, which may be any text, and the id that is made of it.
///
/// Tilde and slash are escaped, so a tilde before any other character marks an id of our own.
struct LinkID {
  let text: String
  let id: String
  /// Why the id is not just the escaped linkId.
  let problem: InvalidName.Problem?

  init(_ text: String, isGroup: Bool) {
    self.text = text
    let escaped = Self.escaped(text)
    // Rows outside any group stand in a section that is called `root`.
    let wanted = isGroup && ByteText.equal(escaped, "root") ? "root~0" : escaped
    do throws(InvalidName) {
      id = try RowID(wanted).rawValue
      problem = nil
    } catch {
      id = Self.shortened(escaped)
      problem = error.problem
    }
  }

  /// The linkId with `~` written as `~0` and `/` as `~1`.
  static func escaped(_ linkID: String) -> String {
    var text = ""
    for scalar in linkID.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// An id that stands for a text which cannot be one: its printable beginning, a tilde and a
  /// number that is made of the whole text, so that it is the same in every run.
  static func shortened(_ text: String) -> String {
    let hash = SHA256.hash(Array(text.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var head = ""
    for scalar in text.unicodeScalars {
      guard head.utf8.count + UTF8.width(scalar) <= 200 else { break }
      if scalar.properties.generalCategory != .control { head.unicodeScalars.append(scalar) }
    }
    // Half of an escape says something else than the whole.
    if head.utf8.last == UInt8(ascii: "~") { head.removeLast() }
    return "\(head)~\(hash)"
  }
}
