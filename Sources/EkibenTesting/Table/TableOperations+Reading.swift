import Ekiben
public import EkibenDocuments

extension TableOperations {
  /// Reads the operations of a batch as ``EkibenDocuments/TableOperations/lines`` writes them, separated by `;`.
  ///
  /// ```swift
  /// try TableOperations(reading: "delete section 1; move (0, 0) to (1, 2); header of section 0")
  /// ```
  ///
  /// Each kind keeps the order in which its operations are written. An empty text is an empty batch.
  ///
  /// - Throws: ``UnreadableOperation`` for the first part that is none.
  public init(reading text: String) throws(UnreadableOperation) {
    self.init()
    for part in Self.parts(of: text) {
      if read(part) { continue }
      guard let supplement = try Supplement(reading: part) else { throw .init(text: part) }
      supplements.append(supplement)
    }
  }

  // Parts end at a `;` that is not inside a JSON string; empty ones say nothing. A name may begin with a mark
  // that is one character with the quote or space before it.
  private static func parts(of text: String) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ";" && !isQuoted {
        parts.append(.init())
        continue
      }
      if scalar == "\"" && !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      parts[parts.count - 1].append(scalar)
    }
    return parts.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  // A part is a pattern and the numbers in it: `move section # to #`.
  private mutating func read(_ part: String) -> Bool {
    guard let (pattern, numbers) = Self.pattern(of: part) else { return false }
    func place(_ at: Int) -> Document.Place {
      Document.Place(section: numbers[at], row: numbers[at + 1])
    }
    switch pattern {
    case "delete section #": deleteSections.append(numbers[0])
    case "insert section #": insertSections.append(numbers[0])
    case "move section # to #": moveSections.append(.init(from: numbers[0], to: numbers[1]))
    case "delete (#, #)": deleteRows.append(place(0))
    case "insert (#, #)": insertRows.append(place(0))
    case "move (#, #) to (#, #)": moveRows.append(.init(from: place(0), to: place(2)))
    case "update (#, #)": updateRows.append(place(0))
    case "replace (#, #)": replaceViews.append(place(0))
    default: return false
    }
    return true
  }

  private static func pattern(of part: String) -> (String, [Int])? {
    var pattern = ""
    var numbers: [Int] = []
    var rest = part[...]
    while let first = rest.first {
      let digits = rest.prefix { $0 == "-" || ("0"..."9").contains($0) }
      if digits.isEmpty {
        pattern.append(first)
        rest = rest.dropFirst()
        continue
      }
      guard let number = Int(digits) else { return nil }
      pattern.append("#")
      numbers.append(number)
      rest = rest.dropFirst(digits.count)
    }
    return (pattern, numbers)
  }
}

extension TableOperations.Supplement {
  // `header of section 1`, the name as it is or as a JSON string.
  fileprivate init?(reading part: String) throws(UnreadableOperation) {
    guard let range = part.unicodeScalars.ranges(of: " of section ".unicodeScalars).last,
      let section = Int(part[range.upperBound...])
    else { return nil }
    let name = String(part[..<range.lowerBound])
    guard name.unicodeScalars.first == "\"" else {
      self.init(section: section, name: FieldName(unchecked: name))
      return
    }
    do throws(NotationError) {
      guard case .text(let name) = try Notation.parse(value: name) else { return nil }
      self.init(section: section, name: FieldName(unchecked: name))
    } catch { throw UnreadableOperation(text: part) }
  }
}

/// A text that is no operation of a table.
public struct UnreadableOperation: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was to be read.
  public let text: String

  /// Says what could be read.
  public var description: String {
    "\(Notation.quoted(text)) is no operation of a table, such as delete section 1, "
      + "move (0, 1) to (2, 4), update (0, 0) or header of section 1"
  }
}
