/// The order of the sections at some point of a plan.
struct SectionOrder {
  /// A section by its numbers in the old and the new table.
  enum Slot {
    case stays(old: Int, new: Int)
    case goes(old: Int)
    case comes(new: Int)
  }

  let slots: [Slot]
  // Of a section that is not in this order nothing is asked, so what stands for it does not matter.
  private var placesOfOld: [Int]
  private var placesOfNew: [Int]

  init(_ slots: [Slot], _ changes: TableChanges) {
    self.slots = slots
    placesOfOld = Array(changes.after.indices)
    placesOfNew = Array(changes.before.indices)
    for (at, slot) in slots.enumerated() {
      switch slot {
      case .stays(let old, let new): (placesOfOld[old], placesOfNew[new]) = (at, at)
      case .goes(let old): placesOfOld[old] = at
      case .comes(let new): placesOfNew[new] = at
      }
    }
  }

  /// Where a section of the old table stands.
  func place(ofOld number: Int) -> Int { placesOfOld[number] }

  /// Where a section of the new table stands.
  func place(ofNew number: Int) -> Int { placesOfNew[number] }

  func place(ofOld place: Document.Place) -> Document.Place {
    Document.Place(section: placesOfOld[place.section], row: place.row)
  }

  func place(ofNew place: Document.Place) -> Document.Place {
    Document.Place(section: placesOfNew[place.section], row: place.row)
  }

  static func old(_ changes: TableChanges) -> SectionOrder {
    let slots = changes.after.enumerated().map { old, new in
      new.map { Slot.stays(old: old, new: $0) } ?? .goes(old: old)
    }
    return SectionOrder(slots, changes)
  }

  static func new(_ changes: TableChanges) -> SectionOrder {
    let slots = changes.before.enumerated().map { slot(new: $0.offset, old: $0.element) }
    return SectionOrder(slots, changes)
  }

  /// The new order, with each section that goes right behind the one it stood behind of those that
  /// do not move: behind one that moves it would have to move along.
  static func middle(_ changes: TableChanges) -> SectionOrder {
    var slots: [Slot] = []
    var behind: [Int: [Slot]] = [:]
    var anchor: Int?
    for (old, new) in changes.after.enumerated() {
      if let new {
        if !changes.sectionMoves[new] { anchor = new }
      } else if let anchor {
        behind[anchor, default: []].append(.goes(old: old))
      } else {
        slots.append(.goes(old: old))
      }
    }
    for (new, old) in changes.before.enumerated() {
      slots += [slot(new: new, old: old)] + (behind[new] ?? [])
    }
    return SectionOrder(slots, changes)
  }

  /// The middle order before new sections come.
  static func beforeInsertions(_ changes: TableChanges) -> SectionOrder {
    let slots = middle(changes).slots.filter { slot in
      if case .comes = slot { false } else { true }
    }
    return SectionOrder(slots, changes)
  }

  private static func slot(new: Int, old: Int?) -> Slot {
    old.map { .stays(old: $0, new: new) } ?? .comes(new: new)
  }
}
