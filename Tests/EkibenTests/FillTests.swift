import Ekiben
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// The folder of real forms: `EKIBEN_FORMS`, else a folder `shared/forms` beside the project.
let formsFolder: URL? = {
  let named = ProcessInfo.processInfo.environment["EKIBEN_FORMS"].map { URL(filePath: $0) }
  let folder = named ?? projectRoot.appending(path: "../shared/forms")
  return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
}()

/// Every FHIR Questionnaire of the real forms, and the project's own ones, which are always there.
private let questionnaires: [URL] = {
  let own = [
    projectRoot.appending(path: "Sources/EkibenTool/Demo"),
    projectRoot.appending(path: "Tests/EkibenInterchangeTests/Fixtures"),
  ]
  return (own + [formsFolder].compactMap(\.self)).flatMap { jsonFiles(in: $0) }
    .filter { isQuestionnaire($0) }
}()

// The fixtures hold broken and foreign JSON as well; that is other tests' business.
private func isQuestionnaire(_ file: URL) -> Bool {
  do {
    return try JSON(parsing: try fileBytes(at: file))["resourceType"]?.string == "Questionnaire"
  } catch {
    return false
  }
}

private func jsonFiles(in folder: URL) -> [URL] {
  let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
    .sorted { $0.path < $1.path }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Filling every row` {
  @Test(
    .enabled(if: formsFolder != nil, "no folder of real forms: set EKIBEN_FORMS to test them"))
  func `has real forms to work on`() {
    #expect(questionnaires.count > 3)
  }

  // Rule H14.
  @Test(arguments: questionnaires)
  func `then showing, undoing to empty and redoing to full keeps everything`(file: URL) throws {
    let imported = try FormFile.read(
      try fileBytes(at: file), named: file.deletingPathExtension().lastPathComponent)
    try withTemporaryFolder { folder in
      let store = try Store(folder.appending(path: "fill.ekiben").path)
      let session = try store.open("filled", from: imported.form)
      let table = HeadlessTable()
      session.attach(table)
      let empty = session.document.content
      // What repeats is a template: its parts are filled in in its instances.
      let structure = session.document.structure
      let rows = empty.sections.flatMap(\.rows).filter {
        RowInput().traits(of: $0) != nil && !$0.fields.isTrue(.readOnly)
          && structure.template(around: $0) == nil
      }
      var steps = 0
      for row in rows {
        let value = try RowInput().read(answer(for: row), for: row)
        steps += try session.set([(row.id, value)]) == nil ? 0 : 1
      }
      let full = session.document.content
      #expect(rows.allSatisfy { session[$0.id] != nil })
      #expect(full.rowCount == imported.rowCount)
      #expect(table.displays == full.drawn(session.formState).displays)
      #expect(session.document.count == steps + 1)

      if steps > 0 {
        try session.undo(steps: steps)
        #expect(session.document.content == empty)
        #expect(table.displays == empty.drawn(session.formState).displays)
        try session.redo(steps: steps)
      }
      #expect(session.document.content == full)
      try store.close()

      let reopened = try Store(folder.appending(path: "fill.ekiben").path, access: .readOnly)
      let stored = try reopened.document("filled")
      #expect(stored.content == full)
      #expect(try reopened.verify().findings == [])
      #expect(try Replay(of: stored, in: reopened).run().entries == stored.count)
      print(
        "\(file.lastPathComponent): \(imported.sectionCount) sections, \(imported.rowCount) rows, "
          + "\(imported.opaqueCount) opaque, \(rows.count) filled")
      try reopened.close()
    }
  }

  // Rules F24 to F27: what is native can be filled, what is not is said.
  @Test(arguments: questionnaires)
  func `then only what holds a file or points elsewhere, or repeats, is kept as it came`(
    file: URL
  ) throws {
    let imported = try FormFile.read(try fileBytes(at: file), named: "form")
    var (opaque, listless) = ([String: Int](), [RowID]())
    for row in imported.form.sections.flatMap(\.rows) {
      if let source = row.fields[.source], row.fields.text(.component) == "Opaque" {
        let item = try JSON(parsing: Array(ValueText.bare(source).utf8))
        let type = item["type"]?.string ?? "none"
        opaque[item["repeats"]?.bool == true ? "\(type) that repeats" : type, default: 0] += 1
      }
      if RowInput().traits(of: row)?.valueSet?.hasPrefix("#") == true { listless.append(row.id) }
    }
    let known = ["attachment", "reference", "none", "signature"]
    let others = opaque.keys.filter { !known.contains($0) && !$0.hasSuffix("that repeats") }
    print("\(file.lastPathComponent): opaque \(opaque), without options of the file \(listless)")
    #expect(others.sorted() == [])
    #expect(listless == [])
  }

  @Test(.enabled(if: formsFolder != nil, "no folder of real forms: set EKIBEN_FORMS to test it"))
  func `the sepsis form has no opaque row`() throws {
    let file = try #require(questionnaires.first { $0.lastPathComponent == "sepsis-risk.json" })
    let imported = try FormFile.read(try fileBytes(at: file), named: "sepsis")
    #expect(imported.opaqueCount == 0)
    // But for what it wants from a server, and of the patient.
    let others = imported.warnings.filter {
      if case .expressionNotUsed = $0.kind { false } else { true }
    }
    #expect(others == [])
  }

  private static let dates = ["2024-03-05", "10:00", "2024-03", "2024"]

  private func answer(for row: Document.Row) -> String {
    guard let traits = RowInput().traits(of: row) else { return "" }
    if let options = traits.options { return options.first?.code ?? "some-code" }
    return switch traits.shape {
    case .integer: "42"
    case .decimal: "37.50"
    case .bool: "yes"
    case .date:
      Self.dates.first { date in
        do { return try RowInput().read(date, for: row) != .null } catch { return false }
      } ?? ""
    case .record: "5 " + (traits.units.first?.code ?? "mg")
    case .coded, .list, .text, .any: "Größe – \(row.id)"
    }
  }
}
