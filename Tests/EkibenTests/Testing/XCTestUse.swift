import Ekiben
import EkibenTesting
import XCTest

/// The library for tests in a test of XCTest: what throws there fails with its text, too.
final class XCTestUse: XCTestCase {
  @MainActor func testATableLooksLikeAText() throws {
    let form = Form("visit") { Section("person") { TextInput(.name, title: "Name") } }
    let table = HeadlessTable(try form.document())
    try expectTable(table, equals: "  Name   –")
    XCTAssertThrowsError(try expectTable(table, equals: "  Name   Ada")) { error in
      XCTAssert("\(error)".contains("-1:   Name   Ada\n+1:   Name   –"), "\(error)")
      XCTAssert("\(error)".hasPrefix("EkibenTests/XCTestUse.swift:11: "), "\(error)")
    }
  }

  @MainActor func testAStoreIsLentAndItsJournalReplayed() throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      try session.set(.name, to: "Ada")
      XCTAssertEqual(try expectReplay(of: session.document, in: store).entries, 2)
    }
  }
}
