import Testing

/// Which file writes which table of a document's state; a statement anywhere else goes past `prepare`.
private let writers: [String: (file: String, verbs: Set<String>)] = [
  "entry": ("Sources/EkibenStore/State/JournalTable.swift", ["INSERT"]),
  "answer": (
    "Sources/EkibenStore/State/AnswerTable+Writing.swift", ["INSERT", "UPDATE", "DELETE"]
  ),
  "override": (
    "Sources/EkibenStore/State/AnswerTable+Writing.swift", ["INSERT", "UPDATE", "DELETE"]
  ),
  "mark": ("Sources/EkibenStore/State/JournalTable.swift", ["INSERT", "UPDATE", "DELETE"]),
]

/// Statements that write a table of a document's state: the verb, the table and where they stand.
private func writes(in file: SourceFile) -> [(finding: Finding, table: String)] {
  writtenOut(in: file) + made(in: file)
}

/// Those that are made from the list of tables.
private func made(in file: SourceFile) -> [(finding: Finding, table: String)] {
  let lines = SwiftText(file.text).code
  return lines.indices.flatMap { at in
    writers.keys.sorted().compactMap { table in
      let verb = ["insert", "update", "upsert"].first {
        lines[at].contains("StoredTable.\(table).\($0)")
      }
      return verb.map {
        (Finding(path: file.path, line: at + 1, what: "\($0.uppercased()) \(table)"), table)
      }
    }
  }
}

private func writtenOut(in file: SourceFile) -> [(finding: Finding, table: String)] {
  SwiftText(file.text).literals.flatMap { literal in
    let parts = words(of: literal.text.replacing("\\n", with: " "))
    return parts.indices.compactMap { at -> (Finding, String)? in
      let isWrite = ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(parts[at])
      let table = parts[(at + 1)...].first {
        !["OR", "REPLACE", "IGNORE", "INTO", "FROM"].contains($0)
      }
      guard isWrite, let table, let writer = writers[table] else { return nil }
      // Lines that are archived leave the table; that changes no document.
      if !writer.verbs.contains(parts[at]), table == "entry", parts[at] == "DELETE" { return nil }
      let what = "\(parts[at]) \(table)"
      return (Finding(path: file.path, line: literal.line, what: what), table)
    }
  }
}

/// Parameter lists of a file's public functions.
private func publicParameters(of file: SourceFile) -> [String] {
  let code = SwiftText(file.text).code.joined(separator: " ")
  return code.ranges(of: "public").compactMap { range in
    let rest = code[range.upperBound...]
    guard let name = rest.firstRange(of: "func "),
      words(of: rest[..<name.lowerBound]).allSatisfy({
        ["static", "mutating", "consuming", "convenience"].contains($0)
      })
    else { return nil }
    var depth = 0
    var list = ""
    for character in rest[name.upperBound...] {
      if character == ")" { depth -= 1 }
      if depth > 0 { list.append(character) }
      if character == "(" { depth += 1 }
      if character == ")", depth == 0 { return list }
    }
    return nil
  }
}

// Rule P23.
@Suite(.timeLimit(.minutes(20))) struct WritingTests {
  @Test func `one place adds entries, and one writes what they leave`() throws {
    let found = try productSources().flatMap { writes(in: $0) }
    for (finding, table) in found where finding.path != writers[table]?.file {
      Issue.record("\(finding), which only \(writers[table]?.file ?? "") does")
    }
    #expect(found.count { $0.table == "entry" } == 1)
    for table in writers.keys { #expect(found.contains { $0.table == table }, "\(table)") }
  }

  @Test func `an edit that may be written is made where it is prepared`() throws {
    let files = try productSources().filter { file in
      SwiftText(file.text).code.contains { $0.contains("PreparedEdit(") }
    }
    #expect(files.map(\.path) == ["Sources/EkibenStore/State/StoreState+Prepare.swift"])
  }

  @Test func `no public function of a store takes a changeset or an entry`() throws {
    let files = try productSources().filter { $0.module == "EkibenStore" }
    try #require(!files.isEmpty)
    for file in files {
      for list in publicParameters(of: file) {
        for type in [": Changeset", "[Change]", "[Entry]", "<Entry>"] where list.contains(type) {
          Issue.record("\(file.path): a public function takes \(type): \(list)")
        }
      }
    }
  }

  @Test func `finds what it looks for`() {
    func file(_ text: String) -> SourceFile {
      SourceFile(path: "Sources/EkibenStore/A.swift", text: text)
    }
    #expect(writes(in: file("\"INSERT INTO entry(key) VALUES (1)\"")).map(\.table) == ["entry"])
    #expect(
      writes(in: file("\"\"\"\n  UPDATE\n answer SET a\n  \"\"\"")).map(\.table) == ["answer"])
    #expect(writes(in: file("run(StoredTable.mark.upsert)")).map(\.table) == ["mark"])
    #expect(writes(in: file("\"DELETE FROM entry\"")).isEmpty)
    #expect(writes(in: file("\"SELECT entry FROM mark\"")).isEmpty)
    let code =
      "public static func a(_ b: [Change], c: (Int) -> Changeset) -> Int {}\nfunc x(d: Entry)"
    #expect(publicParameters(of: file(code)) == ["_ b: [Change], c: (Int) -> Changeset"])
  }
}
