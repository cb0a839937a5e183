import Clinic
import Ekiben
import EkibenTesting
import XCTest

/// The same library in XCTest.
final class VisitXCTests: XCTestCase {
  // Asynchronous, since XCTest on Linux cannot call a synchronous test of the main actor.
  @MainActor
  func testATableLooksLikeAText() async throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let table = HeadlessTable()
      visit.session.attach(table)
      try visit.session.set(.name, to: "Ada")
      try expectTable(
        table,
        equals: """
          About you
            Name *            Ada
            Age               –  (a whole number)
            Site              –  (north / south)
            Your last visit   –  (1 to 5)
          """)
      XCTAssertThrowsError(try expectTable(table, equals: "")) { error in
        XCTAssert("\(error)".hasPrefix("ClinicTests/VisitXCTests.swift:25: "), "\(error)")
      }
      try expectReplay(of: visit.session.document, in: store)
    }
  }
}

// A class of its own: XCTest on Linux takes no class whose tests differ in isolation.
final class EditorXCTests: XCTestCase {
  func testEditsNeedNoScreen() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let editor = try store.editor("v", from: try visitForm(), in: .fixed())
      try editor.set(.rating, to: 3)
      try editor.undo()
      XCTAssertNil(editor[.rating])
      XCTAssertThrowsError(try editor.set([("rating", "many")]))
    }
  }
}
