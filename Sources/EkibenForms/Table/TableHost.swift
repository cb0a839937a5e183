public import EkibenDocuments

/// What shows rows: a table view, or ``HeadlessTable``, the one without a screen.
///
/// It lives on the main actor, as table views and those who feed them do (see the decision "the screen
/// is on the main actor"). It has reference identity: two hosts that show the same are still two. The
/// contract:
///
/// - A host starts empty. The first thing it is given is a ``reload(_:)``.
/// - While ``isAttached`` is false nobody looks at it. It is given reloads only, never a plan
///   (U-31). When it gets to the screen it calls ``TableCallbacks/onAttach``, and is given the newest content.
/// - A plan starts from what was shown last and leads to the content given with it, stage by stage.
///   The data is swapped when a stage's batch begins. Rows are named by index in a stage; what is
///   kept of them (selection, highlight, focus, scroll position) is kept by identity.
/// - A row keeps its cell when it moves or says something else. Another component replaces the view.
/// - A view that leaves the screen is unmounted, so a component whose row is gone holds nothing.
/// - A refused plan leaves the host as it was.
/// - Views are bound by ``ViewBinding``: visible rows to the newest components, others when they come
///   to the screen.
/// - A host may call back while it works (display callbacks, events). Its owner then waits with what
///   it would do to the host until the call has returned.
@MainActor
public protocol TableHost: AnyObject {
  /// Whether somebody could see the table: it has a window and was laid out.
  var isAttached: Bool { get }

  /// What the host calls when something happens to it; set by its owner.
  var callbacks: TableCallbacks { get set }

  /// Shows a content from scratch, with fresh cells.
  func reload(_ content: TableContent)

  /// Goes from what is shown to a content, batch by batch.
  ///
  /// - Throws: ``EkibenDocuments/TableViolation`` when a batch breaks a rule of table views, or when
  ///   the table would not show the content afterwards; the host then shows what it showed.
  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation)

  /// Takes newer components for the same document: visible rows are bound anew, nothing else happens.
  func rebind(_ content: TableContent)

  /// Puts the focus into a row, scrolling there first if need be; nil takes it away.
  ///
  /// - Returns: Whether the row has the focus now.
  @discardableResult
  func focus(_ row: RowID?) -> Bool

  /// Brings a row to the screen.
  ///
  /// - Returns: Whether the table has such a row.
  @discardableResult
  func scroll(to row: RowID) -> Bool

  /// Shows nothing any more, with every view unmounted; its owner calls this at the end.
  func unload()
}

extension TableHost {
  /// Shows a document from scratch; its components come from its records.
  public func reload(_ document: Document) { reload(TableContent(document)) }

  /// Goes to a document whose components come from its records.
  ///
  /// - Throws: What ``perform(_:to:)-(_,TableContent)`` throws.
  public func perform(_ plan: TablePlan, to document: Document) throws(TableViolation) {
    try perform(plan, to: TableContent(document))
  }

  /// Shows nothing.
  public func unload() { reload(TableContent()) }
}

/// What a host calls, as its owner has set it.
///
/// A host calls of these what can happen to it.
@MainActor
public struct TableCallbacks {
  /// Is called whenever ``TableHost/isAttached`` becomes true.
  public var onAttach: (() -> Void)?
  /// Is called when a person has answered a row; what it throws is for the person who answered.
  public var onEvent: ((FormEvent) throws -> Void)?
  /// Is called when the focus got to another row, or to none.
  public var onFocus: ((RowID?) -> Void)?
  /// Is called when a row does not take what a person gave it, so that there is no event.
  public var onRefusal: ((InputError) -> Void)?
  /// Is called when a person asks to delete, move or add something; nil refuses every request.
  ///
  /// It says whether that was done: the rows have been rendered then.
  public var onRequest: ((TableRequest) -> Bool)?
  /// Is called with what happened to a row, besides the calls above, for ``RowHandlers``.
  public var onRowEvent: ((RowEvent) -> Void)?

  /// Calls nobody.
  public init() {}
}
