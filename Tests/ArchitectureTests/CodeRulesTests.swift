import Testing

/// Files outside `EkibenSQLite` that may say `unsafe`: the one that writes to file descriptors
/// (decision 0008), the one that asks the system for file events (decision 0017), and at most one in
/// `EkibenDocuments`, where comparing bytes has earned it by measurement.
private let mayBeUnsafe: Set<String> = [
  "Sources/EkibenTool/Console/StandardStreams.swift",
  "Sources/Ekiben/FileEventCalls.swift",
  "Sources/EkibenDocuments/Model/ByteText.swift",
]

/// Where strict memory safety is switched off by hand, outside the module that talks to C.
private func unsafeCode(in file: SourceFile, except allowed: Set<String> = mayBeUnsafe) -> [Finding]
{
  if file.module == "EkibenSQLite" || allowed.contains(file.path) { return [] }
  return SwiftText(file.text).lines(withWord: "unsafe")
    .map { Finding(path: file.path, line: $0, what: "`unsafe` outside EkibenSQLite") }
}

/// API that is newer than macOS 15 and iOS 18. A compiler on Linux does not check availability.
private func newerAPI(in file: SourceFile) -> [Finding] {
  let banned: Set = ["InlineArray", "utf8Span", "UTF8Span", "Observations"]
  return SwiftText(file.text).code.enumerated().flatMap { index, line in
    let parts = words(of: line)
    var found = parts.filter { banned.contains($0) }
    if line.contains(".span"), parts.contains("span"), !line.contains("ContiguousArray") {
      found.append("span of anything but a ContiguousArray")
    }
    if hasInlineArraySugar(line) { found.append("[n of T]") }
    return found.map { Finding(path: file.path, line: index + 1, what: "\($0): macOS 26") }
  }
}

/// `[4 of UInt8]` is `InlineArray` under another name.
private func hasInlineArraySugar(_ line: String) -> Bool {
  line.split(separator: "[").dropFirst().contains { part in
    let parts = part.split(separator: " ", maxSplits: 2)
    return parts.count == 3 && parts[1] == "of" && parts[0].allSatisfy { $0.isNumber }
  }
}

/// SQL that changes the schema, in strings. The schema's promises stand in `Migrations/*.sql` alone,
/// where they are numbered and checksummed (rule P8). A view of one connection is
/// no part of the schema.
private func schemaChanges(in file: SourceFile) -> [Finding] {
  let things: Set = ["TABLE", "INDEX", "VIEW", "TRIGGER", "VIRTUAL"]
  let between: Set = ["UNIQUE", "TEMP", "TEMPORARY"]
  return SwiftText(file.text).literals.flatMap { literal in
    let parts = words(of: literal.text.uppercased().replacing("\\N", with: " "))
    return parts.indices.compactMap { index -> Finding? in
      guard ["CREATE", "ALTER", "DROP"].contains(parts[index]) else { return nil }
      let rest = parts[(index + 1)...]
      if rest.starts(with: ["TEMP", "VIEW"]) || rest.starts(with: ["VIEW", "TEMP"]) { return nil }
      let next = rest.first { !between.contains($0) }
      guard let next, things.contains(next) else { return nil }
      return Finding(
        path: file.path, line: literal.line, what: "\(parts[index]) \(next) outside Migrations")
    }
  }
}

/// Shorthands that hide a failure, or promise the compiler what it cannot check.
private func bannedShorthands(in file: SourceFile) -> [Finding] {
  let banned = ["try?", "try!", "@unchecked Sendable"]
  return SwiftText(file.text).code.enumerated().flatMap { index, line in
    banned.filter { hasWord($0, in: line) }
      .map { Finding(path: file.path, line: index + 1, what: "`\($0)`") }
  }
}

/// Whether a text stands in a line, and not as the end of another word, as `try?` does in `Entry?`.
private func hasWord(_ text: String, in line: String) -> Bool {
  line.ranges(of: text).contains { range in
    range.lowerBound == line.startIndex
      || !(line[line.index(before: range.lowerBound)].isLetter)
  }
}

/// Limits of time that a busy machine exceeds. All tests of a run begin together and share its cores, and each
/// one's clock goes on while it waits for its turn: a limit is there to end what hangs, and to measure nothing.
private func shortTimeLimits(in file: SourceFile) -> [Finding] {
  SwiftText(file.text).code.enumerated().flatMap { index, line in
    line.matches(of: /timeLimit\(\.minutes\((\d+)\)\)/)
      .filter { (Int($0.output.1) ?? 0) < 20 }
      .map { Finding(path: file.path, line: index + 1, what: "\($0.output.0): less than 20") }
  }
}

private typealias Rule = @Sendable (SourceFile) -> [Finding]

@Suite(.timeLimit(.minutes(20))) struct CodeRulesTests {
  @Test func `only the module that calls C says unsafe`() throws {
    try expectNothing { unsafeCode(in: $0) }
    #expect(mayBeUnsafe.count { $0.hasPrefix("Sources/EkibenDocuments/") } <= 1)
    #expect(mayBeUnsafe.count { !$0.hasPrefix("Sources/EkibenDocuments/") } == 2)
  }

  @Test func `nothing newer than macOS 15 is used`() throws {
    try expectNothing { newerAPI(in: $0) }
  }

  @Test func `the schema changes in migrations only`() throws {
    try expectNothing { schemaChanges(in: $0) }
  }

  @Test func `no failure is swallowed`() throws {
    try expectNothing { bannedShorthands(in: $0) }
  }

  @Test func `no test is timed by its limit`() throws {
    let tests = try sourceFiles(under: ["Tests"], ending: ".swift")
      .filter { !$0.path.hasPrefix("Tests/Embedding/") }
    try expectNothing({ shortTimeLimits(in: $0) }, in: tests)
  }

  @Test(arguments: [(5, 1), (19, 1), (20, 0), (300, 0)])
  func `finds limits of less than 20 minutes`(minutes: Int, findings: Int) {
    let suite = "@Suite(.timeLimit(.minutes(\(minutes)))) struct A {}"
    #expect(shortTimeLimits(in: source(suite)).count == findings)
    #expect(shortTimeLimits(in: source("// \(suite)")) == [])
  }

  private func expectNothing(_ rule: Rule, in files: [SourceFile]? = nil) throws {
    let files = try files ?? productSources()
    try #require(!files.isEmpty)
    for finding in files.flatMap(rule) { Issue.record("\(finding)") }
  }

  @Test(arguments: [
    "let a = unsafe f()", "nonisolated(unsafe) var a = 0", "@unsafe func f() {}",
    "print(\"\\(unsafe f())\")",
  ])
  func `finds unsafe`(code: String) {
    #expect(unsafeCode(in: source(code)).map(\.line) == [1])
    #expect(unsafeCode(in: source(code, in: "EkibenSQLite")) == [])
    #expect(unsafeCode(in: source(code), except: ["Sources/EkibenForms/A.swift"]) == [])
  }

  @Test(arguments: ["// unsafe", "let a = \"unsafe\"", "let unsafely = 0"])
  func `lets the word unsafe pass elsewhere`(code: String) {
    #expect(unsafeCode(in: source(code)) == [])
  }

  @Test(arguments: [
    "let a: InlineArray<4, Int>", "let a: [4 of UInt8]", "text.utf8Span",
    "for await x in Observations({})",
    "bytes.span[0]", "let a: [16 of UInt8] = f()",
  ])
  func `finds newer API`(code: String) {
    #expect(!newerAPI(in: source(code)).isEmpty)
  }

  @Test(arguments: [
    "ContiguousArray(bytes).span", "import Observation", "// InlineArray", "lifespan", "a.spanning",
    "let list = [a, b]",
  ])
  func `lets older API pass`(code: String) {
    #expect(newerAPI(in: source(code)) == [])
  }

  @Test(arguments: [
    "\"CREATE TABLE a(b)\"", "\"create temp table a(b)\"", "\"CREATE  UNIQUE\\n INDEX a\"",
    "\"\"\"\n  drop view a\n  \"\"\"", "\"ALTER TABLE a ADD b\"", "#\"CREATE TRIGGER a\"#",
    "\"CREATE TABLE \\(name)(b)\"",
  ])
  func `finds a change of the schema`(code: String) {
    #expect(schemaChanges(in: source(code)).count == 1)
  }

  @Test(arguments: [
    "\"CREATE TEMP VIEW a\"", "\"DROP VIEW temp.a\"", "// CREATE TABLE a",
    "\"SELECT created FROM a\"", "\"create a table\"", "let create = table",
  ])
  func `lets other text pass`(code: String) {
    #expect(schemaChanges(in: source(code)) == [])
  }

  @Test(arguments: ["let a = try? f()", "try! f()", "final class A: @unchecked Sendable {}"])
  func `finds a swallowed failure`(code: String) {
    #expect(bannedShorthands(in: source(code)).count == 1)
    #expect(bannedShorthands(in: source("// \(code)")) == [])
    #expect(bannedShorthands(in: source("func last() -> Entry?")) == [])
  }

  private func source(_ text: String, in module: String = "EkibenForms") -> SourceFile {
    SourceFile(path: "Sources/\(module)/A.swift", text: text)
  }
}
