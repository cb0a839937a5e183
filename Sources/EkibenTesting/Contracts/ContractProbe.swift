import Ekiben
import EkibenDocuments
import EkibenForms
import Synchronization

/// A component that counts what is done to it, row by row, and draws its record.
struct ContractProbe: Component {
  struct View: ViewModel {
    var text = ""

    var look: RowLook { RowLook(content: .words(text)) }
  }

  let id: RowID
  var record: Fields
  let ledger: Ledger
  /// What it draws before its record.
  let prefix: String

  func render(in view: inout View) { view.text = prefix + Notation.text(of: .record(record)) }

  func didMount(to view: inout View, storage: inout ViewStorage) {
    ledger.note(id, storage.isEmpty ? .mount : .mountOverStorage)
    storage[ContractProbe.self, Mark.self] = true
  }

  func willUnmount(from view: inout View, storage: inout ViewStorage) {
    ledger.note(
      id, storage[ContractProbe.self, Mark.self] == true ? .unmount : .unmountWithoutStorage)
  }

  func willDisplay(_ view: inout View) { ledger.note(id, .display) }
  func didEndDisplaying(_ view: inout View) { ledger.note(id, .endDisplaying) }

  private enum Mark: ViewStorageKey { typealias Value = Bool }

  enum Call: String {
    case mount, mountOverStorage, unmount, unmountWithoutStorage, display, endDisplaying
  }

  /// What was done to the components of every row, and whether it could be.
  final class Ledger: Sendable {
    private struct Account {
      var mounted = 0
      var displayed = 0
    }

    private let state = Mutex<(accounts: [RowID: Account], problem: String?)>(([:], nil))

    /// The first call that was not in its turn.
    var problem: String? { state.withLock(\.problem) }

    /// The rows whose components have a view now.
    var mounted: Set<RowID> {
      state.withLock { Set($0.accounts.filter { $0.value.mounted > 0 }.keys) }
    }

    func note(_ row: RowID, _ call: Call) {
      state.withLock { state in
        if let problem = Self.enter(call, in: &state.accounts[row, default: Account()]) {
          state.problem = state.problem ?? "row \(row): \(problem)"
        }
      }
    }

    // A row that is bound anew may be mounted in its next view before it leaves the one before.
    private static func enter(_ call: Call, in account: inout Account) -> String? {
      switch call {
      case .mount: account.mounted += 1
      case .unmount: account.mounted -= 1
      case .display: account.displayed += 1
      case .endDisplaying: account.displayed -= 1
      case .mountOverStorage: return "mounted in a view whose storage was not cleared"
      case .unmountWithoutStorage: return "unmounted without the storage of its mount"
      }
      if account.mounted < 0 { return "unmounted while not mounted" }
      if account.displayed < 0 { return "taken off the screen while not on it" }
      if account.displayed > account.mounted { return "on the screen while not mounted" }
      return nil
    }
  }
}

extension TableContent {
  /// The same document with a probe in every row.
  init(_ document: Document, watchedBy ledger: ContractProbe.Ledger, prefix: String = "") {
    var components = LiveComponents()
    for section in document.sections {
      for row in section.rows {
        components.rows[row.id] = ContractProbe(
          id: row.id, record: row.fields, ledger: ledger, prefix: prefix)
      }
    }
    self.init(document, components: components)
  }
}
