public import EkibenDocuments

/// The table without a screen: as strict as a real one, and it can be asked what it shows.
///
/// It is a ``TableModel`` with a screen: views, their life cycle, a viewport and a person's finger. A
/// refused plan leaves everything as it was: cells, tokens and logs. Without a ``viewport`` it is as
/// tall as what it shows.
///
/// ```swift
/// let table = HeadlessTable(try form.content())
/// table.callbacks.onEvent = { event in … }
/// try table.type("Ada", into: "name")
/// print(table.snapshot())
/// ```
@MainActor
public final class HeadlessTable: TableHost {
  /// What a person's doings call; a request that nobody takes is refused.
  public var callbacks = TableCallbacks()
  /// Is called when it has rendered: toolbars ask again where the focus can go.
  public var onRendered: (() -> Void)?
  /// Whether the table has a window; a table without one is given reloads only.
  public internal(set) var isAttached = true

  /// How much can be seen at a time; nil is everything.
  ///
  /// - Complexity: Setting it is O(n) in the number of rows.
  public var viewport: TableViewport? {
    didSet {
      relayout(keeping: offset)
      // What covers the end of the table does not cover the row that takes what is typed.
      if let focusedRow { scroll(to: focusedRow) }
    }
  }
  /// How far the table is scrolled, from the top of its first section to the top of the viewport.
  public internal(set) var offset = 0

  /// The rows that are selected.
  public internal(set) var selection: Set<RowID> = []
  /// Whether selecting a row keeps the others selected.
  public var allowsMultipleSelection = false
  /// The row under a finger.
  public internal(set) var highlightedRow: RowID?
  /// The row that takes what is typed.
  public internal(set) var focusedRow: RowID?
  /// Whether rows can be deleted and moved.
  public internal(set) var isEditing = false
  /// Asks for more rows when the end is near.
  public var prefetch: TablePrefetch? { didSet { prefetchedCount = nil } }

  var model = TableModel()
  let screen = TableScreen()
  var components = LiveComponents.none
  var layout: TableLayout?
  /// The heights of rows, and what they were the heights of.
  var measured: [RowID: (fields: Fields, height: Int)] = [:]
  var places: Document.Index?
  var work: Work?
  var waiting: Waiting?
  var needsShowing = false
  var hasLostFocus = false
  var prefetchedCount: Int?
  /// What stands in place of a keyboard, and whose it is.
  var openInput: (row: RowID, table: HeadlessTable)?

  /// What the table is doing while it calls components, which may call it again.
  enum Work {
    case rendering
    /// Other rows come to the screen, as when it scrolls.
    case showing
  }

  /// What is to be done when the table has finished what it is doing.
  enum Waiting {
    case reload(TableContent)
    case unload
  }

  /// Makes an empty table.
  public init() {}

  /// Makes a table that shows a document.
  public convenience init(_ document: Document) { self.init(TableContent(document)) }

  /// Makes a table that shows a document with its components.
  public convenience init(_ content: TableContent) {
    self.init()
    reload(content)
  }

  /// What the table did, oldest first.
  public var log: [TableEvent] { model.log }

  /// Whether each plan is followed by a comparison with a fresh render, O(n) in the rows.
  public var checksContent: Bool {
    get { model.checksContent }
    set { model.checksContent = newValue }
  }

  /// What is refused in one batch, on top of what no table view takes.
  public var strictness: TableStrictness {
    get { model.strictness }
    set { model.strictness = newValue }
  }

  /// What happened to the cells, oldest first; see ``LifecycleEvent``.
  public var lifecycle: [LifecycleEvent] { screen.log }

  /// Whether ``lifecycle`` is written.
  public var recordsLifecycle: Bool {
    get { screen.isLogging }
    set { screen.isLogging = newValue }
  }

  /// Forgets what the table did.
  public func clearLog() {
    model.clearLog()
    screen.log = []
  }

  /// Gets a window: comes back to the screen, and asks for the newest content.
  public func attach() {
    if isAttached { return }
    isAttached = true
    callbacks.onAttach?()
    showNow()
  }

  /// Loses its window: nobody sees what it shows.
  public func detach() {
    isAttached = false
    showNow()
  }

  /// Shows nothing any more: every view is unmounted.
  ///
  /// The owner has to call this: a table that is only released calls no component. During another
  /// operation it waits until that is done; what a component asks for meanwhile is ignored.
  public func unload() {
    if work != nil { return waiting = .unload }
    closeInput()
    work = .showing
    screen.unload()
    (work, waiting) = (nil, nil)
    model.unload()
    components = .none
    dropLayout()
    clearStateOfRemovedRows()
    (needsShowing, hasLostFocus) = (false, false)
  }

  var slots: TableSlots { model.slots }

  // What a plan starts from; its counts are those of the slots.
  var content: TableContent { TableContent(model.document, components: components) }

  /// The sections with the cells that are on the screen, in order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var sections: [TableCells] {
    slots.sections.map { section in
      var supplements: [FieldName: TableCell] = [:]
      for field in section.fields {
        let key = TableScreen.Key.supplement(section.number, field.name)
        supplements[field.name] = screen.cells[key]?.shown
      }
      return TableCells(
        id: section.id, cells: section.rows.compactMap { screen.cells[.row($0.number)]?.shown },
        supplements: supplements)
    }
  }

  /// The cell of a row; nil if the row is not on the screen.
  ///
  /// - Complexity: O(1).
  public func cell(_ row: RowID) -> TableCell? { screen.cell(of: row)?.shown }

  /// The cell of a header, footer or named supplement; nil if it is not on the screen.
  ///
  /// - Complexity: O(sections).
  public func cell(_ supplement: FieldName, of section: SectionID) -> TableCell? {
    guard let slot = slots.sections.first(where: { $0.id == section }) else { return nil }
    return screen.cells[.supplement(slot.number, supplement)]?.shown
  }

  /// How many views wait to be used again.
  public var pooledViews: Int { screen.pooledCount }

  /// Where each row stands, read anew only when rows came, went or moved.
  var index: Document.Index {
    if let places { return places }
    let index = Document.Index(model.document)
    places = index
    return index
  }
}
