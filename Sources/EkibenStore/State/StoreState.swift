internal import EkibenDocuments
internal import EkibenSQLite

/// What a store guards with its one lock: the open file, and a type for each kind of what is in it.
struct StoreState: ~Copyable {
  let database: Database
  let names: NameKeys
  let settings: SettingTable
  let forms: FormTable
  let answers: AnswerTable
  let journal: JournalTable
  let documents: DocumentTable
  let past: PastLookup
  let archiver: JournalArchiver
  /// Documents with so many entries that are not archived that closing the store archives them.
  var longTails: Set<DocumentName> = []

  /// Entries above which a document's are archived when the store is closed: opening it reads them all.
  static let longTail = 32_768

  init(connection: consuming Connection, opening: StoreOpening, format: Int) {
    database = Database(connection: connection, opening: opening, format: format)
    names = NameKeys(database)
    settings = SettingTable(database)
    forms = FormTable(database, names, settings)
    answers = AnswerTable(database: database, names: names)
    journal = JournalTable(database, names, forms)
    documents = DocumentTable(
      database: database, settings: settings, names: names, forms: forms, answers: answers,
      journal: journal)
    past = journal.past
    archiver = JournalArchiver(
      database: database, names: names, journal: journal, documents: documents, past: past)
  }

  /// Runs a body in one IMMEDIATE transaction: all of it or nothing, as also where its result is refused.
  mutating func write<Result>(
    beginningLog: Bool = false, unless isRefused: (Result) -> Bool = { _ in false },
    _ body: (inout StoreState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.begin(.immediate)
    do throws(StoreError) {
      try database.confirmFormat(for: .readWrite)
      let result = try body(&self)
      if isRefused(result) {
        abandonWriting()
      } else {
        try database.commitWriting(beginningLog: beginningLog)
      }
      return result
    } catch {
      abandonWriting()
      throw error
    }
  }

  /// Rolls the transaction back, and forgets what it gave out.
  func abandonWriting() {
    database.rollBack()
    names.forget()
    forms.forget()
    journal.forget()
  }

  /// Runs a body in one read transaction, so that all it sees is of one moment.
  ///
  /// A file that nobody was writing is read without locks; when somebody begins to write it, what was
  /// read is nothing, and the body runs again on a connection that takes part in the locking (rule P6).
  mutating func read<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try repeatingUntilOneState { (state) throws(StoreError) in try state.snapshot(body) }
  }

  /// Runs a body until all that it read is of one state of the file.
  ///
  /// Twice at most, but where nobody may write beside the file: there no lock can be taken, and the body
  /// runs until writers leave it the time. Where another file has taken the path and somebody was told what
  /// the former one holds, it runs no more (rule P32).
  mutating func repeatingUntilOneState<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    let end = ContinuousClock.now + .milliseconds(database.opening.timeout)
    var attempts = 0
    while attempts < 3 || ContinuousClock.now < end {
      attempts += 1
      let result = Result { () throws(StoreError) in try body(&self) }
      let isOneState = try database.sqlite(try database.connection.stillUnchanged())
      if isOneState {
        database.hasAnswered = true
        return try result.get()
      }
      self = try database.opening.besideWriters.openAgain(in: database)
    }
    throw .busy(path: database.path, detail: "it was written again and again while it was read")
  }

  /// Runs a body in one read transaction, once.
  mutating func snapshot<Output>(
    _ body: (inout StoreState) throws(StoreError) -> Output
  ) throws(StoreError) -> Output {
    try database.begin(.deferred)
    do throws(StoreError) {
      // BEGIN alone does not look at the file, and `dataVersion` would be that of the last time.
      _ = try database.rows("SELECT 1 FROM migration LIMIT 1") { _ in true }
      try database.confirmFormat(for: .readOnly)
      let result = try body(&self)
      try database.sqlite(try database.connection.commit())
      return result
    } catch {
      database.rollBack()
      throw error
    }
  }
}
