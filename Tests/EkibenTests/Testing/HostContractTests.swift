import Ekiben
import EkibenForms
import EkibenTesting
import Testing

/// A host of a few lines, as one on a diffable data source would be: it is told which rows there are,
/// and keeps a view for each of them.
@MainActor private final class ListHost: IdentityHost {
  /// A promise that it does not keep.
  enum Fault: CaseIterable {
    case movesNothing, forgetsUpdates, unmountsNothing, bindsOnce, keepsRows, findsEverything
    case showsNothingThatWasScrolledTo, remembersTheTableBefore, displaysBeforeItMounts
    case showsWhatItUnloaded, bindsNothingAnew, hasNoFocus, drawsNoSupplements, keepsSupplements
  }

  var isAttached: Bool { true }
  var callbacks = TableCallbacks()
  private(set) var table = ShownTable()
  private var bindings: [RowID: ViewBinding] = [:]
  private let fault: Fault?

  init(_ fault: Fault? = nil) { self.fault = fault }

  func show(_ new: IdentityTable, of content: TableContent) {
    let isReload = new.updated.isEmpty && new.replaced.isEmpty
    let ids = Set(content.rows.map(\.id))
    let fresh = isReload ? ids : Set(new.updated + new.replaced)
    let gone = Set(bindings.keys).subtracting(ids)
    for row in gone where fault != .unmountsNothing {
      bindings[row]?.unbind()
      bindings[row] = nil
    }
    // In their order: what goes wrong first is to be the same each time.
    for row in content.rows where bindings[row.id] == nil || fresh.contains(row.id) {
      let id = row.id
      if fault == .forgetsUpdates, !isReload, bindings[id] != nil { continue }
      if fault == .bindsOnce, bindings[id] != nil { continue }
      let component = content.components.component(of: row)
      if fault == .displaysBeforeItMounts, bindings[id] == nil { display(component) }
      bindings[id, default: ViewBinding()].bind(component)
      bindings[id]?.willDisplay()
    }
    table = shown(new, ShownTable(content).sections.map(\.supplements))
  }

  func unload() {
    let shown = table
    reload(TableContent())
    if fault == .showsWhatItUnloaded { table = shown }
  }

  func rebind(_ content: TableContent) {
    if fault == .bindsNothingAnew { return }
    var table = IdentityTable(content.document)
    table.updated = table.sections.flatMap(\.rows)
    show(table, of: content)
  }

  func focus(_ row: RowID?) -> Bool {
    fault == .findsEverything || fault != .hasNoFocus && has(row)
  }
  func scroll(to row: RowID) -> Bool { fault == .findsEverything || has(row) }

  private func display<Shown: Component>(_ component: Shown) {
    var view = Shown.View()
    component.willDisplay(&view)
  }

  private func has(_ row: RowID?) -> Bool { row.map { bindings[$0] != nil } ?? false }

  private func shown(
    _ new: IdentityTable, _ supplements: [[FieldName: RowLook?]?]
  ) -> ShownTable {
    var sections = zip(new.sections, supplements).map { section, supplements in
      ShownTable.Section(
        section.id, rows: section.rows.map { .init($0, look(of: $0)) }, supplements: supplements)
    }
    switch fault {
    case .drawsNoSupplements:
      for at in sections.indices { sections[at].supplements = [:] }
    case .keepsSupplements:
      for before in table.sections {
        guard let at = sections.firstIndex(where: { $0.id == before.id }) else { continue }
        sections[at].supplements = before.supplements
      }
    case .movesNothing:
      for at in sections.indices { sections[at].rows.sort { $0.id < $1.id } }
    case .keepsRows:
      for at in sections.indices.prefix(1) { sections[at].rows += table.sections.first?.rows ?? [] }
    case .remembersTheTableBefore where new.sections.isEmpty: sections = table.sections
    default: break
    }
    return ShownTable(sections)
  }

  private func look(of row: RowID) -> RowLook? {
    fault == .showsNothingThatWasScrolledTo ? nil : bindings[row]?.view?.look
  }
}

extension TableContent {
  fileprivate var rows: [Document.Row] { document.sections.flatMap { Array($0.rows) } }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `The contract of table hosts` {
  @Test func `is kept by a host that works by identity`() throws {
    try HostContract(making: { ListHost() }, shown: \.table).check()
  }

  @Test(arguments: ListHost.Fault.allCases)
  private func `finds a host that`(fault: ListHost.Fault) throws {
    let contract = HostContract(making: { ListHost(fault) }, shown: \.table)
    let violation = #expect(throws: HostContractViolation.self) { try contract.check() }
    guard let violation else { return }
    #expect(violation.description.contains("try contract.check(seeds: \(violation.seed)..<"))
    // The reproduction shows the same again.
    #expect(throws: violation) { try contract.check(seeds: violation.seed..<violation.seed + 1) }
  }
}
