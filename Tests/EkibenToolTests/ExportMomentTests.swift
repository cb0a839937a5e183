import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What an export of all documents says of the store that it reads, in every format alike.
@Suite(.timeLimit(.minutes(20))) struct `An export of all documents` {
  // Rule I29.
  @Test(arguments: [
    ("csv", "first,"), ("jsonl", #"{"document":"first","#), ("fhir-bundle", #"{"resource":"#),
  ])
  func `says where somebody begins to write meanwhile`(format: String, line: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("new STORE intake --as first")
      let path = folder.file("STORE").path
      func notes(writing: Bool) -> [String] {
        var isToWrite = writing
        let said = Said { text in
          guard isToWrite, text.hasPrefix(line) else { return }
          isToWrite = false
          do {
            let store = try Store(path)
            try store.editor("visit", in: .fixed(author: "Eve")).set([("name", .text("Eve"))])
            try store.close()
          } catch { Issue.record(error) }
        }
        let code = Dispatcher(console: said, environment: .ofTests).run(
          ["export", path, "--form", "intake", "--format", format])
        #expect(code == 0 && isToWrite == false && !said.results.isEmpty)
        return said.notes
      }
      #expect(notes(writing: false) == [])
      let note = "note: somebody began to write \(path) meanwhile; "
      #expect(notes(writing: true) == [note + "not all documents are of one moment"])
    }
  }

  // Rule C3.
  @Test(arguments: ["csv", "jsonl", "fhir-bundle", "fhir", "json"])
  func `prints nothing of a form that is not there`(format: String) throws {
    try ToolFolder.withVisit { folder in
      let refusal =
        "error: there is no form nobody; ekiben list STORE lists what there is\n"
      try folder.expectRefused("export STORE --form nobody --format \(format)", 1, refusal)
      try folder.expectRefused(
        "export none --form nobody --format \(format)", 66, "error: there is no file none\n")
    }
  }
}
