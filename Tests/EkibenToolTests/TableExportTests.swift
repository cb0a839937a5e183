import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// What `export --form` does with all documents of a form.
@Suite(.timeLimit(.minutes(20))) struct TableExportTests {
  private func withHousehold(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as house")
      try body(folder)
    }
  }

  /// A new document with one answer.
  private func fill(
    _ store: Store, _ number: Int, _ form: DocumentName, _ row: RowID, _ text: String
  ) throws {
    let metadata = EditMetadata(author: "Ada", time: Int64(number))
    let uid = Array(repeating: UInt8(0), count: 14) + [UInt8(number / 256), UInt8(number % 256)]
    var document = try store.create(
      DocumentName("d\(number)"), from: form, uid: uid, by: metadata)
    try store.perform(.answers([(row: row, value: .text(text))]), on: &document, by: metadata)
  }

  private static let csv = "export STORE --form household --format csv"

  // Rule I28.
  @Test func `a line of JSON is valid, and one without a member is not`() throws {
    try withHousehold { folder in
      try folder.succeed("set STORE house note Hello done no")
      try folder.succeed("add STORE house phone")
      let check = try SchemaCheck(named: "output")
      let lines = try folder.succeed("export STORE --form household --format jsonl")
      let json = try JSON(parsing: Array(lines.utf8))
      #expect(check.findings(in: json, definition: "answers") == [])
      for member in json.object ?? [] {
        let less = (json.object ?? []).filter { $0.name != member.name }
        let findings = check.findings(
          in: .object(less.map { ($0.name, $0.value) }), definition: "answers")
        #expect(findings != [], "\(member.name)")
      }
      let files = try folder.succeed("\(Self.csv) -o out --json")
      let written = try JSON(parsing: Array(files.utf8))
      #expect(check.findings(in: written, definition: "export") == [])
      #expect(written["documents"]?.number == "1")
    }
  }

  // Rules H21 and I24.
  @Test func `a document that is deleted is in a table only where it is asked for`() throws {
    try withHousehold { folder in
      #expect(try folder.succeed(Self.csv).contains("\r\nhouse,draft,"))
      try folder.succeed("delete STORE house")
      #expect(try !folder.succeed(Self.csv).contains("house,"))
      #expect(try folder.succeed("\(Self.csv) --status deleted").contains("\r\nhouse,deleted,"))
      #expect(try folder.succeed("export STORE --form household --format jsonl") == "")
    }
  }

  // Rule I24: `a~b` and `a/b` are two forms and two files.
  @Test func `a file is called as no other form's is`() throws {
    try withHousehold { folder in
      for (name, file) in [("a~1b", "a~01b"), ("a/b", "a~1b")] {
        try folder.succeed("import STORE household.json --as \(name)")
        try folder.succeed("export STORE --form \(name) --format jsonl -o out")
        #expect(folder.has("out/\(file).jsonl"))
      }
    }
  }

  // Rule I24.
  @Test func `files are written whole or not at all, and over others only by force`() throws {
    try withHousehold { folder in
      try folder.succeed("\(Self.csv) -o out")
      let names = ["household", "household.members", "household.phone", "household.visits"]
      func files() throws -> [String: [UInt8]] {
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path)
        return try Dictionary(
          uniqueKeysWithValues: found.map { ($0, try fileBytes(at: folder.file("out/\($0)"))) })
      }
      let first = try files()
      #expect(first.keys.sorted() == names.map { "\($0).csv" })
      for (name, option) in [("household", ""), ("household.members", " --repeat members")] {
        let printed = try folder.run(Self.csv + option).stdoutBytes
        #expect(first["\(name).csv"] == Array(printed))
      }
      try folder.succeed("set STORE house note Hello")
      let refused = try folder.run("\(Self.csv) -o out")
      #expect(refused.status == 1 && refused.stderr.contains("--force"))
      #expect(try files() == first)
      try folder.succeed("\(Self.csv) -o out --force")
      #expect(try files() != first)
      // What another run has left, or is writing, is in the way.
      try folder.write("", to: "out/household.phone.csv-partial")
      let before = try files()
      #expect(try folder.run("\(Self.csv) -o out --force").status == 74)
      #expect(try files() == before)
    }
  }

  // Rule I25.
  @Test func `a byte order mark stands at the beginning if it is wanted`() throws {
    try withHousehold { folder in
      let plain = try folder.run(Self.csv).stdoutBytes
      #expect(plain.starts(with: Array("document,".utf8)))
      #expect(try folder.run("\(Self.csv) --bom").stdoutBytes == [0xEF, 0xBB, 0xBF] + plain)
      try folder.succeed("\(Self.csv) --bom -o out")
      for name in ["household.csv", "household.members.csv", "household.phone.csv"] {
        #expect(try fileBytes(at: folder.file("out/\(name)")).starts(with: [0xEF, 0xBB, 0xBF]))
      }
    }
  }

  // Rule C11.
  @Test(arguments: ["csv", "jsonl"])
  func `whoever closes the pipe ends it quietly`(format: String) throws {
    try withHousehold { folder in
      let store = try Store(folder.file("STORE").path)
      for number in 1...200 {
        try fill(store, number, "household", "note", String(repeating: "x", count: 2000))
      }
      try store.close()
      let line = "$EKIBEN export STORE --form household --format \(format) | head -c 10"
      let result = try folder.shell(line)
      #expect(result.status == 0 && result.stderr == "" && result.stdout.utf8.count == 10)
    }
  }

  // Rules F14 and I22.
  @Test func `a hidden answer, and what is in a hidden instance, counts only with --all`() throws {
    try ToolFolder.with { folder in
      try folder.write(conditional, to: "form.json")
      try folder.succeed("import STORE form.json")
      try folder.succeed("new STORE trip --as one")
      try folder.succeed("set STORE one guests yes why because")
      let added = try folder.succeed("add STORE one people")
      let id = try #require(added.firstMatch(of: /section:(people\/[a-z0-9]+)/)?.output.1)
      try folder.succeed("set STORE one \(id)/who Bob")
      func export(_ options: String) throws -> [String] {
        try ["", " --repeat people"].flatMap { table in
          try folder.succeed("export STORE --form trip --format csv\(table)\(options)")
            .replacing("\r\n", with: "\n").split(separator: "\n").dropFirst().map { line in
              line.split(separator: ",", omittingEmptySubsequences: false)
                .suffix(table.isEmpty ? 3 : 1).joined(separator: ",")
            }
        }
      }
      #expect(try export("") == ["true,because,1", "Bob"])
      try folder.succeed("set STORE one guests no")
      #expect(try export("") == ["false,,0"])
      #expect(try export(" --all") == ["false,because,1", "Bob"])
    }
  }

  private let conditional = """
    { "ekiben-form": 1, "form": "trip", "sections": [
      { "id": "s", "rows": [
        { "id": "guests", "component": "Toggle" },
        { "id": "why", "component": "TextInput", "visible": { "row": "guests", "is": true } } ] },
      { "id": "people", "repeats": true, "visible": { "row": "guests", "is": true }, "rows": [
        { "id": "who", "component": "TextInput" } ] } ] }
    """

  // Rule H19.
  @Test func `a secret is a mask in every table`() throws {
    try ToolFolder.with { folder in
      let form = """
        { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
          { "id": "key", "component": "TextInput", "kind": "secret" } ] } ] }
        """
      try folder.write(form, to: "form.json")
      try folder.succeed("import STORE form.json")
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d key open-sesame")
      for options in ["csv", "csv --labels", "csv --raw --all", "jsonl", "jsonl --all"] {
        let text = try folder.succeed("export STORE --form f --format \(options)")
        #expect(!text.contains("sesame") && text.contains("••••••••"), "\(options)")
      }
    }
  }

  #if os(Linux)
    // Rule I29.
    @Test func `memory does not grow with the number of documents`() throws {
      try ToolFolder.with { folder in
        let form = """
          { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
            { "id": "text", "component": "TextInput" } ] } ] }
          """
        try folder.write(form, to: "form.json")
        try folder.succeed("import STORE form.json")
        let store = try Store(folder.file("STORE").path)
        let long = String(repeating: "0123456789", count: 100_000)
        for number in 1...40 {
          try fill(store, number, "f", "text", long)
        }
        try store.close()
        // The documents are 40 MB.
        for options in ["csv", "jsonl", "csv -o out"] {
          let line = "export STORE --form f --format \(options)"
          let result = try folder.shell("ulimit -v 70000; $EKIBEN \(line) | wc -c")
          #expect(result.status == 0 && result.stderr == "")
          let bytes = Int(result.stdout.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
          #expect(options.contains("-o") || bytes > 40_000_000)
        }
      }
    }
  #endif
}
