extension TablePlan {
  /// Finds the batches that lead from one document to another.
  ///
  /// As few operations as possible, and one batch whenever one with those operations is legal (rule
  /// T15). Which rows and sections move is what the diff says, unless another choice of as many saves
  /// a batch. How strict the table is decides what shares a batch (rule T16).
  ///
  /// - Parameters:
  ///   - old: What the table shows.
  ///   - new: What it is to show.
  ///   - strictness: What the table does not take in one batch.
  /// - Complexity: O(n log n) in the number of rows.
  public init(from old: Document, to new: Document, under strictness: TableStrictness = .standard) {
    self.init(stages: TablePlanner(from: old, to: new, strictness: strictness).stages)
  }
}
