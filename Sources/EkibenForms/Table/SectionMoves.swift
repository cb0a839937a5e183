import EkibenDocuments

/// Where the sections of a table go in a batch: those that operations do not name keep their order.
struct SectionMoves {
  /// For each section after the batch the place where it was; -1 is one that comes.
  let origins: [Int]
  /// For each section before the batch the place where it is; -1 is one that leaves.
  let places: [Int]
  /// Whether a section comes, leaves or moves.
  let areAny: Bool

  /// Reads the operations of a batch that is known to be legal.
  ///
  /// - Complexity: O(sections), of numbers only.
  init(_ operations: TableOperations, sectionCount count: Int) {
    let (deleted, inserted) = (operations.deleteSections, operations.insertSections)
    areAny = !(deleted.isEmpty && inserted.isEmpty && operations.moveSections.isEmpty)
    var places = Array(0..<count)
    var origins = places
    if areAny {
      let unknown = -2
      origins = Array(repeating: unknown, count: count - deleted.count + inserted.count)
      for place in inserted { origins[place] = -1 }
      for move in operations.moveSections { origins[move.target] = move.source }
      for place in deleted + operations.moveSections.map(\.source) { places[place] = -1 }
      var staying = places.lazy.filter { $0 >= 0 }.makeIterator()
      for place in origins.indices where origins[place] == unknown {
        origins[place] = staying.next() ?? -1
      }
      for (place, origin) in origins.enumerated() where origin >= 0 { places[origin] = place }
    }
    (self.origins, self.places) = (origins, places)
  }

  /// What belongs to the sections, one element each, after the batch; of one that comes, by its place.
  func rearranged<Element>(_ old: [Element], _ new: (Int) -> Element?) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(origins.count)
    for (place, origin) in origins.enumerated() {
      if origin >= 0 {
        result.append(old[origin])
      } else if let new = new(place) {
        result.append(new)
      }
    }
    return result
  }
}
