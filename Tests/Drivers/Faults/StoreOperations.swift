import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import RandomWork

/// Everything of the store's that is swept. A new operation of the store is one more case here.
extension Operation {
  static var all: [Operation] {
    opening + upgrading + editing + travelling + publishing + moving + maintenance
  }

  /// Two transactions that pass for one operation: a sweep must find that it can be half done.
  static var torn: Operation {
    Operation(
      name: "torn", prepare: makeVisit, open: openVisit,
      run: {
        try $0.perform(.answers([(row: "name", value: .text("Grace"))]))
        try $0.perform(.answers([(row: "age", value: .integer(45))]))
      })
  }

  private static var opening: [Operation] {
    [
      Operation(name: "make", prepare: { _ in }, open: { _ in }, run: openStore),
      Operation(name: "open", prepare: makeVisit, open: { _ in }, run: openStore),
      Operation(
        name: "recover", prepare: makeVisit, isKilled: true, open: { _ in }, run: openStore),
      Operation(
        name: "close", prepare: makeVisit, isKilled: true, open: openVisit,
        run: { try $0.store?.close() }),
      Operation(
        name: "suspend", prepare: makeVisit, isKilled: true, open: openVisit,
        run: {
          try $0.store?.suspend()
          try $0.store?.resume()
          try $0.perform(.answers([(row: "name", value: .text("Grace"))]))
        }),
    ]
  }

  private static var editing: [Operation] {
    [
      Operation(
        name: "edit", prepare: makeVisit, open: openVisit,
        run: { try $0.perform(.answers([(row: "name", value: .text("Grace"))])) }),
      Operation(
        name: "edit-long", prepare: makeVisit, open: openVisit,
        run: { try $0.perform(.answers([(row: "name", value: .text(longText))])) }),
      Operation(
        name: "undo", prepare: makeVisit, open: openVisit, run: { try $0.perform(.undo(steps: 2)) }),
      Operation(
        name: "redo", prepare: makeUndone, open: openVisit,
        run: { try $0.perform(.redo(steps: 1)) }),
      Operation(
        name: "checkpoint", prepare: makeLongWAL, isKilled: true, open: openVisit,
        run: { try $0.perform(.answers([(row: "name", value: .text("Grace"))])) }),
      Operation(
        name: "read", prepare: makeVisit, isKilled: true, open: openStore,
        run: {
          _ = try $0.store?.documents()
          $0.document = try $0.store?.document("visit")
        }),
    ]
  }

  private static var travelling: [Operation] {
    [
      edit("checkout", .checkout(4), after: makeBranches),
      edit("revert", .revert(3)),
      Operation(
        name: "mark", prepare: makeVisit, open: openVisit,
        run: { try $0.perform(.mark(try MarkName("sent"), moving: false)) }),
      edit("delete", .delete),
      Operation(
        name: "apply", prepare: makeVisit, open: openVisit,
        run: { try $0.perform(.apply(try form("end: extra phone | person: consent name note"))) }),
      Operation(
        name: "group", prepare: makeVisit, open: openVisit,
        run: {
          try $0.perform([
            .answers([(row: "age", value: .integer(45))]), .undo(steps: 2),
            .answers([(row: "name", value: nil)]),
          ])
        }),
    ]
  }

  private static func edit(
    _ name: String, _ edit: Edit, after prepare: @escaping (Context) throws -> Void = makeVisit
  ) -> Operation {
    Operation(name: name, prepare: prepare, open: openVisit, run: { try $0.perform(edit) })
  }

  private static var publishing: [Operation] {
    [
      Operation(
        name: "import", prepare: makeVisit, open: openVisit,
        run: {
          _ = try $0.store?.publish(
            "other", try form("person: name | study: note"), by: metadata("Grace"))
        }),
      Operation(name: "publish", prepare: makeVisit, open: openVisit, run: publishNext),
      Operation(
        name: "duplicate", prepare: makeVisit, open: openVisit,
        run: { context in
          guard let store = context.store, let visit = context.document else { return }
          _ = try store.duplicate(visit, as: "second", uid: uid(3), by: metadata("Grace"))
        }),
      Operation(name: "adopt", prepare: makeOld, open: openVisit, run: adoptCopy),
      Operation(
        name: "new", prepare: makeVisit, open: openVisit,
        run: {
          _ = try $0.store?.create("second", from: "visit", uid: uid(3), by: metadata("Grace"))
        }),
      Operation(
        name: "begin", prepare: makeVisit, open: openVisit,
        run: {
          let filled = try form("person: name age consent | study: phone note")
            .answering("name", "Grace").answering("note", .text(longText))
          _ = try $0.store?.create(
            "second", from: "visit", revision: 1, as: filled, uid: uid(3), by: metadata("Grace"))
        }),
      // A row is gone there, one has another name, and answers of both stand in lines that are archived.
      Operation(
        name: "migrate",
        prepare: {
          try makeTwo($0)
          _ = try $0.store?.publish(
            "visit", try form("person: called consent age | end: extra"), by: metadata("Ada", at: 2)
          )
        }, open: openVisit,
        run: { try $0.perform(.migrate(renaming: [RowRename("name", to: "called")])) }),
      edit("unmigrate", .undo(steps: 1), after: { try makeMigrated($0) }),
    ]
  }

  /// Moving old lines: each slice is a transaction, so each phase is swept for itself.
  private static var moving: [Operation] {
    [
      Operation(name: "move-fields", prepare: makeOld, open: openVisit, run: moveSlice),
      Operation(
        name: "move-lines",
        prepare: {
          try makeOld($0)
          try moveSlice($0)
        },
        open: {
          // The first phase once more, which finds all of its work done.
          try openVisit($0)
          try moveSlice($0)
        }, run: moveAll),
      // A second pass appends to blocks that are there.
      Operation(
        name: "move-again",
        prepare: {
          try makeOld($0)
          try moveAll($0)
          try editOften($0)
        }, open: openVisit, run: moveSlice),
    ]
  }

  private static var maintenance: [Operation] {
    [
      Operation(
        name: "purge", prepare: makeTwo, open: openVisit,
        run: { _ = try $0.store?.purge("visit", by: metadata("Grace", at: 9)) }),
      Operation(
        name: "compact", isGradual: true, prepare: makeOld, open: openVisit,
        run: { _ = try $0.store?.compact() }),
      Operation(
        name: "backup", prepare: makeVisit, isKilled: true, open: openConnection,
        run: { try $0.connection?.connection.backUp(to: $0.copyPath, pagesPerStep: 8) }),
      Operation(
        name: "vacuum", prepare: makeVisit, isKilled: true, open: openConnection,
        run: { try $0.connection?.connection.vacuum() }),
    ]
  }
}

// MARK: What is there before

private let longText = String(repeating: "a long answer ", count: 2000)

private func metadata(_ author: String, at time: Int64 = 1) -> EditMetadata {
  EditMetadata(author: author, time: time)
}

private func uid(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

private func form(_ sketch: String) throws -> Document { try Document(sketch: sketch) }

/// A store with one form and one document of three edits.
func makeVisit(_ context: Context) throws {
  try openStore(context)
  _ = try context.store?.publish(
    "visit", try form("person: name age consent | study: phone note"),
    by: metadata("Ada"))
  context.document = try context.store?.create(
    "visit", from: "visit", uid: uid(2), by: metadata("Ada"))
  for (row, text) in [("name", "Ada"), ("note", longText), ("name", "Ada L.")] as [(RowID, String)]
  {
    try context.perform(.answers([(row: row, value: .text(text))]))
  }
}

private func makeUndone(_ context: Context) throws {
  try makeVisit(context)
  try context.perform(.undo(steps: 2))
}

/// Entry 4 lies on a branch that the head has left.
private func makeBranches(_ context: Context) throws {
  try makeUndone(context)
  try context.perform(.answers([(row: "age", value: .integer(45))]))
}

/// A journal of some length with travels, marks and records that come and go.
private func makeOld(_ context: Context) throws {
  try makeBranches(context)
  try editOften(context)
  try context.perform(.apply(try form("end: extra phone | person: consent name note")))
  try context.perform(.undo(steps: 1))
}

/// A document beside another one, both of them archived in part.
private func makeTwo(_ context: Context) throws {
  try makeOld(context)
  try moveAll(context)
  try editOften(context)
  _ = try context.store?.create("other", from: "visit", uid: uid(4), by: metadata("Lin"))
}

private func makeMigrated(_ context: Context) throws {
  try makeVisit(context)
  try publishNext(context)
  try context.perform(.migrate())
}

private func editOften(_ context: Context) throws {
  for round in 0..<4 {
    try context.perform(.answers([(row: "age", value: .integer(Int64(round)))]))
    try context.perform(.answers([(row: "note", value: .text(longText + "\(round)"))]))
    try context.perform(.undo(steps: 1))
    try context.perform(.mark(try MarkName("m\(round)"), moving: true))
  }
}

/// A `-wal` so long that the next edit is followed by a checkpoint, whatever the layout.
private func makeLongWAL(_ context: Context) throws {
  try makeVisit(context)
  let writer = try Connection(path: context.path, access: .readWrite)
  // Writes the first page anew and changes nothing.
  let format = try writer.pragmaInteger("user_version")
  for _ in 0..<1100 { try writer.execute("PRAGMA user_version = \(format)") }
}

// MARK: What is open, and what is done

private func openStore(_ context: Context) throws {
  try context.openNewest()
}

private func openVisit(_ context: Context) throws {
  try openStore(context)
  context.document = try context.store?.document("visit")
}

private func openConnection(_ context: Context) throws {
  let opened = try OpenConnection(context.path)
  // A store has read when it is open. With the first reading SQLite opens the `-wal`, and if that
  // fails for writing, it is for reading only until the connection is opened anew.
  _ = try opened.connection.pragmaInteger("schema_version")
  context.connection = opened
}

private func publishNext(_ context: Context) throws {
  _ = try context.store?.publish(
    "visit", try form("person: name consent age | study: note extra | end: phone"),
    by: metadata("Grace", at: 2))
}

/// Takes in the visit once more, with its whole journal, as another document.
private func adoptCopy(_ context: Context) throws {
  guard let store = context.store, let visit = context.document else { return }
  _ = try store.adopt(
    "second", uid: uid(3), form: "visit", content: try store.form("visit").content,
    entries: try store.entries(of: visit, 1...Int.max))
}

private func moveSlice(_ context: Context) throws {
  guard var document = context.document else { return }
  defer { context.document = document }
  try context.store?.archiveOldEntries(of: &document)
}

private func moveAll(_ context: Context) throws {
  guard var document = context.document else { return }
  defer { context.document = document }
  while try context.store?.archiveOldEntries(of: &document) == true {}
}

extension Context {
  fileprivate func perform(_ edits: [Edit]) throws {
    guard var edited = document else { return }
    defer { document = edited }
    _ = try store?.perform(edits, on: &edited, by: metadata("Grace", at: 3))
  }

  fileprivate func perform(_ edit: Edit) throws {
    guard var edited = document else { return }
    // Whatever happens, memory follows.
    defer { document = edited }
    // An author who is new makes a row of his own.
    try store?.perform(edit, on: &edited, by: metadata("Grace", at: 3))
  }
}
