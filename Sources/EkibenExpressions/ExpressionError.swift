/// Why an expression is refused when it is read, or has no value where it is evaluated.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// This stands where something else has to; nil where the text ends too early.
    case unexpected(String?)
    /// A text, a comment or a name in back-ticks that does not end.
    case unfinished(String)
    /// A backslash with this behind it is no escape.
    case escape(String)
    /// There is no such day or time.
    case date(String)
    /// A function that is not known.
    case function(String)
    /// A variable that nothing defines.
    case variable(String)
    /// A variable that there is, and whose value nobody has handed over.
    case missing(String)
    /// A type that is not known.
    case type(String)
    /// A function that takes another number of arguments.
    case arguments(String, ClosedRange<Int>)
    /// An operation that takes one item is given several.
    case several(String)
    /// An operation is given something that it cannot be done with.
    case operand(String, kind: String)
    /// A pattern that is none, or cannot be matched in linear time.
    case pattern(String)
    /// A text that is put in place of what a pattern matches, and names a group of it.
    case group(String)
    /// More than an expression may be, or may ask for.
    case limit(Limit)
  }

  /// What there may be no more of; every limit is per expression, per evaluation of one, or per edit.
  public enum Limit: Hashable, Sendable {
    /// 64 KiB of source text.
    case source
    /// 128 levels of parentheses, arguments and signs in each other.
    case nesting
    /// 100,000 steps.
    case steps
    /// 10,000,000 steps of all that one edit makes to be evaluated.
    case edit
    /// 10,000 items in a collection.
    case items
    /// 1 MiB of text that is made.
    case text
    /// 4,096 digits of a number.
    case digits

    fileprivate var words: String {
      switch self {
      case .source: "an expression has at most 64 KiB"
      case .nesting: "an expression is nested at most 128 levels deep"
      case .steps: "gave up after 100,000 steps"
      case .edit: "the edit had 10,000,000 steps, and no more are taken for it"
      case .items: "gave up at a collection of more than 10,000 items"
      case .text: "gave up after 1 MiB of text"
      case .digits: "gave up at a number of more than 4,096 digits"
      }
    }
  }

  /// What is wrong.
  public let problem: Problem
  /// The line in the text of the expression, from 1.
  public let line: Int
  /// The place in the line, from 1, in Unicode scalars.
  public let column: Int

  /// Finds the line of a place in an expression, which is an offset in bytes of UTF-8.
  init(_ problem: Problem, at offset: Int, in text: String) {
    self.problem = problem
    let before = String(decoding: Array(text.utf8.prefix(offset)), as: UTF8.self)
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    line = lines.count
    column = 1 + (lines.last?.count ?? 0)
  }

  /// The line of an expression that it is about, and below it a caret at the place; of a long line what is near.
  ///
  /// - Parameter text: The text of the expression.
  /// - Returns: Two lines; none where the text has no such line.
  public func excerpt(of text: String) -> [String] {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard line > 0, line <= lines.count else { return [] }
    let scalars = Array(lines[line - 1])
    let start = max(0, column - 1 - Self.mostBefore)
    let near = scalars[start..<min(scalars.count, start + 2 * Self.mostBefore)]
    // A tab or what is wider would put the caret elsewhere.
    var shown = String.UnicodeScalarView()
    for scalar in near { shown.append(scalar.value < 0x20 ? " " : scalar) }
    return [
      String(shown), String(repeating: " ", count: min(column - 1 - start, near.count)) + "^",
    ]
  }

  private static let mostBefore = 36

  /// One sentence for a person, behind the line and the column.
  public var description: String { "\(line):\(column): \(words)" }

  private var words: String {
    switch problem {
    case .unexpected(let text?): "\(text) cannot stand here"
    case .unexpected(nil): "the expression ends too early"
    case .unfinished(let what): "\(what) does not end"
    case .escape(let text): "a backslash with \(text) behind it means nothing"
    case .date(let text): "there is no \(text)"
    case .function(let name): "there is no function \(name)"
    case .variable(let name): "nothing defines %\(name)"
    case .missing(let name): "needs %\(name), which nobody has handed over"
    case .type(let name): "there is no type \(name)"
    case .arguments(let name, let range):
      "\(name)() takes \(Self.count(range)), not another number of them"
    case .several(let operation): "\(operation) takes one item, and is given several"
    case .operand(let operation, let kind): "\(operation) cannot be done with \(kind)"
    case .pattern(let text):
      "\(text) is no pattern, or none that can be matched in linear time"
    case .group(let text): "\(text) names a group, which is not kept; \\\\$ is the sign itself"
    case .limit(let limit): limit.words
    }
  }

  private static func count(_ range: ClosedRange<Int>) -> String {
    let count =
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    return range == 1...1 ? "1 argument" : "\(count) arguments"
  }
}
