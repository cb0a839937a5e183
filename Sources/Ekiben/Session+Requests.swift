import EkibenDocuments
import EkibenForms
import EkibenStore

extension Session {
  /// Does what a person asks of a host: each request is a step of its own, which undo takes back.
  ///
  /// - Returns: Whether it was done; else ``onError`` says why not.
  func fulfil(_ request: TableRequest) -> Bool {
    do throws(SessionError) {
      switch request {
      case .delete(let row): _ = try restructure(.remove(.row(row)), nil)
      case .move(let row, let section, let after):
        let place = place(in: section, after: after, for: row)
        _ = try restructure(.move(.row(row), to: place), nil)
      case .add(let record):
        _ = try restructure(.add(to: record, at: .last, seed: seed()), nil)
      }
      return true
    } catch {
      report(error)
      return false
    }
  }

  // Without a row before it, it goes before the first that is there, shown or not.
  private func place(in section: SectionID, after: RowID?, for row: RowID) -> StructurePlace {
    if let after { return .after(.row(after)) }
    let first = document.content.section(section)?.rows.first { $0.id != row }
    return first.map { .before(.row($0.id)) } ?? .section(section)
  }
}
