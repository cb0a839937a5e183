/// The one notation for changes: in logs, diffs, failures and on standard input.
///
/// ```text
/// name: "Ad" → "Ada"                  a row's answer
/// name[title]: "Name" → "Full name"   another field of a row
/// section:person[header]: – → {…}     a field of a section
/// document:[title]: – → "Intake"      a field of the document
/// name[]: – → {…}                     the whole record
/// ```
///
/// Absent is `–`. A name that could be misread, because it has a space, a control character or one
/// of `[ ] { } ( ) : , " →`, is written as a JSON string; so is one that begins with `#`, because a
/// line that does is a comment. What is printed can be parsed, and gives the same again (rule D15).
/// Parsing also takes what people write: dates with a `-` or `:` without `date(…)`, and quantities
/// such as `5.0 mg`.
public enum Notation {
  /// The mark at the end of a line whose value a formula gave.
  public static let calculated = "(calculated)"

  /// One line for a change.
  public static func text(of change: Change) -> String {
    "\(text(of: change.target)): \(text(of: change.before)) → \(text(of: change.after))"
  }

  /// The target of a change, as `name[title]`.
  public static func text(of target: Change.Target) -> String {
    let field = target.field.map(\.rawValue)
    switch target.record {
    case .document: return "document:[\(field.map(name) ?? "")]"
    case .section(let id): return "section:\(name(id.rawValue))[\(field.map(name) ?? "")]"
    case .row(let id):
      if target.field == .value { return name(id.rawValue) }
      return "\(name(id.rawValue))[\(field.map(name) ?? "")]"
    }
  }

  /// A value, or `–` for none.
  ///
  /// Numbers and bools are bare, texts are JSON strings; a kind that could be taken for another one
  /// says its name: `date(2024)`, `decimal(2)`.
  public static func text(of value: Value?) -> String {
    switch value {
    case nil: "–"
    case .null?: "null"
    case .bool(let bool)?: bool ? "true" : "false"
    case .integer(let integer)?: "\(integer)"
    case .decimal(let decimal)?:
      decimal.digits.contains { ".eE".contains($0) } ? decimal.digits : "decimal(\(decimal.digits))"
    case .text(let text)?: quoted(text)
    case .date(let date)?: "date(\(date.text))"
    case .bytes(let bytes)?: "bytes(\(Hexadecimal.text(bytes)))"
    case .list(let values)?: "[\(values.map { text(of: $0) }.joined(separator: ", "))]"
    case .record(let fields)?:
      "{\(fields.map { "\(name($0.name.rawValue)): \(text(of: $0.value))" }.joined(separator: ", "))}"
    case .verbatim(let source)?: "verbatim(\(quoted(source)))"
    }
  }

  /// An id as it is, or as a JSON string where it could be misread.
  public static func name(_ id: String) -> String {
    isBare(id) ? id : quoted(id)
  }

  // Line by line, a `#` or a byte-order mark at the beginning would go unread.
  static func isBare(_ id: String) -> Bool {
    let scalars = id.unicodeScalars
    if scalars.first == "#" || scalars.first == "\u{FEFF}" || ByteText.equal(id, "–") {
      return false
    }
    return !scalars.contains { scalar in
      scalar == " " || "[]:\"→{},()".unicodeScalars.contains(scalar) || mustEscape(scalar)
    }
  }

  /// A JSON string in which nothing can drive a terminal.
  ///
  /// Control characters and bidirectional overrides are escaped (rule C5), all else is as it is.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case let scalar where mustEscape(scalar):
        let digits = Hexadecimal.text([UInt8(scalar.value >> 8 & 0xFF), UInt8(scalar.value & 0xFF)])
        result += "\\u\(digits)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text for a person's eyes, with what could drive a terminal escaped as in ``quoted(_:)``.
  public static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustEscape) else { return text }
    return text.unicodeScalars.map { scalar in
      mustEscape(scalar) ? String(quoted(String(scalar)).dropFirst().dropLast()) : String(scalar)
    }.joined()
  }

  static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    CanonicalJSON.disturbsTerminal(scalar) || (0x2028...0x2029).contains(scalar.value)
  }
}
