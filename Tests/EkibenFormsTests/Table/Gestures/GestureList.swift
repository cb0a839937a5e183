import EkibenDocuments
import EkibenForms

/// The rows that somebody keeps, in sections: plain arrays, and every change by hand.
struct GestureList: Equatable {
  struct Part: Equatable {
    let id: SectionID
    let hasHeader: Bool
    var rows: [GestureRow]
  }

  /// A change of the content that no gesture asks for.
  enum Edit: Equatable {
    case insert(GestureRow, section: Int, at: Int)
    case replace(GestureRow)
    case remove(RowID)
    case move(RowID, section: Int, at: Int)
    case insertSection(Part, at: Int)
    case removeSection(Int)
    case moveSection(Int, to: Int)
  }

  var parts: [Part] = []

  var rows: [GestureRow] { parts.flatMap(\.rows) }

  func row(_ id: RowID) -> GestureRow? { rows.first { $0.id == id } }

  func place(_ id: RowID) -> (section: Int, row: Int)? {
    for (section, part) in parts.enumerated() {
      if let row = part.rows.firstIndex(where: { $0.id == id }) { return (section, row) }
    }
    return nil
  }

  /// The list after a change; what names something that is not there changes nothing.
  func after(_ edit: Edit) -> GestureList {
    var new = self
    switch edit {
    case .insert(let row, let section, let at):
      if self.row(row.id) != nil || parts.isEmpty { return self }
      new.insert(row, section % parts.count, at)
    case .replace(let row):
      guard let place = place(row.id) else { return self }
      new.parts[place.section].rows[place.row] = row
    case .remove(let id): _ = new.take(id)
    case .move(let id, let section, let at):
      guard let row = new.take(id) else { return self }
      new.insert(row, section % parts.count, at)
    case .insertSection(let part, let at):
      if parts.contains(where: { $0.id == part.id }) { return self }
      var part = part
      part.rows.removeAll { self.row($0.id) != nil }
      new.parts.insert(part, at: min(at, parts.count))
    case .removeSection(let at):
      if parts.indices.contains(at) { new.parts.remove(at: at) }
    case .moveSection(let at, let target):
      if !parts.indices.contains(at) { return self }
      let part = new.parts.remove(at: at)
      new.parts.insert(part, at: min(target, new.parts.count))
    }
    return new
  }

  /// The list after what a person has asked for; nil where that cannot be done.
  func after(_ request: TableRequest) -> GestureList? {
    var new = self
    switch request {
    case .delete(let id): return new.take(id) == nil ? nil : new
    case .move(let id, let section, let above):
      guard let row = new.take(id), let at = parts.firstIndex(where: { $0.id == section }) else {
        return nil
      }
      let place = above.flatMap { id in new.parts[at].rows.firstIndex { $0.id == id } }
      if above != nil, place == nil { return nil }
      new.insert(row, at, place.map { $0 + 1 } ?? 0)
      return new
    case .add: return nil
    }
  }

  /// The list after an answer; nil where the row is gone.
  func after(_ event: FormEvent) -> GestureList? {
    guard let place = place(event.row) else { return nil }
    var new = self
    new.parts[place.section].rows[place.row].answer = event.value
    new.parts[place.section].rows[place.row].draft = event.draft
    return new
  }

  private mutating func take(_ id: RowID) -> GestureRow? {
    guard let place = place(id) else { return nil }
    return parts[place.section].rows.remove(at: place.row)
  }

  private mutating func insert(_ row: GestureRow, _ section: Int, _ at: Int) {
    parts[section].rows.insert(row, at: min(at, parts[section].rows.count))
  }
}

/// A list that can go back: one step for each change.
struct GestureHistory {
  private(set) var list = GestureList()
  private var past: [GestureList] = []
  private var future: [GestureList] = []

  mutating func commit(_ new: GestureList) {
    past = past.suffix(30) + [list]
    (list, future) = (new, [])
  }

  /// Whether there was something to take back.
  mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(list)
    list = last
    return true
  }

  /// Whether there was something to do again.
  mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(list)
    list = next
    return true
  }
}
