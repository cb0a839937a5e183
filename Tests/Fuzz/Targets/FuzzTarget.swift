/// What reads bytes from elsewhere, each with what has to hold for whatever it accepts.
///
/// The first byte of an input chooses the reader, so one run covers them all and the fuzzer can
/// carry what it learns from one to another.
package enum FuzzTarget: UInt8, CaseIterable, Sendable {
  /// Records as the store keeps them.
  case record
  /// Lines of the notation.
  case notation
  /// JSON texts.
  case json
  /// Files that define forms.
  case form
  /// Exported histories.
  case history
  /// QuestionnaireResponses, of one form.
  case response
  /// ValueSets, CodeSystems and Bundles of them.
  case valueSets
  /// Expressions, evaluated on a response.
  case expression

  /// The reader of a name; nil where there is none.
  package init?(named name: String) {
    guard let found = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = found
  }

  /// Hands an input to the reader that its first byte chooses, or to one whatever that says.
  ///
  /// - Returns: Whether the reader took it.
  /// - Throws: ``FuzzFinding`` when what it took does not hold together; a trap needs no error.
  @discardableResult
  package static func run(
    _ bytes: [UInt8], by reader: FuzzTarget? = nil
  ) throws(FuzzFinding) -> Bool {
    guard let first = bytes.first else { return false }
    let all = allCases
    return try (reader ?? all[Int(first) % all.count]).check(Array(bytes.dropFirst()))
  }

  /// An input that this reader gets.
  package func input(_ bytes: some Sequence<UInt8>) -> [UInt8] { [rawValue] + bytes }

  private func check(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    switch self {
    case .record: try checkRecord(bytes)
    case .notation: try checkNotation(bytes)
    case .json: try checkJSON(bytes)
    case .form: try checkForm(bytes)
    case .history: try checkHistory(bytes)
    case .response: try checkResponse(bytes)
    case .valueSets: try checkValueSets(bytes)
    case .expression: try checkExpression(bytes)
    }
  }
}

/// Something that was accepted and does not hold together.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  init(_ law: String, _ detail: String = "") { description = "\(law): \(detail)" }
}
