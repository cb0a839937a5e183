import Ekiben
import EkibenForms
import EkibenTesting
import Testing

extension HeadlessTable {
  /// What somebody sees of it.
  fileprivate var seen: ShownTable {
    ShownTable(
      displays.map { section in
        let names =
          (section.header == nil ? [] : [.header]) + (section.footer == nil ? [] : [.footer])
          + section.namedSupplements
        return .init(
          section.id, rows: section.rows.map { .init($0.id, cell($0.id)?.view.look) },
          supplements: Dictionary(
            uniqueKeysWithValues: names.map { ($0, cell($0, of: section.id)?.view.look) }))
      })
  }
}

// The host without a screen is the one that the contract was written after.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `The headless table keeps the contract of hosts`
{
  @Test func `whole`() throws {
    try HostContract(making: { HeadlessTable() }, shown: \.seen).check()
  }

  // Without its own comparison it has to be right by itself.
  @Test func `unchecked`() throws {
    let contract = HostContract(
      making: {
        let table = HeadlessTable()
        table.checksContent = false
        return table
      }, shown: \.seen)
    try contract.check()
  }

  @Test(arguments: [1, 10, 35])
  func `through a viewport`(height: Int) throws {
    let contract = HostContract(
      making: {
        let table = HeadlessTable()
        table.viewport = TableViewport(height: height, rowHeight: .fixed(10))
        return table
      }, shown: \.seen)
    try contract.check()
  }
}
