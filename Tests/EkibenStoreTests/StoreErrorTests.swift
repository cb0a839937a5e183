import EkibenSQLite
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `What SQLite refuses` {
  // Primary and extended result codes of https://www.sqlite.org/rescode.html.
  static let meanings: [(code: Int32, systemError: Int32, word: String)] = [
    (5, 0, "busy"), (6, 0, "busy"), (5 | 2 << 8, 0, "busy"), (13, 0, "full"),
    (26, 0, "notAStore"), (3, 0, "notPermitted"), (8, 0, "notPermitted"),
    (14, 13, "notPermitted"), (11, 0, "damaged"), (11 | 1 << 8, 0, "damaged"),
    (10 | 3 << 8, 0, "inputOutput"), (14, 0, "inputOutput"), (1, 0, "sqlite"), (19, 0, "sqlite"),
    (14, 2, "inputOutput"), (10, 30, "notPermitted"), (14, 17, "fileExists"),
    (14 | 5 << 8, 0, "leftover"), (14 | 6 << 8, 0, "linked"), (8 | 4 << 8, 0, "replaced"),
    (9, 0, "interrupted"), (7, 0, "outOfMemory"), (10 | 12 << 8, 0, "outOfMemory"),
    (23, 0, "notPermitted"), (18, 0, "sqlite"), (10 | 19 << 8, 28, "full"),
  ]

  @Test(arguments: meanings.indices)
  func `has a meaning for a store`(at: Int) {
    let (code, systemError, word) = Self.meanings[at]
    let refusal = SQLiteError(code, .step, "the words", systemError: systemError)
    let error = StoreError(refusal, path: "a.ekiben")
    #expect("\(Mirror(reflecting: error).children.first?.label ?? "")" == word)
    #expect(error.description.contains("a.ekiben"))
  }
}
