public import EkibenDocuments
import EkibenExpressions

/// What the variables of a form give, each worked out once for as long as nothing changes that it reads, however
/// many expressions read it (rule E20); and the parts of the response that expressions see, which many instances
/// of what repeats may read.
///
/// It is an object: whoever asks the rules of one edit shares one.
final class VariableValues {
  typealias Value = Result<ExpressionItems, ExpressionError>

  // By the number of the variable, and by the section, row or instance that defines it there.
  private var known: [Int: [RecordID?: Value]] = [:]
  private let readers: [RowID: [Int]]
  private var responses: [Part: ResponseElements] = [:]
  private static let mostResponses = 16
  /// How many were worked out so far.
  private(set) var evaluations = 0

  /// Begins with none, and with the variables that read a row, by the rows of the form.
  init(_ readers: [RowID: [Int]] = [:]) { self.readers = readers }

  /// What a variable gives, if that is known.
  func value(of variable: RecordExpression.Variable, _ owner: RecordID?) -> Value? {
    variable.isWhole ? known[variable.number]?[owner] : nil
  }

  /// Takes note of what a variable has given.
  func note(_ value: Value, of variable: RecordExpression.Variable, _ owner: RecordID?) {
    evaluations += 1
    if variable.isWhole { known[variable.number, default: [:]][owner] = value }
  }

  /// Forgets what reads a row, by the row of the form.
  ///
  /// - Complexity: O(variables that read it).
  func forget(reading row: RowID) {
    if !responses.isEmpty {
      responses = responses.filter { $0.key.rows.allSatisfy { $0.row != row } }
    }
    if known.isEmpty { return }
    for variable in readers[row] ?? [] { known[variable] = nil }
  }

  /// Forgets all, since rows are hidden or shown.
  func forget() { (known, responses) = ([:], [:]) }

  /// A part of the response: the answers of some rows of the form, and maybe its status and form.
  struct Part: Hashable {
    let rows: [ReadRow]
    let hasStatus: Bool
  }

  /// A part of the response, built once for all that see the same.
  ///
  /// - Complexity: O(rows of the form) where it is there.
  func response(of part: Part, _ build: () -> ResponseElements) -> ResponseElements {
    // What each instance sees of its own is seen by no other.
    guard part.rows.allSatisfy({ $0.reach != .nearest && $0.item == nil }) else { return build() }
    if let known = responses[part] { return known }
    let built = build()
    if responses.count == Self.mostResponses { responses = [:] }
    responses[part] = built
    return built
  }
}

extension Fields {
  /// The variables that a record names, in order; without a text those that a host hands over.
  var variables: [(name: String, text: String?)] {
    self[.variables]?.asList?.compactMap { variable in
      guard let record = variable.asRecord, let name = record.text("name") else { return nil }
      return (name, record.text(.fhirPath))
    } ?? []
  }

  /// The names of what a host hands over for a form.
  package var handedOver: [String] { variables.filter { $0.text == nil }.map(\.name) }

  func adding(variable name: String, _ fhirPath: String?) -> Value {
    var variable: Fields = ["name": .text(name)]
    variable[.fhirPath] = fhirPath.map { .text($0) }
    return .list((self[.variables]?.asList ?? []) + [.record(variable)])
  }
}

extension FieldName {
  /// Of a form, a section or a row: the variables that expressions in it read, each with `name` and
  /// `fhirpath`; without that a host hands it over.
  public static let variables: FieldName = "variables"
}
