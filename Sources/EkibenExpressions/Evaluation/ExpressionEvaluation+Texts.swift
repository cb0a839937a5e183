import EkibenDocuments

/// Functions on texts (FHIRPath 2.0, §5.6). Characters are Unicode scalars: how many there are does not change
/// with the edition of Unicode.
extension ExpressionEvaluation {
  /// What a function on a text gives; nil of all other functions.
  mutating func callOnText(
    _ function: ExpressionFunction, _ values: [ExpressionItems], on input: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems? {
    let name = function.rawValue + "()"
    switch function {
    case .join: return try joined(input, by: values.first ?? .none)
    case .upper, .lower, .length, .trim, .toChars:
      guard let text = try text(input, name) else { return .some(.none) }
      return try changed(text, function)
    case .startsWith, .endsWith, .contains, .indexOf, .split:
      guard let text = try text(input, name), let part = try self.text(values[0], name) else {
        return .some(.none)
      }
      return try compared(text, part, function)
    case .matches, .replaceMatches, .replace:
      guard let text = try text(input, name), let part = try self.text(values[0], name) else {
        return .some(.none)
      }
      if function == .matches { return .boolean(try pattern(part).isFound(in: text, &self)) }
      guard let other = try self.text(values[1], name) else { return .some(.none) }
      let result =
        function == .replace
        ? try replaced(part, by: other, in: text) : try replaced(pattern(part), by: other, in: text)
      return .one(try make(result))
    case .substring:
      guard let text = try text(input, name), let start = try integer(values[0], name) else {
        return .some(.none)
      }
      // An empty length is none (FHIRPath, “substring”).
      let count = values.count > 1 ? try integer(values[1], name) : nil
      return try substring(of: text, from: start, count)
    default: return nil
    }
  }

  private mutating func joined(
    _ input: ExpressionItems, by separator: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    if input.isEmpty { return .none }
    let separator = try text(separator, "join()") ?? ""
    let texts = try input.list.map { item throws(ExpressionError) in
      guard let text = item.text else { throw refuse("join()", item) }
      return text
    }
    return .one(try make(texts.joined(separator: separator)))
  }

  private mutating func changed(
    _ text: String, _ function: ExpressionFunction
  ) throws(ExpressionError) -> ExpressionItems {
    try count(text.utf8.count / 64)
    switch function {
    case .upper: return .one(try make(text.uppercased()))
    case .lower: return .one(try make(text.lowercased()))
    case .length: return .integer(text.unicodeScalars.count)
    case .toChars: return try collected(text.unicodeScalars.map { .text(String($0)) })
    default:
      let scalars = text.unicodeScalars.drop(while: \.properties.isWhitespace)
      let end = scalars.reversed().prefix(while: \.properties.isWhitespace).count
      return .one(try make(String(Substring(scalars.dropLast(end)))))
    }
  }

  private mutating func compared(
    _ text: String, _ part: String, _ function: ExpressionFunction
  ) throws(ExpressionError) -> ExpressionItems {
    try count(text.utf8.count / 64)
    let (bytes, other) = (Array(text.utf8), Array(part.utf8))
    switch function {
    case .startsWith: return .boolean(bytes.starts(with: other))
    case .endsWith: return .boolean(bytes.suffix(other.count).elementsEqual(other))
    case .contains: return .boolean(try places(of: other, in: bytes, most: 1).first != nil)
    case .indexOf:
      guard let place = try places(of: other, in: bytes, most: 1).first else { return .integer(-1) }
      return .integer(String(decoding: bytes[..<place], as: UTF8.self).unicodeScalars.count)
    default:
      if other.isEmpty { return try changed(text, .toChars) }
      let parts = try pieces(of: bytes, between: other)
      return try collected(parts.map { .text(String(decoding: $0, as: UTF8.self)) })
    }
  }

  private mutating func replaced(
    _ part: String, by other: String, in text: String
  ) throws(ExpressionError) -> String {
    if part.isEmpty {
      try check(text.unicodeScalars.count + 1, other)
      var result = other
      for scalar in text.unicodeScalars {
        result.unicodeScalars.append(scalar)
        result += other
      }
      return result
    }
    let pieces = try pieces(of: Array(text.utf8), between: Array(part.utf8))
    try check(pieces.count, other)
    return String(decoding: Array(pieces.joined(separator: Array(other.utf8))), as: UTF8.self)
  }

  private mutating func replaced(
    _ pattern: Pattern, by other: String, in text: String
  ) throws(ExpressionError) -> String {
    let other = try literal(other)
    let scalars = Array(text.unicodeScalars)
    let found = try pattern.matches(in: scalars, &self)
    try check(found.count, other)
    var result = String.UnicodeScalarView()
    var place = 0
    for range in found {
      result += scalars[place..<range.lowerBound]
      result += other.unicodeScalars
      place = range.upperBound
    }
    result += scalars[place...]
    return String(result)
  }

  // What groups matched is not kept: `$1` and `${name}` would be that. `$` alone is itself, and so is `\$`.
  private func literal(_ text: String) throws(ExpressionError) -> String {
    var result = String.UnicodeScalarView()
    var isGroup = false
    for scalar in text.unicodeScalars {
      if isGroup, scalar == "{" || ("0"..."9").contains(scalar) { throw error(.group("'\(text)'")) }
      isGroup = scalar == "$" && result.last != "\\"
      if scalar == "$", !isGroup { result.removeLast() }
      result.append(scalar)
    }
    return String(result)
  }

  // Before a long text is made that there may not be.
  private func check(_ count: Int, _ text: String) throws(ExpressionError) {
    if count * text.utf8.count > Self.mostText { throw error(.limit(.text)) }
  }

  private mutating func substring(
    of text: String, from start: Int64, _ length: Int64?
  ) throws(ExpressionError) -> ExpressionItems {
    let scalars = text.unicodeScalars
    guard start >= 0, start < scalars.count else { return .none }
    let rest = scalars.dropFirst(Int(start))
    let part = length.map { rest.prefix(Int(clamping: max(0, $0))) } ?? rest
    return .one(try make(String(Substring(part))))
  }

  // One that is asked of many items is read once.
  private mutating func pattern(_ text: String) throws(ExpressionError) -> Pattern {
    if let known = lastPattern, ByteText.equal(known.text, text) { return known.pattern }
    guard let pattern = Pattern(text, dotMatchesLineFeed: true) else {
      throw error(.pattern("'\(text)'"))
    }
    try count(pattern.cost / 16)
    lastPattern = (text, pattern)
    return pattern
  }
}

/// Searching by bytes, which UTF-8 allows.
extension ExpressionEvaluation {
  private mutating func pieces(
    of bytes: [UInt8], between part: [UInt8]
  ) throws(ExpressionError) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    for place in try places(of: part, in: bytes, most: .max) {
      pieces.append(bytes[start..<place])
      start = place + part.count
    }
    return pieces + [bytes[start...]]
  }

  // The places that do not overlap.
  private mutating func places(
    of part: [UInt8], in bytes: [UInt8], most: Int
  ) throws(ExpressionError) -> [Int] {
    guard let first = part.first else { return [0] }
    var (found, place) = ([Int](), 0)
    while found.count < most, place + part.count <= bytes.count {
      if bytes[place] == first, bytes[place..<(place + part.count)].elementsEqual(part) {
        found.append(place)
        place += part.count
      } else {
        // What begins as the part does has been compared with all of it.
        if bytes[place] == first { try count(part.count / 64) }
        place += 1
      }
    }
    return found
  }
}
