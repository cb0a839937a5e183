public import EkibenDocuments

/// Why a row does not take an input.
public enum InputError: Error, Equatable, Sendable {
  /// The table does not show such a row.
  case notShown(RowID)
  /// The row is there, but not where a person could see and touch it.
  case offScreen(RowID)
  /// The row does not offer this.
  case notOffered(RowID, action: String)
  /// The table is not in edit mode.
  case notEditing(RowID)
  /// Whoever keeps the rows does not do it.
  case refused(RowID, action: String)
  /// The row only says something.
  case noAnswer(RowID, component: String)
  /// The row cannot be changed by people.
  case readOnly(RowID)
  /// The row is not understood, only kept.
  case notEditable(RowID, component: String)
  /// The text is not what the row's kind takes.
  case unreadable(RowID, kind: String, text: String)
  /// The number is whole but does not fit into 64 bits.
  case tooLarge(RowID, text: String)
  /// The code is none of the row's options.
  case notAnOption(RowID, text: String, options: [String])
  /// Several options have this label.
  case ambiguousLabel(RowID, text: String, codes: [String])
}

extension InputError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .notShown(let row): "the table shows no row \(row)"
    case .offScreen(let row): "\(row) is not on the screen; scroll there first"
    case .notOffered(let row, let action): "\(row) does not offer \(Notation.quoted(action))"
    case .notEditing(let row): "\(row) can be moved in edit mode only"
    case .refused(let row, let action): "\(action) of \(row) was refused"
    case .noAnswer(let row, let component): "\(row) is a \(component): it has no answer"
    case .readOnly(let row): "\(row) is read-only"
    case .notEditable(let row, let component):
      "\(row) is kept as it came (\(component)) and not editable here"
    case .unreadable(let row, let kind, let text):
      "\(row) takes \(kind), not \(Notation.quoted(text))"
    case .tooLarge(let row, let text):
      "\(row): \(text) is outside the range of 64-bit whole numbers"
    case .notAnOption(let row, let text, let options):
      "\(row) has no option \(Notation.quoted(text)); it has \(options.joined(separator: ", "))"
    case .ambiguousLabel(let row, let text, let codes):
      "\(row): several options are called \(Notation.quoted(text)); "
        + "name a code: \(codes.joined(separator: ", "))"
    }
  }
}
