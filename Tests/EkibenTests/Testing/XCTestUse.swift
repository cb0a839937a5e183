import Ekiben
import EkibenTesting
import XCTest

/// The library for tests in a test of XCTest: what throws there fails with its text, too.
final class XCTestUse: XCTestCase {
  // Asynchronous, since XCTest on Linux cannot call a synchronous test of the main actor.
  @MainActor func testATableLooksLikeAText() async throws {
    let form = Form("visit") { Section("person") { TextInput(.name, title: "Name") } }
    let table = HeadlessTable(try form.document())
    try expectTable(table, equals: "  Name   –")
    XCTAssertThrowsError(try expectTable(table, equals: "  Name   Ada")) { error in
      XCTAssert("\(error)".contains("-1:   Name   Ada\n+1:   Name   –"), "\(error)")
      XCTAssert("\(error)".hasPrefix("EkibenTests/XCTestUse.swift:12: "), "\(error)")
    }
  }

  @MainActor func testAStoreIsLentAndItsJournalReplayed() async throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      try session.set(.name, to: "Ada")
      XCTAssertEqual(try expectReplay(of: session.document, in: store).entries, 2)
    }
  }
}
