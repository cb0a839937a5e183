import TestSupport
import Testing

/// What reached a store from outside: other programs, stray files, replaced files. Every row was once
/// let through.
@Suite(.timeLimit(.minutes(20))) struct TrustTests {
  static let reproductions =
    Reproduction.strayLogs + Reproduction.places + Reproduction.restoring + Reproduction.purging

  @Test(arguments: reproductions)
  func `a store can be trusted`(after reproduction: Reproduction) throws {
    try ToolFolder.withVisit { folder in
      try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
      try reproduction.check(folder)
    }
  }
}
