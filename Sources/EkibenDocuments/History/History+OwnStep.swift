extension Journal {
  /// Works out what takes back an author's own last step that still stands; see ``History``.
  ///
  /// - Parameters:
  ///   - author: Whose step is taken back.
  ///   - document: The document as it stands.
  ///   - origins: The origins of the document's fields.
  /// - Returns: The newest entry of the step, and the changes for an entry of kind
  ///   ``Entry/Kind/revert`` that names it.
  /// - Throws: ``HistoryError/noOwnStep(author:)`` when none stands, ``HistoryError/conflict(_:)`` when
  ///   later entries are in the way of the last one.
  /// - Complexity: O(entries from the step to the head), with their changes.
  public func revertLastStep(
    by author: String, in document: Document, origins: Origins
  ) throws(HistoryError) -> (entry: Int, changes: Changeset) {
    try history.revertLastStep(by: author, in: document, origins: origins, known).get()
  }
}

extension History {
  /// Works out what takes back an author's own last step that still stands (rule H22).
  ///
  /// Steps are looked at from the head towards the root. One stands as long as no later revert names
  /// its newest entry; entries of it that were taken back one by one are left out, and a step that
  /// leaves nothing is passed over. Reverts are no steps to take back themselves: else the second call
  /// would bring back what the first one took. A field that a revert brought back to what the step left
  /// is as the step left it, so that steps in one field are taken back one after the other.
  ///
  /// - Returns: The newest entry of the step with the changes, or why there are none.
  /// - Complexity: as ``Journal/revertLastStep(by:in:origins:)``.
  package func revertLastStep<Failure>(
    by author: String, in document: Document, origins: Origins, ofCauses isOfCauses: Bool = false,
    _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Result<(entry: Int, changes: Changeset), HistoryError> {
    var takenBack: Set<Int> = []
    var node = head
    // The root is no step, and nothing goes back behind a barrier.
    while node > 1, !isBarrier(node) {
      let step = try stepNodes(endingAt: node).map { number throws(Failure) in try entry(number) }
      let isOwn = step.allSatisfy { ByteText.equal($0.author, author) }
      let hasEdit = step.contains { [.edit, .apply, .import].contains($0.kind) }
      if isOwn, hasEdit, !takenBack.contains(node) {
        let reversal = Reversal(
          of: step.filter { !takenBack.contains($0.number) }, ofCauses: isOfCauses)
        if !reversal.changes.isEmpty {
          return try revert(reversal, in: document, origins: origins, entry)
            .map { (entry: node, changes: $0) }
        }
      }
      takenBack.formUnion(step.compactMap(\.reverted))
      node = step.last?.parent ?? 0
    }
    return .failure(.noOwnStep(author: author))
  }

  /// The entries of a node's step from it towards the root, newest first.
  package func stepNodes(endingAt number: Int) -> [Int] {
    let step = step(of: number)
    return Array(sequence(first: number) { parent(of: $0) }.prefix { self.step(of: $0) == step })
  }

  /// Whether a target is still as some entries left it, which for a whole record is every field of it.
  func isIntact<Failure>(
    _ target: Change.Target, _ reversal: Reversal, _ origins: Origins,
    _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Bool {
    let sees = reversal.seesThroughReverts
    if target.field != nil {
      let number = sees ? try writer(of: target, origins, entry) : origins[target].entry
      return reversal.numbers.contains(number)
    }
    guard reversal.numbers.contains(origins[target].entry) else { return false }
    for name in origins.names(of: target.record) where name != nil {
      let field = Change.Target(target.record, name)
      let number = sees ? try writer(of: field, origins, entry) : origins[field].entry
      // 0 stands for a later entry that wrote the field and was taken back since.
      guard sees && number == 0 || reversal.numbers.contains(number) else { return false }
    }
    return true
  }

  /// The entry that wrote what a field holds, whatever was written over it and taken back since.
  private func writer<Failure>(
    of target: Change.Target, _ origins: Origins, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Int {
    var number = origins[target].entry
    while number > 0, let earlier = try writer(broughtBackBy: entry(number), target, entry) {
      number = earlier
    }
    return number
  }

  /// Who had written what a revert brought back; nil for other entries, and where that is not known.
  private func writer<Failure>(
    broughtBackBy revert: Entry, _ target: Change.Target, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Int? {
    guard let last = revert.reverted, last < revert.number, isNode(last),
      let change = revert.changes.changes.first(where: { $0.target == target })
    else { return nil }
    for number in stepNodes(endingAt: last).reversed() {
      let entry = try entry(number)
      for (taken, origin) in zip(entry.changes.changes, entry.origins)
      where taken.target == target && taken.before == change.after {
        return origin < revert.number ? origin : nil
      }
    }
    return nil
  }
}
