import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore
import Testing

@testable import EkibenTool

/// Whose fault an error is, told by the exit code (rule C2).
@Suite(.timeLimit(.minutes(20))) struct `The exit code of an error` {
  private static let detail = StoreError.Detail("as it is")
  private static let stale = StaleChange(
    change: Change(.row("name"), .value, before: nil, after: .text("Ada")), found: .text("Eve"))

  /// What a store refuses, by the code that it comes to.
  private static let refusals: [(code: CommandFailure.Code, errors: [StoreError])] = [
    (.noInput, [.noSuchFile(path: "s")]),
    (
      .unavailable,
      [
        .notAStore(path: "s", why: "w"), .newerFormat(path: "s", format: 9),
        .newerContent(path: "s", detail: detail), .formerFormat(path: "s", format: 0),
        .foreignSchema(path: "s", differences: [], isReadable: true),
      ]
    ),
    (
      .inputOutput,
      [
        .damaged(path: "s", detail: detail), .full(path: "s", detail: detail),
        .inputOutput(path: "s", detail: detail), .sqlite(path: "s", detail: detail),
        .closed(path: "s"), .suspended(path: "s"), .interrupted(path: "s", detail: detail),
        .outOfMemory(path: "s", detail: detail), .unfinished(path: "s", detail: detail),
      ]
    ),
    (.busy, [.busy(path: "s", detail: detail), .remains(path: "s", detail: detail)]),
    (.notPermitted, [.notPermitted(path: "s", detail: detail), .openedReadOnly(path: "s")]),
    (.content, [.tooDeep(limit: 3), .secretInitial("key")]),
    (
      .refused,
      [
        .upgradeNeeded(path: "s", format: 1, newest: 3), .leftover(path: "s", file: "s-wal"),
        .replaced(path: "s"), .linked(path: "s"), .fileExists(path: "s"), .unknownForm("f"),
        .unknownDocument("d"), .unknownRow("r", document: "d"), .nameTaken("d"),
        .differentForm("f", url: nil, existing: nil), .sameForm("f", existing: "g"),
        .otherKind("f", isOptionSet: true), .history(.nothingToUndo), .conflict(stale),
        .deleted("d"), .final("d"), .changeNeedsReason("r", document: "d"), .reasonMissing,
        .reopenNeedsReason("d"), .structure(.tooDeep(limit: 3)), .unknownRevision(2, form: "f"),
        .retired("r", revision: 1, lacking: 2, document: "d"),
        .unfitRename(RowRename("a", to: "b"), .unknown("a")), .secretStays("key"),
      ]
    ),
  ]

  @Test(arguments: refusals.flatMap { code, errors in errors.map { ($0, code) } })
  func `is that of what a store refuses`(error: StoreError, code: CommandFailure.Code) {
    for failure in [
      CommandFailure(error), CommandFailure(any: error),
      CommandFailure(any: SessionError.store(error)),
    ] {
      #expect(failure.code == code)
      #expect(failure.message.hasPrefix(error.description))
    }
  }

  @Test func `is that of content where ids occur twice`() {
    let section = Document.Section(id: "s")
    let twice = #expect(throws: DuplicateIDs.self) {
      _ = try Document(sections: [section, section])
    }
    #expect(twice.map { CommandFailure(StoreError.duplicates($0)).code } == .content)
  }

  @Test func `is said with what to add where a reason is missing, and what to do of damage`() {
    let reason = CommandFailure(StoreError.reasonMissing).message
    #expect(
      reason == "this store takes no change without a reason; give one with --reason TEXT")
    let answered = CommandFailure(StoreError.changeNeedsReason("r", document: "d")).message
    #expect(answered.hasSuffix("; give a reason with --reason TEXT"))
    for error in Self.refusals.flatMap(\.errors) {
      let hasMore =
        switch error {
        case .reasonMissing, .reopenNeedsReason, .changeNeedsReason, .damaged: true
        default: false
        }
      let failure = CommandFailure(error)
      #expect((failure.message != error.description) == hasMore, "\(error)")
    }
  }

  /// Why a row does not take an input, by the code that it comes to.
  private static let problems: [(code: CommandFailure.Code, problems: [InputProblem])] = [
    (
      .content,
      [
        .unreadable(takes: "a number", text: "x"), .tooLarge(text: "9"), .outOfRange(text: "9"),
        .noSuchDate(text: "x"), .notAnOption(text: "x", options: []), .optionTwice(text: "x"),
        .notAUnit(text: "x", units: []), .ambiguousLabel(text: "x", options: []),
      ]
    ),
    (
      .refused,
      [
        .notShown, .offScreen, .notOffered(action: "tap"), .notEditing, .refused(action: "tap"),
        .noAnswer(component: "Button"), .readOnly, .notEditable(component: "Opaque"),
      ]
    ),
    (.inputOutput, [.unavailable(set: "countries", reason: "it is locked")]),
  ]

  @Test(arguments: problems.flatMap { code, problems in problems.map { ($0, code) } })
  func `is that of what a row does not take`(problem: InputProblem, code: CommandFailure.Code) {
    let error = InputError(row: "name", title: "Name", problem)
    for failure in [
      CommandFailure(error), CommandFailure(any: error),
      CommandFailure(any: SessionError.input(error)),
    ] {
      #expect(failure.code == code)
      #expect(failure.message == error.description)
    }
  }

  @Test func `is a no where a document cannot be submitted`() {
    let failure = CommandFailure(any: SessionError.incomplete([]))
    #expect(failure.code == .refused)
    #expect(failure.message.hasPrefix("it cannot be submitted"))
  }

  @Test func `is that of what was read, of a name, or of anything else`() {
    struct Surprise: Error, CustomStringConvertible { let description = "nobody knows" }
    let empty = ""
    let form = #expect(throws: ImportError.self) { _ = try FormFile.read([], named: "f") }
    let history = #expect(throws: HistoryFileError.self) { _ = try HistoryReader.read([]) }
    let name = #expect(throws: InvalidName.self) { _ = try DocumentName(empty) }
    let errors: [((any Error)?, CommandFailure.Code)] = [
      (form, .content), (history, .content), (name, .usage), (Surprise(), .inputOutput),
    ]
    for (error, code) in errors {
      guard let error else { continue }
      let failure = CommandFailure(any: error)
      #expect(failure.code == code && failure.message == "\(error)", "\(error)")
      #expect(!failure.isOfCommand)
    }
  }

  @Test func `stays what it is once it is decided`() {
    let failure = CommandFailure(any: CommandFailure(.busy, "wait"))
    #expect(failure.code == .busy && failure.message == "wait" && !failure.isOfCommand)
    let usage = CommandFailure(any: CommandFailure.usage("no"))
    #expect(usage.code == .usage && usage.message == "no" && usage.isOfCommand)
  }
}
