public import EkibenDocuments

/// What to do to a document; the changes are worked out while nobody else can write.
///
/// Every change of a document is one of these: what is not among them cannot be asked for. Changesets as
/// such can be written by this package alone, so that no caller goes past what a form allows.
public struct Edit: Sendable {
  package enum Operation: Sendable {
    /// Entry 1, with what the form gives, or filled in already.
    case create(as: Document? = nil)
    case answers([(row: RowID, value: Value?)])
    /// A text typed in a row that is no answer yet.
    case draft(String, in: RowID)
    case changes(Entry.Kind, Changeset, madeRoom: Set<RecordID> = [])
    case apply(Document)
    case delete
    /// Only if the form's demands are met, which is checked while nobody else can write.
    case submit(onlyIf: @Sendable (StoredDocument) -> Completeness)
    case reopen
    /// The bytes make the ids of what comes.
    case add(to: RecordID, StructurePlace, seed: [UInt8])
    case remove(RecordID)
    case move(RecordID, StructurePlace)
    /// To a revision of its form, nil being the current one.
    case migrate(to: Int?, renaming: [RowRename])
    case undo(steps: Int)
    case undoOwnStep
    case redo(steps: Int)
    case redoTo(Int)
    case checkout(Int)
    case revert(Int)
    case mark(MarkName, moving: Bool)
    /// Some rows, nil being all, get the answers that their formulas give.
    case recalculate([RowID]?)
    /// An entry of a journal from elsewhere, taken as it was.
    case adopt(Entry)
  }

  package let operation: Operation

  /// The rows whose answers go as well.
  package private(set) var clearing: Clearing?

  /// Returns the rows whose answers are cleared because of an edit, from the document before and
  /// after it.
  package typealias Clearing =
    @Sendable (
      _ before: DocumentStructure, _ after: DocumentStructure, _ edit: EditMetadata
    ) -> [RowID]

  /// The row that a keystroke went to.
  package var typedIn: RowID?

  package init(_ operation: Operation) { self.operation = operation }

  /// Set answers; nil clears one.
  public static func answers(_ answers: [(row: RowID, value: Value?)]) -> Edit {
    Edit(.answers(answers))
  }

  /// Keep what a person typed in a row as a draft beside its answer; a new answer removes the draft
  /// (rule F59).
  package static func draft(_ text: String, in row: RowID) -> Edit { Edit(.draft(text, in: row)) }

  /// Make the document equal to a description: what it describes becomes so, answers change only
  /// where it gives a value, and records that it lacks go.
  public static func apply(_ description: Document) -> Edit { Edit(.apply(description)) }

  /// Add an instance of a section or question that repeats; random bytes make the ids of its
  /// records.
  package static func add(
    to record: RecordID, at place: StructurePlace = .last, seed: [UInt8]
  ) -> Edit {
    Edit(.add(to: record, place, seed: seed))
  }

  /// Remove an instance, a section or a row, with all that it contains.
  package static func remove(_ record: RecordID) -> Edit { Edit(.remove(record)) }

  /// Move an instance, a section or a row, with all that it contains.
  package static func move(_ record: RecordID, to place: StructurePlace) -> Edit {
    Edit(.move(record, place))
  }

  /// Go to another revision of the form, nil being its current one (rule D20).
  ///
  /// What the document holds stays; what the revision has no record for is retired (rule D19). The answers
  /// of renamed rows go along (rule D18).
  public static func migrate(to revision: Int? = nil, renaming renames: [RowRename] = []) -> Edit {
    Edit(.migrate(to: revision, renaming: renames))
  }

  /// Undo a number of steps, whoever made them.
  public static func undo(steps: Int) -> Edit { Edit(.undo(steps: steps)) }

  /// Take back the author's own last step that still stands, in the present, as a revert does.
  public static var undoOwnStep: Edit { Edit(.undoOwnStep) }

  /// Redo a number of steps.
  public static func redo(steps: Int) -> Edit { Edit(.redo(steps: steps)) }

  /// Redo until the head is a certain node.
  public static func redoTo(_ entry: Int) -> Edit { Edit(.redoTo(entry)) }

  /// Go to any node on any branch.
  public static func checkout(_ entry: Int) -> Edit { Edit(.checkout(entry)) }

  /// Take one past entry back in the present.
  public static func revert(_ entry: Int) -> Edit { Edit(.revert(entry)) }

  /// Name the head; a name that another node has is taken from it only if that is said.
  public static func mark(_ name: MarkName, moving: Bool = false) -> Edit {
    Edit(.mark(name, moving: moving))
  }

  /// Let formulas give the answers of rows again, whoever answered them since; nil is all
  /// calculated rows (rule E16).
  public static func recalculate(_ rows: [RowID]? = nil) -> Edit { Edit(.recalculate(rows)) }

  /// Delete the document: undoing brings it back.
  public static var delete: Edit { Edit(.delete) }

  /// Make the document final, so that it takes nothing but marks until it is reopened (rule F16).
  ///
  /// Nothing happens where `completeness` finds the document incomplete; it must not use the store.
  package static func submit(
    onlyIf completeness: @escaping @Sendable (StoredDocument) -> Completeness
  ) -> Edit {
    Edit(.submit(onlyIf: completeness))
  }

  /// Whether a document that is to be submitted has all that its form asks.
  package enum Completeness: Sendable {
    /// Something that the form asks is missing.
    case incomplete
    /// All that the form asks is there.
    case complete
    /// Not all that the form asks could be checked; the person who submits knows this, and the
    /// entry says so (rule E18).
    case unchecked
  }

  /// Make a final document a draft again; this needs a reason (rule F16).
  public static var reopen: Edit { Edit(.reopen) }

  /// Change fields and records, without checking them against the form.
  package static func changes(_ changes: Changeset) -> Edit { Edit(.changes(.edit, changes)) }

  /// The same edit, clearing the answers that it hides (rule F39).
  package func clearing(_ rows: @escaping Clearing) -> Edit {
    var edit = self
    edit.clearing = rows
    return edit
  }

  /// Whether it is one whose hidden answers are cleared.
  package var mayHideAnswers: Bool {
    switch operation {
    case .add, .remove, .move, .apply: true
    default: false
    }
  }

  /// Whether it leaves a row with a certain answer.
  func gives(_ value: Value?, to row: RowID) -> Bool {
    guard case .answers(let answers) = operation else { return false }
    return answers.last { $0.row == row }.map { $0.value == value } ?? false
  }
}

/// An edit with all that its entry says of it.
struct EditRequest {
  let edit: Edit
  let metadata: EditMetadata
  /// The answers that the caller saw; other ones are a conflict.
  var expecting: [RowAnswer] = []
}

/// An answer of a row; nil is none.
package typealias RowAnswer = (row: RowID, value: Value?)
