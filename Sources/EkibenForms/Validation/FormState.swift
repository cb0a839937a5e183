public import EkibenDocuments

/// What a person has done to a form since it was opened and decides which issues show (rule F61).
///
/// It says nothing of what is wrong: issues are worked out from the document, quietly, and asking for them
/// has no effect here. It is a value, so that whoever draws and whoever tests keep one each.
///
/// - Nothing is complained of when a form opens, nor in a row that was only visited.
/// - What is wrong with a row shows when the row is left with a change, and from then on with each change.
/// - That an answer is missing never shows in the row that is being typed in.
/// - Leaving a page shows all that is wrong on it, and a refused submit all that is wrong.
public struct FormState: Hashable, Sendable {
  /// What is known of a row.
  public struct Row: Hashable, Sendable {
    /// Whether a person has been there and left.
    public internal(set) var isTouched = false
    /// Whether its answer was changed since the form was opened, even if it was changed back.
    public internal(set) var isChanged = false
    /// Whether a check of it has not come back yet.
    public internal(set) var isPending = false
    /// Whether its issues show, if it has any.
    public internal(set) var showsIssues = false

    /// A row that nobody has been in.
    public init() {}
  }

  /// When the issues of a form show.
  public var timing: ValidationTiming
  /// The row that a person is in.
  public private(set) var focus: RowID?
  private var rows: [RowID: Row] = [:]
  private var showsEverything = false
  private(set) var showsGiven = false

  /// A form that was just opened.
  public init(timing: ValidationTiming = ValidationTiming()) { self.timing = timing }

  /// Of a document that is only read: shows what is wrong with answers, and not that some are missing.
  static let reading = changed(FormState()) { $0.showsGiven = true }

  /// What is known of a row; one that nobody has been in is as it was opened.
  public subscript(row: RowID) -> Row {
    var state = rows[row] ?? Row()
    if showsEverything { state.showsIssues = true }
    return state
  }

  /// Goes to another row, or nowhere, and leaves the one that had the focus.
  public mutating func focus(_ row: RowID?) {
    if row == focus { return }
    if let left = focus { timing.note(&rows[left, default: Row()], isLeft: true) }
    focus = row
  }

  /// Takes note of rows whose answers a person has changed.
  public mutating func change(_ changed: some Sequence<RowID>) {
    for row in changed {
      // Nobody is in a row that is tapped, or filled in from elsewhere: it is left at once.
      let isLeft = timing.shows == .onChange || row != focus
      timing.note(&rows[row, default: Row()], isChanged: true, isLeft: isLeft)
    }
  }

  /// Shows what is wrong with some rows: a page that is left, also where nobody has been.
  public mutating func leavePage(_ left: some Sequence<RowID>) {
    for row in left { rows[row, default: Row()].showsIssues = true }
  }

  /// Shows all that is wrong: a submit was refused.
  public mutating func submit() { showsEverything = true }

  /// Takes note of a check that was begun for a row, or came back.
  public mutating func setPending(_ isPending: Bool, _ row: RowID) {
    rows[row, default: Row()].isPending = isPending
  }

  /// The rows that have a check under way.
  package var pendingRows: Set<RowID> { Set(rows.filter(\.value.isPending).keys) }

  /// Forgets rows that are gone.
  public mutating func forget(_ gone: some Sequence<RowID>) {
    for row in gone {
      rows[row] = nil
      if focus == row { focus = nil }
    }
  }

  /// Those of some issues that show now.
  ///
  /// - Complexity: O(issues).
  public func shown(_ issues: some Sequence<ValidationIssue>) -> [ValidationIssue] {
    issues.filter(shows)
  }

  /// Whether an issue shows now.
  public func shows(_ issue: ValidationIssue) -> Bool {
    showsMissing(in: issue.row).map { $0 || issue.rule != .required } ?? false
  }

  /// Whether it shows that an answer is missing in a row; nil where no issue of it shows.
  package func showsMissing(in row: RowID) -> Bool? {
    if showsEverything { return true }
    guard let state = rows[row], state.showsIssues else { return showsGiven ? false : nil }
    // Whoever empties a row to write something else knows that it is empty.
    return row != focus
  }

  /// Whether no issue shows anywhere.
  ///
  /// - Complexity: O(rows that a person has been in).
  package var showsNothing: Bool {
    !showsEverything && !showsGiven && !rows.values.contains(where: \.showsIssues)
  }
}

/// When issues show; what is wrong is the same at any time.
public struct ValidationTiming: Hashable, Sendable {
  /// What makes the issues of a row show.
  public enum Moment: String, Hashable, Sendable, CaseIterable {
    /// Each change.
    case onChange
    /// Leaving the row after a change.
    case onLeave
    /// Only leaving the page and a refused submit.
    case onSubmit
  }

  /// What makes the issues of a row show.
  public var shows: Moment
  /// Whether a row complains that was left as it was.
  public var complainsOfVisits: Bool

  /// By default on leaving, and not in rows that were only visited.
  public init(shows: Moment = .onLeave, complainsOfVisits: Bool = false) {
    (self.shows, self.complainsOfVisits) = (shows, complainsOfVisits)
  }

  /// Takes note of what was done to a row: it was changed, it was left, or both.
  fileprivate func note(_ row: inout FormState.Row, isChanged: Bool = false, isLeft: Bool) {
    if isChanged { row.isChanged = true }
    guard isLeft else { return }
    row.isTouched = true
    if shows != .onSubmit, row.isChanged || complainsOfVisits { row.showsIssues = true }
  }
}
