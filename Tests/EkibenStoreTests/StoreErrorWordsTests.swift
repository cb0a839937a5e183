import EkibenDocuments
import EkibenSQLite
import Testing

@testable import EkibenStore

private let path = "a.ekiben"

/// An error and the sentence that a person reads.
private struct Sentence: Sendable, CustomTestStringConvertible {
  let error: StoreError
  let words: String
  var testDescription: String { words }

  init(_ error: StoreError, _ words: String) { (self.error, self.words) = (error, words) }
}

// Rule C4: each names the thing that is wrong, and says what to do where there is something.
@Suite(.timeLimit(.minutes(20))) struct `The sentence of an error` {
  private static let ofFiles = [
    Sentence(.noSuchFile(path: path), "there is no file a.ekiben"),
    Sentence(
      .notAStore(path: path, why: "it is empty"), "a.ekiben is not an Ekiben store: it is empty"),
    Sentence(
      .newerFormat(path: path, format: 9),
      "a.ekiben has format 9, which is newer than this program; use a newer Ekiben"),
    Sentence(
      .formerFormat(path: path, format: 0),
      "a.ekiben has format 0, from before Ekiben's files were kept; it cannot be read"),
    Sentence(
      .upgradeNeeded(path: path, format: 1, newest: 3),
      "a.ekiben has format 1 and can be read once it has format 3; run: ekiben upgrade a.ekiben"),
    Sentence(
      .fileExists(path: path),
      "there is a file a.ekiben already, and nothing is written over it"),
    Sentence(
      .newerContent(path: path, detail: "entry 7"),
      "a.ekiben holds what a newer Ekiben wrote (entry 7); use that"),
    Sentence(
      .leftover(path: path, file: "a.ekiben-wal"),
      "a.ekiben-wal was left by another file that had the name before, and may hold its last changes; "
        + "move it away, or put that file back"),
    Sentence(
      .leftover(path: path, file: "b-partial"),
      "b-partial is being made by another copy, or was left by one that was broken off; "
        + "wait, or remove it"),
    Sentence(
      .replaced(path: path),
      "a.ekiben was moved, replaced or deleted while it was open; nothing was written; open it again"
    ),
    Sentence(
      .linked(path: path),
      "a.ekiben has a second name (a hard link), and changes made by one would be missing by the other; "
        + "remove all names but one, and make copies with: ekiben backup"),
    Sentence(
      .damaged(path: path, detail: "entry 3 is missing"),
      "a.ekiben is damaged: entry 3 is missing"),
    Sentence(
      .busy(path: path, detail: "words"), "a.ekiben is locked by another program; try again"),
    Sentence(
      .full(path: path, detail: "words"), "the disk is full; nothing was written to a.ekiben"),
    Sentence(.inputOutput(path: path, detail: "words"), "a.ekiben: words"),
    Sentence(
      .unfinished(path: path, detail: "words"),
      "a.ekiben could not be closed (words); what was written is safe in a.ekiben-wal, which the next "
        + "to write a.ekiben moves into it: keep both together"),
    Sentence(
      .remains(path: path, detail: "words"),
      "what was deleted from a.ekiben is gone from its documents, but bytes of it may be left in the file "
        + "or in a.ekiben-wal (words); once no other program is reading, run: ekiben compact a.ekiben"
    ),
    Sentence(.notPermitted(path: path, detail: "words"), "a.ekiben: not permitted (words)"),
    Sentence(.openedReadOnly(path: path), "a.ekiben was opened for reading only"),
    Sentence(.closed(path: path), "a.ekiben is closed"),
    Sentence(.suspended(path: path), "a.ekiben is suspended; resume the store first"),
    Sentence(
      .interrupted(path: path, detail: "words"), "stopped; what a.ekiben holds is as it was"),
    Sentence(
      .outOfMemory(path: path, detail: "words"), "out of memory; nothing was written to a.ekiben"),
    Sentence(.sqlite(path: path, detail: "words"), "a.ekiben: words"),
  ]

  private static let ofContent = [
    Sentence(.unknownForm("intake"), "there is no form intake"),
    Sentence(.unknownDocument("visit"), "there is no document visit"),
    Sentence(.unknownRow("age", document: "visit"), "visit has no row age"),
    Sentence(.unknownRevision(7, form: "intake"), "intake has no revision 7"),
    Sentence(
      .retired("age", revision: 2, lacking: 3, document: "visit"),
      "age of visit is retired: revision 2 of its form had it, revision 3 dropped it"),
    Sentence(
      .retired("age", revision: 2, lacking: 1, document: "visit"),
      "age of visit is retired: revision 2 of its form had it, revision 1 did not"),
    Sentence(
      .unfitRename(RowRename("age", to: "years"), .missing("years", revision: 3)),
      "age cannot become years: revision 3 has no row years"),
    Sentence(.deleted("visit"), "visit is deleted; undo brings it back"),
    Sentence(.final("visit"), "visit is final; reopen it first"),
    Sentence(
      .changeNeedsReason("age", document: "visit"),
      "age of visit was answered before, and its form asks why such an answer changes; give a reason"
    ),
    Sentence(.structure(.tooDeep(limit: 16)), "repeats stand in each other more than 16 deep"),
    Sentence(.reasonMissing, "this store takes no change without a reason"),
    Sentence(.reopenNeedsReason("visit"), "visit is reopened only with a reason"),
    Sentence(.nameTaken("visit"), "there is a document visit already"),
    Sentence(
      .differentForm("intake", url: "http://b", existing: "http://a"),
      "there is another form intake already (http://a, not http://b); import it under another name"),
    Sentence(
      .differentForm("intake", url: nil, existing: nil),
      "there is another form intake already (no url, not no url); import it under another name"),
    Sentence(
      .sameForm("other", existing: "intake"),
      "the form other is here already as intake, as its url says; publish it under that name, "
        + "or give it another url"),
    Sentence(
      .otherKind("drugs", isOptionSet: true), "drugs is a set of options, not a form"),
    Sentence(
      .otherKind("intake", isOptionSet: false), "intake is a form, not a set of options"),
    Sentence(
      .secretInitial("pin"), "pin is a secret and begins with no answer: drop its initial or value"),
    Sentence(
      .secretStays("pin"),
      "pin is a secret and has an answer; take that away before the row becomes another kind of question"
    ),
    Sentence(.tooDeep(limit: 199), "lists and records are nested more than 199 deep"),
    Sentence(.history(.unknownEntry(7)), "there is no entry 7"),
    Sentence(
      .conflict(
        StaleChange(change: Change(.row("age"), .value, before: 36, after: 37), found: nil)),
      "changed by somebody else in the meantime: age: expected 36, found –; look at it again, "
        + "and repeat the change if it is to stand"),
  ]

  @Test(arguments: ofFiles + ofContent)
  fileprivate func `says what is wrong, and what to do`(sentence: Sentence) {
    #expect(sentence.error.description == sentence.words)
  }

  @Test func `names ids that occur more than once`() throws {
    let rows = ["a", "b", "a"].map { Document.Row(id: RowID(unchecked: $0)) }
    let error = try #require(throws: DuplicateIDs.self) {
      try Document(sections: [.init(id: "s", rows: rows)])
    }
    #expect(StoreError.duplicates(error).description == "these ids occur more than once: a")
  }

  @Test(arguments: [
    (1, ""), (2, ", the index i2 on answer is not Ekiben's"),
    (
      3,
      ", the index i2 on answer is not Ekiben's, the index i3 on answer is not Ekiben's"
    ),
    (
      4,
      ", the index i2 on answer is not Ekiben's, the index i3 on answer is not Ekiben's and 1 more"
    ),
  ])
  func `names three differences of a schema, and what to do about the first`(
    count: Int, others: String
  ) {
    let differences = (1...count).map {
      SchemaDifference(kind: .index, name: "i\($0)", table: "answer", problem: .added)
    }
    for (isReadable, words) in [
      (true, "can be read and not written"), (false, "cannot be read"),
    ] {
      let error = StoreError.foreignSchema(
        path: path, differences: differences, isReadable: isReadable)
      #expect(
        error.description
          == "a.ekiben \(words), since its schema is not Ekiben's: "
          + "the index i1 on answer is not Ekiben's\(others); "
          + "any SQL tool removes it: DROP INDEX \"i1\"")
    }
  }

  @Test(arguments: [
    (RenameProblem.unknown("age"), "the form never had a row age"),
    (.missing("age", revision: 2), "revision 2 has no row age"),
    (.stays("age", revision: 2), "revision 2 still has age"),
    (.repeated("age"), "age is named twice"),
    (.secret("pin"), "pin is a secret"),
  ])
  func `says why a row cannot have another one's answers`(problem: RenameProblem, words: String) {
    #expect(problem.description == words)
  }

  private static let export =
    "export the documents and import them into a new store, or take a backup"

  @Test(
    arguments: [
      (
        .table, "more", "more", .added, "the table more is not Ekiben's", "DROP TABLE \"more\"",
        false
      ),
      (
        .view, "v\"w", "v\"w", .added, "the view v\"w is not Ekiben's", "DROP VIEW \"v\"\"w\"", true
      ),
      (
        .trigger, "t", "entry", .added, "the trigger t on entry is not Ekiben's",
        "DROP TRIGGER \"t\"",
        true
      ),
      (.index, "i", "row", .added, "the index i on row is not Ekiben's", "DROP INDEX \"i\"", false),
      (
        .table, "row", "row", .changed, "the table row is not as Ekiben makes it", nil, false
      ),
      (.view, "answers", "answers", .missing, "the view answers is missing", nil, false),
      (.index, "i", "row", .missing, "the index i on row is missing", nil, false),
    ] as [(SchemaDifference.Kind, String, String, SchemaDifference.Problem, String, String?, Bool)])
  func `says how a schema differs, and what can be done`(
    kind: SchemaDifference.Kind, name: String, table: String, problem: SchemaDifference.Problem,
    words: String, drop: String?, isInert: Bool
  ) {
    let difference = SchemaDifference(kind: kind, name: name, table: table, problem: problem)
    #expect(difference.description == words)
    #expect(difference.advice == drop.map { "any SQL tool removes it: \($0)" } ?? Self.export)
    #expect(difference.isInert == isInert)
  }

  @Test func `has SQLite's own words where its system does not allow something`() {
    let refusal = SQLiteError(3, .open, "access denied", path: path)
    #expect(
      StoreError(refusal, path: path).description == "a.ekiben: not permitted (access denied)")
    #expect(
      StoreError.unfinished(refusal, path: path)
        == .unfinished(path: path, detail: StoreError.Detail(refusal, text: "access denied")))
  }

  @Test func `is kept where it is one already, and told of any other`() {
    struct Other: Error, CustomStringConvertible { let description = "out of paper" }
    #expect(StoreError(any: StoreError.closed(path: "b"), path: path) == .closed(path: "b"))
    #expect(
      StoreError(any: SQLiteError(8 | 4 << 8, .step, "x"), path: path) == .replaced(path: path))
    #expect(StoreError(any: Other(), path: path) == .sqlite(path: path, detail: "out of paper"))
  }
}
