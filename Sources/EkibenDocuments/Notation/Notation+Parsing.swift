extension Notation {
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
    for (index, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
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
