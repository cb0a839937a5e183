import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import RandomJournals
import Testing

/// A journal as the lines of version 2, every third entry by another store.
private func identifiedLines(_ journal: Journal, over form: Document) throws -> [HistoryLine] {
  let revision = try #require(SHA256.Digest(bytes: try form.revisionID))
  let sources = stride(from: 3, through: journal.entries.count + 2, by: 3).map { until in
    EntrySource(
      until: until, store: until % 2 == 0 ? [] : [UInt8](repeating: UInt8(until % 250), count: 16))
  }
  let facts = IdentityFacts(document: visit.uid, revision: revision, sources: sources)
  var ids = EntryIDs(document: visit.uid)
  var lines = [HistoryLine.form(HistoryForm(visit.form, content: form, revision: revision))]
  for entry in journal.entries {
    let line = HistoryEntry(entry, in: journal)
    let context = facts.context(of: entry, in: journal.history)
    lines.append(.entry(try line.identified(by: &ids, context)))
  }
  let end = HistoryEnd(entries: ids.ids.count, last: try #require(ids.ids.last))
  let header = HistoryHeader(
    uid: visit.uid, document: visit.document, form: visit.form, end: end)
  return [.header(header)] + lines
}

private func text(_ lines: [HistoryLine]) throws -> [String] {
  try historyFile(lines).split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
}

private func refusal(_ lines: [String]) -> HistoryFileError? {
  do throws(HistoryFileError) {
    try HistoryReader.read(lines.flatMap { Array($0.utf8) + [10] })
    return nil
  } catch {
    return error
  }
}

/// Histories in which every entry says its id (rule I20).
@Suite(.timeLimit(.minutes(20))) struct HistoryIdentityTests {
  // Rule I12.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `what is exported, imported and exported again has the same bytes`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed, calculates: true)
    for _ in 0..<80 { try generator.operate() }
    let lines = try identifiedLines(generator.journal, over: generator.base)
    let file = try historyFile(lines)
    var read: [HistoryLine] = []
    let reader = try HistoryReader.read(file) { read.append($0) }
    #expect(try historyFile(read) == file)
    #expect(reader.journal.entries == generator.journal.entries)
    // Rule H25: what was calculated before stands in no line.
    #expect(reader.origins == generator.origins)
    #expect(!String(decoding: file, as: UTF8.self).contains("wasCalculated"))
    #expect(reader.content.isIdentical(to: generator.document))
    #expect(reader.sources.last?.until == generator.journal.entries.count)
    #expect(zip(reader.sources, reader.sources.dropFirst()).allSatisfy { $0.store != $1.store })
  }

  @Test func `offset, flags and what was not checked come back`() throws {
    var small = try SmallHistory.whole()
    for (offset, flags) in [(-90, [ChangeFlags.calculated]), (0, [.madeRoom]), (840, [])] {
      let (number, row) = (small.journal.entries.count + 1, RowID(unchecked: "name"))
      let changes = Changeset([
        Change(
          .row(row), .value, before: small.document.row(row)?.fields[.value],
          after: .integer(Int64(offset)))
      ])
      try small.take(
        Entry(
          number: number, kind: .edit, parent: small.journal.head, head: number, author: "Ada",
          time: 5, utcOffset: offset, isUnchecked: offset == 0, changes: changes,
          origins: small.origins.before(changes), flags: flags))
    }
    let file = try historyFile(identifiedLines(small.journal, over: small.form))
    var lines: [HistoryLine] = []
    let reader = try HistoryReader.read(file) { lines.append($0) }
    #expect(reader.journal.entries == small.journal.entries)
    #expect(try historyFile(lines) == file)
    let text = String(decoding: file, as: UTF8.self)
    for part in [#""offset":-90"#, #""calculated":true"#, #""madeRoom":true,"origin""#] {
      #expect(text.contains(part))
    }
  }

  @Test func `every line begins with what its id is the hash of`() throws {
    var generator = try JournalGenerator(seed: 7, calculates: true)
    for _ in 0..<60 { try generator.operate() }
    var last = ""
    for line in try text(identifiedLines(generator.journal, over: generator.base)).dropFirst(2) {
      let end = try #require(line.firstRange(of: #","id":""#))
      let hashed = line[..<end.lowerBound] + "}"
      let id = line[end.upperBound...].prefix(64)
      #expect("\(SHA256.digest(of: Array(hashed.utf8)))" == id)
      #expect(line.contains(last.isEmpty ? #""after":[],"# : #""after":["\#(last)"],"#))
      last = String(id)
    }
  }

  @Test func `a history in which any byte is another is refused, or says the same`() throws {
    let small = try SmallHistory.whole()
    let lines = try text(identifiedLines(small.journal, over: small.form))
    var (refused, accepted) = (0, 0)
    for (at, line) in lines.enumerated() {
      for place in 0..<line.utf8.count {
        var bytes = Array(line.utf8)
        bytes[place] ^= 1
        var changed = lines
        changed[at] = String(decoding: bytes, as: UTF8.self)
        if let error = refusal(changed) {
          refused += 1
          #expect(error.place != nil)
        } else {
          // Names are a store's own; a form is compared by what it says.
          accepted += 1
          #expect(at == 0, "\(changed[at])")
        }
      }
    }
    #expect(refused > 3_000)
    #expect(accepted < 30)
  }

  @Test func `lines that go, come, are swapped or cut off are refused`() throws {
    let small = try SmallHistory.whole()
    let lines = try text(identifiedLines(small.journal, over: small.form))
    for at in lines.indices {
      var fewer = lines
      fewer.remove(at: at)
      #expect(refusal(fewer) != nil, "without line \(at + 1)")
      var more = lines
      more.insert(lines[at], at: at)
      #expect(refusal(more) != nil, "line \(at + 1) twice")
      if at > 0 {
        var swapped = lines
        swapped.swapAt(at - 1, at)
        #expect(refusal(swapped) != nil, "line \(at + 1) before the last one")
      }
    }
    let short = try #require(refusal(lines.dropLast()))
    #expect(short.kind == .end(entries: lines.count - 3, expected: lines.count - 2))
    #expect(
      short.kind.description
        == "the history has \(lines.count - 3) entries, its first line says \(lines.count - 2)")
    let other = HistoryFileError.Kind.end(entries: 4, expected: 4)
    #expect(
      other.description == "the history does not end with the entry that its first line names")
  }

  @Test func `an edited entry is named, with its line`() throws {
    let small = try SmallHistory.whole()
    let lines = try text(identifiedLines(small.journal, over: small.form))
    for (at, line) in lines.enumerated().dropFirst(2) {
      let edits = [
        (#""author":""#, #""author":"M"#), (#""time":"1"#, #""time":"2"#),
        (#""after":"Ad"#, #""after":"Bob"#), (#""kind":"edit""#, #""kind":"apply""#),
        (#""reason":"new"#, #""reason":"old"#), (#""root":""#, #""root":"0"#),
        (#""after":["#, #""after":[""#), (#""id":""#, #""id":"0"#),
      ]
      for (part, other) in edits where line.contains(part) {
        var changed = lines
        changed[at] = line.replacing(part, with: other)
        let error = try #require(refusal(changed))
        #expect(error.place?.line == at + 1)
        if case .content = error.kind { continue }
        // What an entry that travels changed follows from those that it travelled over.
        if error.kind == .contradiction(entry: at - 1, .changes) {
          #expect(!line.contains("root"))
          continue
        }
        #expect(error.kind == .identity(entry: at - 1), "\(part): \(error)")
      }
    }
  }

  @Test(arguments: [
    (
      #""store":"03"#, #""store":"3"#, "store: a store's id is 32 hexadecimal digits, in lower case"
    ),
    (#""store":"03"#, #""store":""#, "store: a store's id is 32 hexadecimal digits, in lower case"),
    (
      #""store":"0303"#, #""store":"0A03"#,
      "store: a store's id is 32 hexadecimal digits, in lower case"
    ),
    (#""id":""#, #""id":"0"#, "id: an id is 64 hexadecimal digits, in lower case"),
    (
      #""time":""#, #""time":"0"#,
      "time: a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"
    ),
    (#""changes":[]"#, #""changes":[],"more":1"#, #"more: the member "more" is not known here"#),
  ])
  func `an entry says each of its parts in one way`(
    part: String, other: String, words: String
  ) throws {
    let small = try SmallHistory.whole()
    var lines = try text(identifiedLines(small.journal, over: small.form))
    try #require(lines[2].contains(part))
    lines[2] = lines[2].replacing(part, with: other)
    let said = try #require(refusal(lines)).description
    #expect(said.hasPrefix("line 3, column ") && said.hasSuffix(", at \(words)"), "\(said)")
  }

  @Test func `a revision that no entry uses is refused, with its line`() throws {
    let small = try SmallHistory.whole()
    var lines = try identifiedLines(small.journal, over: small.form)
    let other = try Document(fields: [.title: "Other"], sections: small.form.sections)
    let revision = SHA256.Digest(bytes: try other.revisionID)
    lines.insert(.form(HistoryForm(visit.form, content: other, revision: revision)), at: 2)
    #expect(
      refusal(try text(lines))?.description
        == "line 3, column 1: no entry uses revision 2 of the form")
  }

  @Test func `a revision that is not the one that its line names is refused`() throws {
    let small = try SmallHistory.whole()
    var lines = try text(identifiedLines(small.journal, over: small.form))
    lines[1] = lines[1].replacing("About you", with: "About me")
    #expect(refusal(lines)?.kind == .revision(1))
  }
}

/// The file of a certificate.
@Suite(.timeLimit(.minutes(20))) struct CertificateFileTests {
  private var certificate: Certificate {
    Certificate(
      (0..<7).map { number in
        Certificate.Document(
          uid: [UInt8](repeating: 200 - number, count: 16), entries: Int(number) + 1,
          last: SHA256.digest(of: [number]),
          destruction: number == 3
            ? EditMetadata(author: "Ada \u{202E}", time: -5, reason: "asked") : nil)
      })
  }

  @Test func `what is written reads back as it was`() throws {
    #expect(try CertificateFile.read(certificate.encoded()) == certificate)
    let empty = Certificate([])
    #expect(try CertificateFile.read(empty.encoded()) == empty)
    #expect(empty.fingerprint == SHA256.digest(of: []))
  }

  @Test func `a file in which any byte is another is refused`() throws {
    let file = certificate.encoded()
    for at in file.indices {
      var changed = file
      changed[at] ^= 1
      #expect(throws: CertificateFile.Failure.self) { try CertificateFile.read(changed) }
    }
    #expect(throws: CertificateFile.Failure.self) { try CertificateFile.read([]) }
  }
}
