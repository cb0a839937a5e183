/// Texts, always by their Unicode scalars.
enum SlowText {
  static func same(_ left: String, _ right: String) -> Bool {
    Array(left.unicodeScalars) == Array(right.unicodeScalars)
  }

  static func order(_ left: String, _ right: String) -> SlowOrder {
    let (a, b) = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
    for (x, y) in zip(a, b) where x != y { return x < y ? .before : .after }
    return SlowOrder.of(a.count, b.count)
  }

  /// Lower case, each run of white space as one space, none at the ends.
  static func folded(_ value: String) -> String {
    var words: [String] = [""]
    for scalar in value.unicodeScalars {
      if scalar.properties.isWhitespace {
        words.append("")
      } else {
        words[words.count - 1] += scalar.properties.lowercaseMapping
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The first position of the part, looking at each one in turn.
  static func position(of part: [Unicode.Scalar], in whole: [Unicode.Scalar]) -> Int? {
    var start = 0
    while start + part.count <= whole.count {
      if Array(whole[start..<(start + part.count)]) == part { return start }
      start += 1
    }
    return nil
  }

  static func replaced(
    _ whole: [Unicode.Scalar], _ part: [Unicode.Scalar], _ other: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    if part.isEmpty { return whole.flatMap { other + [$0] } + other }
    guard let place = position(of: part, in: whole) else { return whole }
    let rest = Array(whole[(place + part.count)...])
    return Array(whole[..<place]) + other + replaced(rest, part, other)
  }

  static func joined(_ scalars: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Whether the text is an optional sign, digits and, if allowed, a point and more digits.
  static func isNumeral(_ value: String, fraction: Bool) -> Bool {
    var rest = Array(value.unicodeScalars)
    if let first = rest.first, first == "+" || first == "-" { rest.removeFirst() }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || (fraction && parts.count == 2) else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.value >= 48 && $0.value <= 57 }
    }
  }
}
