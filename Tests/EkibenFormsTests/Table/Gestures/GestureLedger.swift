import EkibenDocuments
import EkibenForms
import Synchronization

/// What is mounted, on the screen and kept: all of it has to come and go in turn.
@MainActor final class GestureLedger {
  /// Counts itself while it lives; closures and storages keep one.
  final class Ticket: Sendable {
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.add(1)
    }

    deinit { count.add(-1) }

    func use() {}
  }

  final class Count: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock(\.self) }
    func add(_ difference: Int) { number.withLock { $0 += difference } }
  }

  /// How many closures are kept by anybody.
  let closures = Count()
  /// How many storages keep something.
  let storages = Count()
  /// Is called whenever a row comes to the screen or leaves it.
  var onDisplay: (() -> Void)?
  private(set) var mounted: [RowID: Int] = [:]
  private(set) var displayed: [RowID: Int] = [:]
  /// The first call that was not in its turn.
  private(set) var problem: String?
  /// How many calls there were.
  private(set) var calls = 0

  func ticket() -> Ticket { Ticket(closures) }

  func mount(_ row: RowID, isStorageEmpty: Bool) {
    if !isStorageEmpty { object("\(row) mounted over storage") }
    change(&mounted, row, 1)
  }

  func unmount(_ row: RowID, hasStorage: Bool) {
    if !hasStorage { object("\(row) unmounted without its storage") }
    if displayed[row] != nil { object("\(row) unmounted while on the screen") }
    change(&mounted, row, -1)
  }

  func display(_ row: RowID) {
    if mounted[row] == nil { object("\(row) on the screen while not mounted") }
    change(&displayed, row, 1)
    onDisplay?()
  }

  func endDisplaying(_ row: RowID) {
    change(&displayed, row, -1)
    onDisplay?()
  }

  private func change(_ counts: inout [RowID: Int], _ row: RowID, _ difference: Int) {
    calls += 1
    let count = (counts[row] ?? 0) + difference
    if count != 0 && count != 1 { object("\(row) was counted \(count) times") }
    counts[row] = count == 0 ? nil : count
  }

  private func object(_ text: String) { problem = problem ?? text }
}

/// Writes down what is done to a row, and keeps a ticket beside its view.
struct Watched<Base: Component>: Decorator {
  enum Kept: ViewStorageKey { typealias Value = GestureLedger.Ticket }

  var base: Base
  let ledger: GestureLedger
  let ticket: GestureLedger.Ticket

  func didMount(to view: inout Base.View, storage: inout ViewStorage) {
    ledger.mount(id, isStorageEmpty: storage.isEmpty)
    base.didMount(to: &view, storage: &storage)
    storage[Self.self, Kept.self] = GestureLedger.Ticket(ledger.storages)
  }

  func willUnmount(from view: inout Base.View, storage: inout ViewStorage) {
    ledger.unmount(id, hasStorage: storage[Self.self, Kept.self] != nil)
    base.willUnmount(from: &view, storage: &storage)
  }

  func willDisplay(_ view: inout Base.View) {
    base.willDisplay(&view)
    ledger.display(id)
  }

  func didEndDisplaying(_ view: inout Base.View) {
    base.didEndDisplaying(&view)
    ledger.endDisplaying(id)
  }
}
