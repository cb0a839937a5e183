import EkibenDocuments

/// The cells that are on the screen, and the views that wait to be used again.
///
/// It calls components, and those may call anybody, the table too. So nothing of it is held while a
/// component is called: a cell's binding is taken out, used and put back.
@MainActor
final class TableScreen {
  /// Which slot a cell belongs to.
  enum Key: Hashable {
    case row(Int)
    case supplement(Int, FieldName)

    var isRow: Bool { if case .row = self { true } else { false } }
  }

  /// Something that is to be on the screen.
  struct Item {
    let key: Key
    let part: LifecycleEvent.Part
    /// The record of the row, or of the section that has the supplement.
    let fields: Fields
  }

  /// A view and what is bound to it.
  struct Cell {
    var token: Int
    var viewToken: Int
    var part: LifecycleEvent.Part
    var binding = ViewBinding()
    // The name under which the view can be used again.
    var name = ""

    /// The cell as others see it.
    var shown: TableCell? {
      guard let view = binding.view, let component = binding.component else { return nil }
      return TableCell(
        token: token, viewToken: viewToken, id: part.row, view: view, component: component)
    }
  }

  private struct Kind: Hashable {
    let name: String
    let isRow: Bool
  }

  private(set) var cells: [Key: Cell] = [:]
  private var rows: [RowID: Key] = [:]
  /// The keys on the screen, in the order in which they stand there.
  private(set) var order: [Key] = []
  /// What happened, oldest first.
  var log: [LifecycleEvent] = []
  /// Whether what happens is written down.
  var isLogging = true

  /// The row that was bound last of those that take the focus by themselves.
  private var focusRequest: RowID?
  private var pool: [Kind: [Cell]] = [:]
  private var nextToken = 1
  private var nextViewToken = 1

  /// How many views wait to be used again.
  var pooledCount: Int { pool.values.reduce(0) { $0 + $1.count } }

  func cell(of row: RowID) -> Cell? { rows[row].flatMap { cells[$0] } }

  func note(_ event: LifecycleEvent) { if isLogging { log.append(event) } }

  /// Takes every cell off the screen that is not to be there, in the order in which they stood.
  func keep(_ keys: [Key]) {
    if order.isEmpty { return order = keys.filter { cells[$0] != nil } }
    let staying = Set(keys)
    for key in order where !staying.contains(key) { discard(key) }
    order = keys.filter { cells[$0] != nil }
  }

  /// Brings what has no cell yet to the screen, in order; the others stay as they are.
  func show(_ items: [Item], component: (Item) -> (any Component)?) {
    order = items.map(\.key)
    for item in items where cells[item.key] == nil {
      guard let component = component(item) else { continue }
      make(item, component)
      update(item.key) { $0.willDisplay(report: $1) }
    }
  }

  /// Binds a cell to a component, in place; nothing happens to what is not on the screen.
  func rebind(_ key: Key, to component: any Component) {
    update(key) { $0.bind(component, report: $1) }
    cells[key]?.name = component.name
    noteFocusSeeker(component, key)
  }

  /// Gives a part another view: the old one is free at once, since its place on the screen is taken.
  func replace(_ item: Item, by component: any Component) {
    guard cells[item.key] != nil else { return }
    discard(item.key)
    make(item, component)
    update(item.key) { $0.willDisplay(report: $1) }
  }

  /// Takes a part off the screen that is no more.
  func remove(_ key: Key) {
    discard(key)
    order.removeAll { $0 == key }
  }

  /// Removes every cell, in the order in which they stood.
  func unload() {
    for key in order { discard(key) }
    (order, pool) = ([], [:])
  }

  // At once, and not when the view is used again: a component whose row is gone must not go on
  // holding what it keeps beside a view that nobody sees.
  private func discard(_ key: Key) {
    update(key) { $0.unbind(report: $1) }
    guard let cell = cells.removeValue(forKey: key) else { return }
    if case .row(let id) = cell.part, rows[id] == key { rows[id] = nil }
    pool[Kind(name: cell.name, isRow: key.isRow), default: []].append(cell)
  }

  private func make(_ item: Item, _ component: any Component) {
    let kind = Kind(name: component.name, isRow: item.key.isRow)
    let waiting = pool[kind]?.popLast()
    var cell = waiting ?? Cell(token: 0, viewToken: nextViewToken, part: item.part, name: kind.name)
    (cell.token, cell.part) = (nextToken, item.part)
    if waiting == nil { nextViewToken += 1 }
    nextToken += 1
    note(.cell(item.part, token: cell.token, view: cell.viewToken, isReused: waiting != nil))
    cells[item.key] = cell
    if case .row(let id) = item.part { rows[id] = item.key }
    update(item.key) { $0.bind(component, report: $1) }
    noteFocusSeeker(component, item.key)
  }

  // Only a decorator brings an input of its own, and most rows have none.
  private func noteFocusSeeker(_ component: any Component, _ key: Key) {
    guard component is any Decorator, case .row(let id)? = cells[key]?.part,
      let provider = component.behaviour((any InputProviding).self),
      provider.takesFocusItself, provider.customInput != nil
    else { return }
    focusRequest = id
  }

  /// The row that wants the focus, once.
  func takeFocusRequest() -> RowID? {
    defer { focusRequest = nil }
    return focusRequest.flatMap { rows[$0] == nil ? nil : $0 }
  }

  private func update(
    _ key: Key, _ change: (inout ViewBinding, (ViewBinding.Step) -> Void) -> Void
  ) {
    guard let part = cells[key]?.part, var binding = cells[key]?.binding else { return }
    cells[key]?.binding = binding.withoutStorage
    change(&binding) { step in if step != .makeView { note(.step(part, step)) } }
    cells[key]?.binding = binding
  }
}
