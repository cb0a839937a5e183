/// A row that takes text which is no answer.
public protocol TextReceiving: FocusDeciding {
  /// Is called with all of the text whenever a person has typed.
  @MainActor func didType(_ text: String)
}

/// What a person is about to change in a text.
public struct TextChange: Hashable, Sendable {
  /// The text as it stands.
  public let current: String
  /// What is replaced, as offsets in UTF-16, as text views count.
  public let range: Range<Int>
  /// What comes in its place.
  public let replacement: String
  /// The text as it would be.
  public let result: String

  /// Describes a change; nil where the range does not lie in the text or would split a Character.
  ///
  /// - Complexity: O(n) in the text.
  public init?(of current: String, in range: Range<Int>, to replacement: String) {
    let units = current.utf16
    guard range.lowerBound >= 0, range.upperBound <= units.count,
      let lower = units.index(units.startIndex, offsetBy: range.lowerBound)
        .samePosition(in: current),
      let upper = units.index(units.startIndex, offsetBy: range.upperBound)
        .samePosition(in: current)
    else { return nil }
    var result = current
    result.replaceSubrange(lower..<upper, with: replacement)
    (self.current, self.range) = (current, range)
    (self.replacement, self.result) = (replacement, result)
  }

  /// Describes that all of a text is replaced.
  public init(of current: String, to replacement: String) {
    (self.current, range) = (current, 0..<current.utf16.count)
    (self.replacement, result) = (replacement, replacement)
  }
}

/// What a row says to what a person is about to type.
public enum TextDecision: Hashable, Sendable {
  /// The text becomes what was typed.
  case take
  /// The text becomes another one: what was typed, put in the form that the row wants.
  case takeInstead(String)
  /// The text stays.
  case refuse
}

/// Decides about each change of a row's text.
public struct TextDecisionBehaviour: Sendable {
  /// Is asked before the text changes.
  public let decide: @MainActor (TextChange) -> TextDecision
}

/// The form of a text: digits where it has `#`, everything else as it stands.
///
/// ```swift
/// TextInput(.phone, title: "Phone").mask("(###) ###-####")
/// ```
public struct TextMask: Hashable, Sendable, ExpressibleByStringLiteral {
  private let pattern: [Character]

  /// Reads a pattern.
  public init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Reads a pattern.
  public init(stringLiteral pattern: String) { self.init(pattern) }

  /// A text in this form, as far as its digits go; what else stands in it goes.
  ///
  /// - Complexity: O(n) in the text and the pattern.
  public func applied(to text: String) -> String {
    var digits = text.filter { $0.isASCII && $0.isNumber }[...]
    var (result, literal) = ("", "")
    for part in pattern {
      guard part == "#" else {
        literal.append(part)
        continue
      }
      guard let digit = digits.popFirst() else { return result }
      result += literal + String(digit)
      literal = ""
    }
    return result + (result.isEmpty ? "" : literal)
  }
}

extension Component {
  /// Asks before the text of the row changes, whether and how it does.
  public func decidingText(
    _ decision: @escaping @MainActor (TextChange) -> TextDecision
  ) -> BehaviourDecorator<Self> { adding(TextDecisionBehaviour(decide: decision)) }

  /// Puts what is typed in a form; digits that have no place in it are not taken.
  public func mask(_ mask: TextMask) -> BehaviourDecorator<Self> {
    decidingText { .takeInstead(mask.applied(to: $0.result)) }
  }
}
