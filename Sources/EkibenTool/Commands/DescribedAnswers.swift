import Ekiben
import EkibenDocuments
import EkibenForms

/// The answers that a description gives, read as `set` reads its own: by the document as it was, where
/// that says what can be changed, and as it is to be, where options depend on other answers (rules F46
/// and F54).
struct DescribedAnswers {
  /// The rows and what they are to hold; before each those that its options depend on.
  private(set) var given: [(row: RowID, value: Value)]
  private let before: StoredDocument
  private var after: Document
  private let index: Document.Index

  /// Finds what a description gives that is not there yet.
  init(_ description: Document, for document: StoredDocument) throws(StoreError) {
    before = document
    let changes = try document.changes(toMatch: description)
    do { after = try document.content.applying(changes) } catch { throw .conflict(error) }
    index = Document.Index(after)
    let structure = DocumentStructure(after, index)
    let found = description.sections.flatMap(\.rows).compactMap { row in
      row.fields[.value].flatMap { value in
        value == document.row(row.id)?.fields[.value]
          ? nil : (row: row.id, value: value, depth: Self.depth(of: row.id, structure))
      }
    }
    let order = found.indices.sorted { (found[$0].depth, $0) < (found[$1].depth, $1) }
    given = order.map { (found[$0].row, found[$0].value) }
  }

  // How many answers in a row decide on the options of a row.
  private static func depth(of id: RowID, _ structure: DocumentStructure) -> Int {
    var (depth, next) = (0, structure.row(id))
    while depth < DocumentStructure.mostNested, let row = next,
      let other = structure.rowWithOptions(of: row, structure.definition(of: row))
    {
      depth += 1
      next = structure.row(other)
    }
    return depth
  }

  /// Reads the answers: each becomes what its row is to hold.
  ///
  /// - Returns: What could not be checked, in words.
  /// - Throws: What `set` throws.
  mutating func read(by input: RowInput) throws -> [String] {
    let rules = before.rules()
    var now = RuleState(after, index, [], input.registry, in: input.context.expressionEnvironment)
    // What a description gives as its formula does is no answer of a person (rule E16).
    let calculated = Set(
      now.calculations(in: DocumentStructure(after, index)).filter(\.isKept).map(\.row))
    given.removeAll { calculated.contains($0.row) }
    var warnings: [String] = []
    for at in given.indices {
      guard let row = row(given[at].row, rules) else { continue }
      given[at].value = try SetCommand.answer(given[at].value, of: row, input, &warnings)
      if let place = index[row.id] { after.set(given[at].value, at: place) }
    }
    now = RuleState(after, index, [], input.registry, in: input.context.expressionEnvironment)
    guard now.index.offersOptions else { return warnings }
    for (id, value) in given {
      guard var row = row(id, rules) else { continue }
      if let place = index[id] {
        row.fields[.options] = now.held(rowAt: place, row.fields)[.options]
      }
      try input.check(value, for: row)
    }
    return warnings
  }

  // As it is to be, with the answer that it had, and what was said of it then.
  private func row(_ id: RowID, _ rules: RuleState) -> Document.Row? {
    let structure = DocumentStructure(after, index)
    guard var row = structure.row(id) else { return nil }
    row.fields = structure.definition(of: row)
    let options = row.fields[.options]
    let known = before.row(id)
    if known != nil { row = before.held(row, rules) }
    row.fields[.value] = known?.fields[.value]
    row.fields[.options] = options
    return row
  }
}
