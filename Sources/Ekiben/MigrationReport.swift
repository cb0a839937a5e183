public import EkibenDocuments
public import EkibenForms
public import EkibenStore

/// What migrating to another revision of its form does to the answers of a document.
public struct MigrationReport: Sendable {
  /// What becomes of an answer.
  public enum Outcome: Sendable, Equatable {
    /// It is where it was.
    case kept
    /// It is in another row, as it was asked for (rule D18).
    case renamed(from: RowID)
    /// The revision has no row for it: it can be read, and comes back with the row (rule D19).
    case retired
    /// It was retired, and the revision has its row again.
    case back
    /// It is there, and the revision does not take it: what is wrong with it; nothing where its row takes no
    /// answers of that kind.
    case invalid([ValidationIssue])
  }

  /// An answer, and what becomes of it.
  public struct Answer: Sendable {
    /// Its row.
    public let row: RowID
    /// What the row is called, if it has a title.
    public let title: String?
    /// What it is.
    public let value: Value
    /// What becomes of it.
    public let outcome: Outcome
  }

  /// The revision that the document comes from.
  public let from: Int
  /// The revision that it goes to.
  public let to: Int
  /// The answers, in the order of the document as it is afterwards; none where it stays where it is.
  public let answers: [Answer]
  /// Rows that seem to have another id in the new revision; they are renamed only on request.
  public let suggestions: [RowRename]

  /// Compares a document before and after, or as it would be.
  ///
  /// - Parameters:
  ///   - before: The document on the one revision.
  ///   - after: The same document on the other.
  ///   - renames: What was asked for.
  ///   - components: What reads and checks answers.
  ///   - context: What checking may depend on.
  /// - Complexity: O(rows).
  public init(
    from before: StoredDocument, to after: StoredDocument, renaming renames: [RowRename] = [],
    components: LiveComponents, in context: InputContext
  ) {
    (from, to) = (before.revision, after.revision)
    guard from != to else {
      (answers, suggestions) = ([], [])
      return
    }
    let old = Dictionary(renames.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
    let known = Set(before.content.issues(components, in: context).map(\.row))
    let issues = Dictionary(
      grouping: after.content.issues(components, in: context).filter { !known.contains($0.row) },
      by: \.row)
    let input = RowInput(registry: components.registry, context: context)
    let given = after.content.withoutTemplateAnswers(of: after.formContent, at: after.index)
    answers = given.sections.flatMap(\.rows).compactMap { row in
      guard let value = row.fields[.value] else { return nil }
      let outcome: Outcome =
        if after.isRetired(row.id) {
          .retired
        } else if let found = issues[row.id] {
          .invalid(found)
        } else if !input.takes(value, in: after.row(row.id) ?? row) {
          .invalid([])
        } else if let name = old[row.id], before.row(row.id)?.fields[.value] == nil {
          .renamed(from: name)
        } else {
          before.isRetired(row.id) ? .back : .kept
        }
      return Answer(
        row: row.id, title: after.row(row.id)?.fields.text(.title), value: value, outcome: outcome)
    }
    suggestions =
      answers.contains { $0.outcome == .retired }
      ? RowRename.suggestions(from: before.formContent, to: after.formContent, among: answers)
      : []
  }
}

extension RowInput {
  /// Whether a row takes answers as this one is; one that nobody edits here takes any.
  fileprivate func takes(_ value: Value, in row: Document.Row) -> Bool {
    guard traits(of: row) != nil, value != .masked else { return true }
    do {
      let taken = try answer(meantBy: value, in: row)
      return taken == value || taken == value.asInteger.map { .decimal(DecimalNumber($0)) }
    } catch { return false }
  }
}

extension RowRename {
  /// Rows that are gone and rows that are new whose title, component and kind are the same, and nobody
  /// else's: rather none than a wrong one.
  fileprivate static func suggestions(
    from old: Document, to new: Document, among answers: [MigrationReport.Answer]
  ) -> [RowRename] {
    let (before, after, places) = (old.rowsByLabel, new.rowsByLabel, Document.Index(old))
    return answers.compactMap { answer in
      guard answer.outcome == .retired, let place = places[answer.row],
        let label = old[place].fields.label, before[label]?.count == 1,
        let found = after[label], found.count == 1, places[found[0]] == nil
      else { return nil }
      return RowRename(answer.row, to: found[0])
    }
  }
}

extension Document {
  // What is retired is no part of the revision.
  fileprivate var rowsByLabel: [Fields: [RowID]] {
    var found: [Fields: [RowID]] = [:]
    for row in sections.lazy.flatMap(\.rows) where row.fields[.retired] == nil {
      if let label = row.fields.label { found[label, default: []].append(row.id) }
    }
    return found
  }
}

extension Fields {
  /// What a person recognises a question by; nil where it has no title.
  fileprivate var label: Fields? {
    guard let title = text(.title), !title.isEmpty else { return nil }
    var label = Fields()
    for name in [FieldName.title, .component, .kind] { label[name] = self[name] }
    return label
  }
}

extension StoredDocument {
  /// Whether a row is of another revision than the document's: kept, and not shown (rule D19).
  ///
  /// - Complexity: O(depth).
  public func isRetired(_ row: RowID) -> Bool {
    guard let place = index[row] else { return false }
    return structure.retirement(of: .row(row)) != nil
      || structure.template(around: content[place]) != nil
  }
}
