internal import EkibenSQLite

/// What is worth knowing of a store and of the program that opens it.
public struct Diagnosis: Hashable, Sendable {
  /// One check and its result.
  public struct Check: Hashable, Sendable {
    /// The result of a check.
    public enum Verdict: String, Hashable, Sendable {
      /// As it should be.
      case fine
      /// Nothing is wrong, but something can be done.
      case advice
      /// Something is wrong.
      case wrong
    }

    /// The name of the check, such as `durability`.
    public let name: String
    /// The result of the check.
    public let verdict: Verdict
    /// What was found, in one sentence.
    public let finding: String
    /// What to do about it; nil where nothing is to be done.
    public let advice: String?

    package init(name: String, verdict: Verdict? = nil, finding: String, advice: String? = nil) {
      (self.name, self.verdict) = (name, verdict ?? (advice == nil ? .fine : .advice))
      (self.finding, self.advice) = (finding, advice)
    }
  }

  /// All checks, in a fixed order.
  public let checks: [Check]
}

extension Store {
  /// Looks at versions, durability, the fence, migrations and free room; ``verify(_:progress:)`` looks at the
  /// data.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(1), but for the count of records that are not archived.
  public func diagnosis() throws(StoreError) -> Diagnosis {
    try reading { (state) throws(StoreError) in
      Diagnosis(
        checks: [
          Diagnosis.Check(name: "library", finding: "SQLite \(SQLiteLibrary.version)"),
          try state.database.formatCheck(),
        ] + (try state.database.schemaChecks()) + [
          try state.database.durabilityCheck(), state.database.fenceCheck(),
          try state.database.logCheck(), try state.database.namesCheck(),
          try state.database.roomCheck(), try state.database.journalCheck(),
        ])
    }
  }
}

extension Database {
  private typealias Check = Diagnosis.Check

  fileprivate func formatCheck() throws(StoreError) -> Diagnosis.Check {
    let format = try number("PRAGMA user_version")
    let steps = try number("SELECT count(*) FROM migration")
    let newest = opening.schema.format
    let advice =
      switch format {
      case newest: String?.none
      case ..<newest: "upgrade brings it to format \(newest), and so does opening it for writing"
      default: "write it with a newer Ekiben; this one can only read it"
      }
    return Check(
      name: "format",
      finding: "format \(format), made by \(steps) migration\(steps == 1 ? "" : "s")",
      advice: advice)
  }

  /// One check, or one for each thing that is not as it should be.
  fileprivate func schemaChecks() throws(StoreError) -> [Diagnosis.Check] {
    let differences = try schemaDifferences()
    if differences.isEmpty { return [Check(name: "schema", finding: "as Ekiben makes it")] }
    return differences.map { difference in
      Check(
        name: "schema", verdict: .wrong,
        finding: "\(difference), so that this store is read and not written",
        advice: difference.advice)
    }
  }

  fileprivate func durabilityCheck() throws(StoreError) -> Diagnosis.Check {
    if isReadOnly {
      let stored = try sqlite(try connection.storedDurability())
      return Check(
        name: "durability",
        finding: stored.map { "the store is set to \($0.rawValue)" }
          ?? "the store is not set to any: whoever writes it chooses")
    }
    return Check(
      name: "durability",
      finding: try durability() == .powerLoss
        ? "a commit survives the loss of power, if the disk obeys"
        : "a commit survives the death of the process; the last ones may go with the power")
  }

  // The checkpoints of this program are fenced in any case; those of others are not.
  fileprivate func fenceCheck() -> Diagnosis.Check {
    guard SQLiteLibrary.canLoseCommitsOnWALReset else {
      return Check(name: "fence", finding: "this SQLite does not have the WAL-reset race")
    }
    return Check(
      name: "fence",
      finding: "this SQLite can lose commits in a checkpoint that races with a writer; "
        + "Ekiben's own checkpoints keep writers away",
      advice: "let no other program write this file while Ekiben does")
  }

  // Who has the file open cannot be known, nor whether it is anybody.
  fileprivate func logCheck() throws(StoreError) -> Diagnosis.Check {
    let facts = try sqlite(try connection.facts())
    guard facts.walBytes > 0 else {
      return Check(name: "wal", finding: "the file is whole, without a -wal")
    }
    return Check(
      name: "wal",
      finding: "\(facts.walBytes) bytes lie beside the file in its -wal: somebody has it open, or "
        + "whoever wrote it last could not close it",
      advice: "keep both together, or copy with backup; whoever writes next and closes it last, "
        + "such as compact, makes it whole")
  }

  fileprivate func namesCheck() throws(StoreError) -> Diagnosis.Check {
    let count = try sqlite(try connection.countOfNames())
    guard count > 1 else { return Check(name: "names", finding: "the file has one name") }
    return Check(
      name: "names", verdict: .wrong,
      finding:
        "the file has \(count) names (hard links), each of which would have a log of its own, "
        + "so that it is read and not written",
      advice: "remove all names but one, and make copies with: ekiben backup")
  }

  fileprivate func roomCheck() throws(StoreError) -> Diagnosis.Check {
    let facts = try sqlite(try connection.facts())
    let isWasteful = facts.freePages * 4 > facts.pages && facts.freePages > 16
    return Check(
      name: "room", finding: "\(facts.freePages) of \(facts.pages) pages are free",
      advice: isWasteful ? "compact gives them back" : nil)
  }

  fileprivate func journalCheck() throws(StoreError) -> Diagnosis.Check {
    let records = try number("SELECT count(*) FROM entry")
    return Check(
      name: "journal",
      finding: "\(records) \(records == 1 ? "entry has" : "entries have") not moved to blocks",
      advice: records > 100_000 ? "compact moves them, which makes the file smaller" : nil)
  }
}
