/// Why the undo tree cannot do what was asked.
public enum HistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The head is the root.
  case nothingToUndo
  /// The author has no step, or each has been taken back.
  case noOwnStep(author: String)
  /// Nothing was made after the head.
  case nothingToRedo
  /// There are fewer steps than asked for.
  case tooFewSteps(asked: Int, possible: Int)
  /// There is no entry of this number.
  case unknownEntry(Int)
  /// The entry is no node: it has no state of its own, but that of the head after it.
  case notANode(Int, head: Int)
  /// The node does not descend from the head.
  case notBelowHead(Int, head: Int)
  /// No node has this name.
  case unknownMark(MarkName)
  /// Another node has this name.
  case markTaken(MarkName, node: Int)
  /// The node is undone or on another branch, so it has nothing in the present to take back.
  case notInPresent(Int, head: Int)
  /// The root cannot be taken back.
  case rootStays
  /// The entry made the document final, or a draft again: nothing goes back behind it.
  case barrier(entry: Int)
  /// What the entry wrote has been changed since.
  case conflict(RevertConflict)
  /// The answer of this row is a secret, so that nobody knows what it was.
  case secret(RowID)
  /// The journal has as many entries as a journal can have.
  case tooManyEntries
  /// The journal itself is damaged at this entry.
  case broken(entry: Int)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .nothingToUndo: "there are no steps to undo"
    case .noOwnStep(let author): "there is no step by \(Notation.shown(author)) to take back"
    case .nothingToRedo: "there is nothing to redo"
    case .tooFewSteps(let asked, let possible):
      "only \(possible) of \(asked) steps \(possible == 1 ? "is" : "are") there; nothing was done"
    case .unknownEntry(.max): "there is no entry of so large a number"
    case .unknownEntry(let number): "there is no entry \(number)"
    case .notANode(let number, let head):
      "entry \(number) only moves or names the head and has no state of its own; "
        + "the head that it left is \(head)"
    case .notBelowHead(let number, let head):
      "entry \(number) cannot be reached by redo from the head, \(head); checkout goes anywhere"
    case .unknownMark(let name): "there is no mark \(Notation.shown(name.rawValue))"
    case .markTaken(let name, let node):
      "entry \(node) is marked \(Notation.shown(name.rawValue)) already; move the mark, "
        + "or choose another name"
    case .notInPresent(let number, let head):
      "entry \(number) is undone or on another branch, so there is nothing to take back; "
        + "the head is \(head)"
    case .barrier(let entry):
      "entry \(entry) made the document final or a draft again, and nothing goes back behind that; "
        + "change the answers instead"
    case .rootStays: "entry 1 made the document and cannot be taken back"
    case .conflict(let conflict): conflict.description
    case .secret(let row):
      "the answer of \(row) is a secret, and what it was is kept nowhere: this cannot be brought back"
    case .tooManyEntries: "the journal is full: it has \(History.maximumCount) entries"
    case .broken(let entry): "the journal is damaged at entry \(entry)"
    }
  }
}
