public import EkibenDocuments
internal import EkibenSQLite

/// What a user of the store can be told; after any of them file and history are as they were.
public enum StoreError: Error, Equatable, Sendable {
  /// There is no file at this path.
  case noSuchFile(path: String)
  /// The file is not a store of Ekiben.
  case notAStore(path: String, why: String)
  /// The file was written by a newer version of Ekiben.
  case newerFormat(path: String, format: Int)
  /// The file was written by a version of Ekiben from before files were kept.
  case formerFormat(path: String, format: Int)
  /// The file has an older format, which this program reads only once it is upgraded.
  case upgradeNeeded(path: String, format: Int, newest: Int)
  /// The file's schema is not the one that Ekiben makes: it is not written, and only read where its
  /// tables are plain ones.
  case foreignSchema(path: String, differences: [SchemaDifference], isReadable: Bool)
  /// There is a file where a new one was to be made.
  case fileExists(path: String)
  /// The file holds something that only a newer version of Ekiben understands.
  case newerContent(path: String, detail: Detail)
  /// Something lies beside the path, or where a copy is to be made, that belongs to another file of the
  /// same name or to a copy that was broken off; it may hold changes that are nowhere else.
  case leftover(path: String, file: String)
  /// The file was moved, replaced or deleted while it was open; nothing was written.
  case replaced(path: String)
  /// The file has several names (hard links), each of which would have a log of its own.
  case linked(path: String)
  /// The file contradicts itself.
  case damaged(path: String, detail: Detail)
  /// Another program or connection holds the file's lock for longer than the store waits.
  case busy(path: String, detail: Detail)
  /// The disk is full.
  case full(path: String, detail: Detail)
  /// Reading or writing failed.
  case inputOutput(path: String, detail: Detail)
  /// What was committed could not be moved from the `-wal` into the file when that was closed; it is safe.
  case unfinished(path: String, detail: Detail)
  /// What was purged is gone from the store, but its bytes may be left in the file or its log, such as
  /// since others are reading; compacting the store clears them.
  case remains(path: String, detail: Detail)
  /// The operating system does not allow it, or the name is one that SQLite keeps for what lies beside another file.
  case notPermitted(path: String, detail: Detail)
  /// The store was opened for reading only.
  case openedReadOnly(path: String)
  /// The store is closed.
  case closed(path: String)
  /// The store is suspended and has closed its file; ``Store/resume()`` opens it again.
  case suspended(path: String)
  /// There is no form of this name.
  case unknownForm(DocumentName)
  /// There is no document of this name.
  case unknownDocument(DocumentName)
  /// There is no row of this id.
  case unknownRow(RowID, document: DocumentName)
  /// The form has no revision of this number.
  case unknownRevision(Int, form: DocumentName)
  /// The row is of another revision than the one that the document is on, which lacks it; its answer can be
  /// read, and not changed.
  case retired(RowID, revision: Int, lacking: Int, document: DocumentName)
  /// A row cannot have another one's answers.
  case unfitRename(RowRename, RenameProblem)
  /// The document is deleted; undo brings it back.
  case deleted(DocumentName)
  /// The document is final; reopening it makes it a draft again.
  case final(DocumentName)
  /// The form of this document asks for a reason where an answer that was left is changed.
  case changeNeedsReason(RowID, document: DocumentName)
  /// Sections and rows cannot be added, removed, moved or filled in so.
  case structure(StructureError)
  /// This store takes no change without a reason.
  case reasonMissing
  /// A document is made a draft again only with a reason.
  case reopenNeedsReason(DocumentName)
  /// A document of this name exists.
  case nameTaken(DocumentName)
  /// A form of this name exists and has another URL.
  case differentForm(DocumentName, url: String?, existing: String?)
  /// The form is here already under another name: its URL is the same.
  case sameForm(DocumentName, existing: DocumentName)
  /// What has this name is a set of options where a form is meant, or the other way round.
  case otherKind(DocumentName, isOptionSet: Bool)
  /// A row of kind `secret` begins with an answer, which would stand in the form for everybody.
  case secretInitial(RowID)
  /// A row whose answer is a secret would become another kind of question, and show it (rule H19).
  case secretStays(RowID)
  /// Ids that occur more than once.
  case duplicates(DuplicateIDs)
  /// Lists and records are nested so deeply in each other that they could not be read again.
  case tooDeep(limit: Int)
  /// The history does not allow it.
  case history(HistoryError)
  /// Somebody else changed the same field in the meantime.
  case conflict(StaleChange)
  /// The call was stopped from outside, such as by the cancellation of its task.
  case interrupted(path: String, detail: Detail)
  /// There is not enough memory.
  case outOfMemory(path: String, detail: Detail)
  /// Anything else that SQLite says.
  case sqlite(path: String, detail: Detail)
}

extension StoreError: CustomStringConvertible {
  /// One sentence for a person, with what to do where there is something.
  public var description: String { fileProblem ?? contentProblem }

  /// What is wrong with a file; nil where it is what stands in it, or what was asked of it.
  private var fileProblem: String? {
    switch self {
    case .noSuchFile(let path): "there is no file \(path)"
    case .notAStore(let path, let why): "\(path) is not an Ekiben store: \(why)"
    case .newerFormat(let path, let format):
      "\(path) has format \(format), which is newer than this program; use a newer Ekiben"
    case .formerFormat(let path, let format):
      "\(path) has format \(format), from before Ekiben's files were kept; it cannot be read"
    case .upgradeNeeded(let path, let format, let newest):
      "\(path) has format \(format) and can be read once it has format \(newest); "
        + "run: ekiben upgrade \(path)"
    case .foreignSchema(let path, let differences, let isReadable):
      "\(path) \(isReadable ? "can be read and not written" : "cannot be read"), "
        + "since its schema is not Ekiben's: \(Self.words(differences))"
    case .fileExists(let path): "there is a file \(path) already, and nothing is written over it"
    case .newerContent(let path, let detail):
      "\(path) holds what a newer Ekiben wrote (\(detail)); use that"
    case .leftover(let path, let file): Self.words(of: file, leftAt: path)
    case .replaced(let path):
      "\(path) was moved, replaced or deleted while it was open; nothing was written; open it again"
    case .linked(let path):
      "\(path) has a second name (a hard link), and changes made by one would be missing by the other; "
        + "remove all names but one, and make copies with: ekiben backup"
    case .damaged(let path, let detail): "\(path) is damaged: \(detail)"
    case .busy(let path, _): "\(path) is locked by another program; try again"
    case .full(let path, _): "the disk is full; nothing was written to \(path)"
    case .inputOutput(let path, let detail): "\(path): \(detail)"
    case .unfinished(let path, let detail):
      "\(path) could not be closed (\(detail)); what was written is safe in \(path)-wal, which the next "
        + "to write \(path) moves into it: keep both together"
    case .notPermitted(let path, let detail): "\(path): not permitted (\(detail))"
    default: nil
    }
  }

  private var formProblem: String {
    switch self {
    case .differentForm(let name, let url, let existing):
      "there is another form \(name) already (\(existing ?? "no url"), "
        + "not \(url ?? "no url")); import it under another name"
    case .sameForm(let name, let existing):
      "the form \(name) is here already as \(existing), as its url says; publish it under that name, "
        + "or give it another url"
    case .otherKind(let name, let isOptionSet):
      isOptionSet
        ? "\(name) is a set of options, not a form" : "\(name) is a form, not a set of options"
    case .unknownRevision(let number, let form): "\(form) has no revision \(number)"
    case .retired(let row, let revision, let lacking, let document):
      "\(row) of \(document) is retired: revision \(revision) of its form had it, revision \(lacking) "
        + (lacking > revision ? "dropped it" : "did not")
    case .unfitRename(let rename, let problem):
      "\(rename.old) cannot become \(rename.new): \(problem.description)"
    case .secretStays(let row):
      "\(row) is a secret and has an answer; take that away before the row becomes another kind of question"
    default: ""
    }
  }

  private var contentProblem: String {
    switch self {
    case .remains(let path, let detail):
      "what was deleted from \(path) is gone from its documents, but bytes of it may be left in the file or in "
        + "\(path)-wal (\(detail)); once no other program is reading, run: ekiben compact \(path)"
    case .openedReadOnly(let path): "\(path) was opened for reading only"
    case .closed(let path): "\(path) is closed"
    case .suspended(let path): "\(path) is suspended; resume the store first"
    case .unknownForm(let name): "there is no form \(name)"
    case .unknownDocument(let name): "there is no document \(name)"
    case .unknownRow(let row, let document): "\(document) has no row \(row)"
    case .structure(let error): error.description
    case .deleted(let name): "\(name) is deleted; undo brings it back"
    case .final(let name): "\(name) is final; reopen it first"
    case .changeNeedsReason(let row, let name):
      "\(row) of \(name) was answered before, and its form asks why such an answer changes; give a reason"
    case .reasonMissing: "this store takes no change without a reason"
    case .reopenNeedsReason(let name): "\(name) is reopened only with a reason"
    case .nameTaken(let name): "there is a document \(name) already"
    case .secretInitial(let row):
      "\(row) is a secret and begins with no answer: drop its initial or value"
    case .duplicates(let duplicates): duplicates.description
    case .tooDeep(let limit): "lists and records are nested more than \(limit) deep"
    case .history(let error): error.description
    case .conflict(let change):
      "changed by somebody else in the meantime: \(change); look at it again, and repeat the change if it "
        + "is to stand"
    case .interrupted(let path, _): "stopped; what \(path) holds is as it was"
    case .outOfMemory(let path, _): "out of memory; nothing was written to \(path)"
    case .sqlite(let path, let detail): "\(path): \(detail)"
    default: formProblem
    }
  }

  /// The first differences, and what can be done about the first.
  private static func words(_ differences: [SchemaDifference]) -> String {
    let rest = differences.count - 3
    return differences.prefix(3).map(\.description).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
      + (differences.first.map { "; \($0.advice)" } ?? "")
  }

  private static func words(of file: String, leftAt path: String) -> String {
    guard !file.hasSuffix("-partial") else {
      return "\(file) is being made by another copy, or was left by one that was broken off; "
        + "wait, or remove it"
    }
    return
      "\(file) was left by another file that had the name before, and may hold its last changes; "
      + "move it away, or put that file back"
  }

  /// Says what any error of opening a file means.
  init(any error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(error, path: path)
    default: self = .sqlite(path: path, detail: "\(error)")
    }
  }

  static func unfinished(_ error: SQLiteError, path: String) -> StoreError {
    .unfinished(path: path, detail: Detail(error, text: error.message))
  }

  /// Says what a refusal of SQLite means for a store.
  init(_ error: SQLiteError, path: String) {
    let detail = Detail(error)
    self =
      if error.isBusy {
        .busy(path: path, detail: detail)
      } else if error.isLeftover {
        .leftover(path: path, file: error.path ?? path)
      } else if error.isMoved {
        .replaced(path: path)
      } else if error.isLinked {
        .linked(path: path)
      } else if error.isExistingFile {
        .fileExists(path: path)
      } else if error.isFull {
        .full(path: path, detail: detail)
      } else if error.isInterrupted {
        .interrupted(path: path, detail: detail)
      } else if error.isOutOfMemory {
        .outOfMemory(path: path, detail: detail)
      } else if error.isNotADatabase {
        .notAStore(path: path, why: "it is no SQLite database")
      } else if error.isPermission || error.isReadOnly {
        .notPermitted(path: path, detail: Detail(error, text: error.message))
      } else if error.isCorrupt {
        .damaged(path: path, detail: detail)
      } else if error.isIOError || error.isCantOpen {
        .inputOutput(path: path, detail: detail)
      } else {
        .sqlite(path: path, detail: detail)
      }
  }
}
