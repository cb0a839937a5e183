public import Ekiben

/// What was expected and did not come; its text is the whole report.
///
/// It is an ordinary error, so a test of any framework fails with it when it is thrown. Since such a
/// framework knows only which test threw, the text begins with where the expectation stands.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The report, for a person: what is wrong, and where two texts are compared, the lines that differ.
  public let description: String

  init(_ report: String, _ site: CallSite) { description = "\(site): \(report)" }

  /// Reports the lines that differ, and what came as a whole, so that it can be put in the test.
  init(_ what: String, expected: String, actual: String, _ site: CallSite) {
    self.init(
      """
      \(what) is not as expected (- expected, + came):
      \(lineDifference(from: expected, to: actual))
      All that came:
      \(actual)
      """, site)
  }
}

/// Where an expectation stands, as `Module/File.swift:12`.
struct CallSite: CustomStringConvertible {
  let fileID: String
  let line: Int

  var description: String { "\(fileID):\(line)" }
}

/// Expects that a table looks like a text, as ``EkibenForms/HeadlessTable/snapshot()`` draws it.
///
/// ```swift
/// try expectTable(table, equals: """
///   About you
///     Name *   Ada
///   """)
/// ```
///
/// - Throws: ``ExpectationFailure`` with the lines that differ; they compare by their bytes (rule D2).
/// - Complexity: O(n) in what is drawn, and in the square of the stretch that differs, up to 200 lines.
@MainActor public func expectTable(
  _ table: HeadlessTable, equals expected: String, fileID: String = #fileID, line: Int = #line
) throws(ExpectationFailure) {
  try expectText(table.snapshot(), equals: expected, as: "the table", fileID: fileID, line: line)
}

/// Expects that a text is another one, byte for byte (rule D2).
///
/// - Parameters:
///   - actual: The text that came.
///   - expected: The text that is expected.
///   - what: What the report calls it.
///   - fileID: The file that the report begins with.
///   - line: The line that it begins with.
/// - Throws: ``ExpectationFailure`` with the lines that differ.
public func expectText(
  _ actual: String, equals expected: String, as what: String = "the text",
  fileID: String = #fileID, line: Int = #line
) throws(ExpectationFailure) {
  if actual.utf8.elementsEqual(expected.utf8) { return }
  throw ExpectationFailure(
    what, expected: expected, actual: actual, CallSite(fileID: fileID, line: line))
}
