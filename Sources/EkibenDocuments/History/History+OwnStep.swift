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

  /// What is no longer as some entries left it, which for a whole record is every field of it.
  ///
  /// - Complexity: O(targets + changes of the entries that wrote them), which are read once for all targets; where
  ///   reverts follow one another in a field, once for each of those.
  func touched<Failure>(
    since reversal: Reversal, _ origins: Origins, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Change.Target] {
    func fields(of target: Change.Target) -> [Change.Target] {
      if target.field != nil { return [target] }
      return origins.names(of: target.record).compactMap(\.self)
        .map { Change.Target(target.record, $0) }
    }
    let sees = reversal.seesThroughReverts
    let earlier = sees ? try writers(of: reversal.targets.flatMap(fields), origins, entry) : [:]
    return reversal.targets.filter { target in
      let isWhole = target.field == nil
      if isWhole, !reversal.numbers.contains(origins[target].entry) { return true }
      return !fields(of: target).allSatisfy { field in
        let number = earlier[field] ?? origins[field].entry
        // 0 stands for a later entry that wrote the field and was taken back since.
        return isWhole && sees && number == 0 || reversal.numbers.contains(number)
      }
    }
  }

  /// The entries that wrote what fields hold, whatever was written over it and taken back since: those of the
  /// fields that a revert brought back.
  private func writers<Failure>(
    of targets: [Change.Target], _ origins: Origins, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Change.Target: Int] {
    var (writers, waiting) = ([Change.Target: Int](), targets)
    while !waiting.isEmpty {
      let written = Dictionary(grouping: waiting) { writers[$0] ?? origins[$0].entry }
      waiting = []
      for (number, targets) in written.sorted(by: { $0.key < $1.key }) where number > 0 {
        let earlier = try self.writers(broughtBackBy: entry(number), entry)
        for target in targets {
          guard let writer = earlier[target] else { continue }
          writers[target] = writer
          waiting.append(target)
        }
      }
    }
    return writers
  }

  /// Who had written what a revert brought back; nobody for other entries, and where that is not known.
  private func writers<Failure>(
    broughtBackBy revert: Entry, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Change.Target: Int] {
    guard let last = revert.reverted, last < revert.number, isNode(last) else { return [:] }
    var writers: [Change.Target: Int] = [:]
    var sought = Dictionary(revert.changes.changes.map { ($0.target, $0) }) { first, _ in first }
    for number in stepNodes(endingAt: last).reversed() where !sought.isEmpty {
      let entry = try entry(number)
      for (taken, origin) in zip(entry.changes.changes, entry.origins) {
        guard let change = sought[taken.target], taken.before == change.after else { continue }
        sought[taken.target] = nil
        if origin < revert.number { writers[taken.target] = origin }
      }
    }
    return writers
  }
}
