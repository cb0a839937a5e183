public import EkibenDocuments

extension Document {
  /// What is wrong with all that is shown, in the order of the rows, without changing anything: limits of
  /// rows, and checks (rules F5, F47 and F48).
  ///
  /// Of what repeats, too few and too many instances are an issue of what repeats.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func issues(
    _ components: LiveComponents = .none, in context: InputContext = .standard
  ) -> [ValidationIssue] { issues(components, in: context, and: []) }

  /// The same, with what asynchronous checks have found, and where it is known what holds.
  package func issues(
    _ components: LiveComponents, in context: InputContext, and later: [ValidationIssue],
    _ rules: RuleState? = nil
  ) -> [ValidationIssue] {
    let index = Document.Index(self)
    let view = IssueView(self, index, components, context, rules)
    return DocumentIssues(view).found(in: index, and: later).map { view.titled($0.issue) }
  }
}

extension DocumentStructure {
  /// What is wrong with how often a section repeats, or with one in which something has to be answered and nothing
  /// is; `drawn` is what is drawn of it.
  func countIssue(
    of section: Document.Section, _ drawn: Fields, in view: IssueView
  ) -> ValidationIssue? {
    if isInstance(section) { return nil }
    let id = RowID(unchecked: section.id.rawValue)
    func isAnswered(_ section: SectionID) -> Bool {
      sections(in: section).contains { $0.rows.contains(where: view.isAnswered) }
    }
    if repeats(section) {
      let instances = instances(of: section.id)
      return drawn.countIssue(id, instances.count) { instances.contains(where: isAnswered) }
    }
    // One in which nothing can be answered now keeps nobody from going on.
    let isMissing = drawn.isMissing {
      isAnswered(section.id) || !sections(in: section.id).contains(where: view.asks)
    }
    return isMissing ? ValidationIssue(row: id, rule: .required) : nil
  }

  /// The same of a question; one of its instances without an answer has an issue of its own.
  func countIssue(of row: Document.Row, _ drawn: Fields) -> ValidationIssue? {
    guard repeats(row), !isInstance(row) else { return nil }
    let count = instances(of: row.id).count
    return drawn.countIssue(row.id, count) { count > 0 }
  }
}

extension Fields {
  fileprivate func isMissing(unless isAnswered: () -> Bool) -> Bool {
    isTrue(.required) && !isReadOnlyByForm && !isAnswered()
  }

  fileprivate func countIssue(
    _ row: RowID, _ count: Int, isAnswered: () -> Bool
  ) -> ValidationIssue? {
    let (least, greatest) = occurs
    let name = instanceName ?? row.rawValue
    if count < least {
      return ValidationIssue(
        row: row, rule: .minCount(limit: least, actual: count),
        words: "at least \(least) × “\(name)” wanted, there are \(count)")
    }
    if isMissing(unless: isAnswered) { return ValidationIssue(row: row, rule: .required) }
    guard let greatest, count > greatest else { return nil }
    return ValidationIssue(
      row: row, rule: .maxCount(limit: greatest, actual: count),
      words: "at most \(greatest) × “\(name)” allowed, there are \(count)")
  }
}
