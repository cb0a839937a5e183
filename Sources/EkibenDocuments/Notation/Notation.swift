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
/// of `[ ] { } ( ) : , " → …`, is written as a JSON string; so is one that begins with `#`, because a
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
    let record = text(of: target.record)
    return target.isAnswer ? record : "\(record)[\(target.field.map { name($0.rawValue) } ?? "")]"
  }

  /// The name of a record: `name`, `section:person` or `document:`.
  package static func text(of record: RecordID) -> String {
    switch record {
    case .document: "document:"
    case .section(let id): "section:\(name(id.rawValue))"
    case .row(let id): name(id.rawValue)
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
  public static func name(_ id: String) -> String { isBare(id) ? id : quoted(id) }

  // Line by line, a `#` or a byte-order mark at the beginning would go unread.
  static func isBare(_ id: String) -> Bool {
    let scalars = id.unicodeScalars
    if scalars.first == "#" || scalars.first == "\u{FEFF}" || ByteText.equal(id, "–") {
      return false
    }
    return !scalars.contains { scalar in
      scalar == " " || "[]:\"→…{},()".unicodeScalars.contains(scalar) || mustEscape(scalar)
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

  /// Reads a change from its line, as ``text(of:)-(Change)`` prints it.
  ///
  /// Spaces between the parts may be missing or more.
  ///
  /// - Throws: ``NotationError``; no input traps.
  /// - Complexity: O(n log n).
  public static func parse(_ line: String) throws(NotationError) -> Change {
    var parser = NotationParser(line)
    return try parser.readChange()
  }

  /// Reads a value; nil is `–`.
  ///
  /// - Throws: ``NotationError``; no input traps.
  /// - Complexity: O(n log n).
  public static func parse(value text: String) throws(NotationError) -> Value? {
    var parser = NotationParser(text)
    let value = try parser.readValue()
    try parser.expectEnd()
    return value
  }

  /// Reads a changeset, a change a line, or several with `; ` between them; lines that are empty or begin with `#`
  /// are passed over, and so are changes that end with ``calculated``: nobody has written what formulas gave.
  ///
  /// - Throws: ``NotationError``, also where two lines change the same thing.
  /// - Complexity: O(n log n).
  public static func parse(lines text: String) throws(NotationError) -> Changeset {
    var changes: [Change] = []
    var lines: [Change.Target: Int] = [:]
    var values = 0
    let all = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, bytes) in all.enumerated() {
      guard let line = content(of: bytes, isFirst: index == 0) else { continue }
      var parser = NotationParser(line, after: values)
      var isMore = true
      while isMore {
        let change: Change
        let isCalculated: Bool
        do { (change, isCalculated, isMore) = try parser.readMarkedChange() } catch {
          throw error.on(line: index + 1)
        }
        if isCalculated { continue }
        if let other = lines.updateValue(index + 1, forKey: change.target) {
          throw NotationParser(line).fail(.newTarget(line: other), at: 0).on(line: index + 1)
        }
        changes.append(change)
      }
      // A change to nothing has no value, and takes room all the same.
      values = parser.values + 1
    }
    return Changeset(changes)
  }

  // Nil for a line that says nothing. Some editors begin a file with a byte-order mark.
  private static func content(of line: Substring.UTF8View, isFirst: Bool) -> String? {
    var bytes = line[...]
    if isFirst, bytes.starts(with: "\u{FEFF}".utf8) { bytes = bytes.dropFirst(3) }
    if bytes.last == 0x0D { bytes = bytes.dropLast() }
    let first = bytes.first { !NotationParser.isSpace($0) }
    return first == nil || first == UInt8(ascii: "#") ? nil : String(Substring(bytes))
  }
}
