public import EkibenForms
public import EkibenStore

/// Why a session did not do what it was asked; document, history and file are as they were.
public enum SessionError: Error, Equatable, Sendable {
  /// The row does not take this input.
  case input(InputError)
  /// Somebody else has changed in the meantime what is to be changed.
  case conflict(EditConflict)
  /// The store refuses.
  case store(StoreError)
  /// The document cannot be submitted: these are wrong, in the order of the rows.
  case incomplete([ValidationIssue])
}

extension SessionError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .input(let error): error.description
    case .conflict(let conflict): StoreError.conflict(conflict.stale).description
    case .store(let error): error.description
    case .incomplete(let issues):
      "it cannot be submitted: "
        + issues.map { "\($0.row): \($0.message)" }.joined(separator: "; ")
    }
  }
}
