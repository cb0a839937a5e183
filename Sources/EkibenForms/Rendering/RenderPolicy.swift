public import EkibenDocuments

/// How a table gets from what it shows to something else.
public struct RenderPolicy: Hashable, Sendable {
  /// Whether changes are shown by plans at all; without animations everything is shown from scratch.
  public var animates = true
  /// With more operations than this in a plan, everything is shown from scratch.
  ///
  /// A table view looks at every operation of a batch, and a person sees no single one of so many.
  public var mostOperations = 1000
  /// What the table does not take in one batch.
  public var strictness = TableStrictness.standard
  /// Which sections are shown.
  public var display = DisplayPolicy.all

  /// The usual where nothing else is said: plans of up to a thousand operations, and all sections.
  public init(
    animates: Bool = true, mostOperations: Int = 1000,
    strictness: TableStrictness = .standard, display: DisplayPolicy = .all
  ) {
    (self.animates, self.mostOperations) = (animates, mostOperations)
    (self.strictness, self.display) = (strictness, display)
  }
}

/// How a render ended; every one ends exactly once (rule T10).
public enum RenderOutcome: Equatable, Sendable {
  /// The table shows it, by a plan or from scratch.
  case applied
  /// A newer render came before this one was begun; the table never showed it.
  case superseded
  /// The table showed it already; visible rows have the new components.
  case noChange
  /// The table refused the plan and was then given everything from scratch.
  case failed(TableViolation)
}

/// Why something cannot be rendered; what the table shows is as it was, and no completion is called.
public enum RenderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An id occurs twice.
  case duplicates(DuplicateIDs)
  /// The sections to show are not those of the document.
  case display(DisplayPolicyError)
  /// There is no such row.
  case unknownRow(RowID)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .duplicates(let error): error.description
    case .display(let error): error.description
    case .unknownRow(let row): "there is no row \(Notation.name(row.rawValue))"
    }
  }
}
