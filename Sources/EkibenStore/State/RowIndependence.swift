internal import EkibenDocuments

/// Of which revisions of forms the rows do not depend on each other.
///
/// Revisions never change, so that whoever writes one, or begins the first document of it, looks at its rows
/// once and for all (decision 0061).
final class RowIndependence {
  private let settings: SettingTable
  /// What the file says, of those that were asked for.
  private var noted: [BaseKey: Bool] = [:]
  /// Those that were looked at and have rows that do.
  private var dependent: Set<BaseKey> = []

  init(_ settings: SettingTable) { self.settings = settings }

  /// Forgets what a transaction that is not in the file may have said.
  func forget() {
    noted.removeAll()
    dependent.removeAll()
  }

  /// Whether the file says so of a revision.
  ///
  /// - Complexity: O(log n) once, then O(1).
  func isNoted(of form: BaseKey) throws(StoreError) -> Bool {
    if let known = noted[form] { return known }
    let isNoted = try settings.has(.independentRows(of: form))
    noted[form] = isNoted
    return isNoted
  }

  /// Says it in the file of a revision, if it is so; inside a transaction.
  ///
  /// - Complexity: O(n) once, then O(1).
  func note(_ form: BaseKey, _ content: Document) throws(StoreError) {
    guard try !isNoted(of: form), !dependent.contains(form) else { return }
    guard content.hasIndependentRows else {
      dependent.insert(form)
      return
    }
    try settings.store(.integer(1), as: .independentRows(of: form))
    noted[form] = true
  }
}
