import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// Real Questionnaires, which are not part of this project: `EKIBEN_FORMS` names their folder.
enum RealForms {
  static let folder =
    ProcessInfo.processInfo.environment["EKIBEN_FORMS"].map { URL(filePath: $0) }
    ?? projectRoot.deletingLastPathComponent().appending(path: "shared/forms")

  /// Every Questionnaire in the folder and below, by name.
  static let files: [(name: String, bytes: [UInt8])] = {
    let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let urls = (paths?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
    return urls.sorted { $0.path < $1.path }.compactMap { url in
      do {
        let bytes = try fileBytes(at: url)
        guard try JSON(parsing: bytes)["resourceType"]?.string == "Questionnaire" else {
          return nil
        }
        return (url.lastPathComponent, bytes)
      } catch {
        return nil  // not JSON, and so no Questionnaire
      }
    }
  }()
}

// The project's own fixtures cover the same paths; these tests show that real files take them.
@Suite(
  .enabled(
    if: !RealForms.files.isEmpty,
    "no Questionnaires found: set EKIBEN_FORMS to a folder that holds some"),
  .timeLimit(.minutes(20)))
struct `Real Questionnaires` {
  @Test(arguments: RealForms.files.map(\.name))
  func `are read without error, and back from our own JSON`(name: String) throws {
    for file in RealForms.files where file.name == name {
      let form = try FormFile.read(file.bytes, named: "file")
      let again = try FormFile.read(FormFile.write(form.form), named: "file")
      #expect(form.rowCount > 0)
      #expect(try again.form.document() == form.form.document())
      #expect(try lostScalars(file.bytes) == [])
    }
  }

  @Test(.enabled(if: RealForms.files.contains { $0.name == "sepsis-risk.json" }))
  func `of the sepsis screening have no opaque row`() throws {
    let file = try #require(RealForms.files.first { $0.name == "sepsis-risk.json" })
    let form = try FormFile.read(file.bytes, named: "file")
    #expect((form.sectionCount, form.rowCount, form.opaqueCount) == (5, 38, 0))
    // What it wants from a server, and of the patient, is told; nothing else is.
    let others = form.warnings.filter {
      if case .expressionNotUsed = $0.kind { false } else { true }
    }
    #expect(others.isEmpty && form.warnings.count == 21)
  }
}
