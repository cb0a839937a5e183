import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Testing

/// What is said of files of histories and certificates, and what an older one may hold.
@Suite(.timeLimit(.minutes(20))) struct `A history in words` {
  @Test(
    arguments: [
      (
        .identity(entry: 3),
        "entry 3 is not the one that its id names: the history was changed here"
      ),
      (
        .revision(2),
        "revision 2 of the form is not the one that its line names: it was changed"
      ),
      (.lineTooLong(limit: 64 << 20), "the line is longer than 64 MB"),
      (.unwritable("it is too odd"), "it is too odd"),
      (.form(.noName), "nothing in it says what it is called; --as gives it a name"),
      (.number(7, expected: 5), "entry 7 stands where entry 5 has to be"),
      (
        .contradiction(entry: 4, .changes),
        #""changes" of entry 4 is not what follows from the entries before it"#
      ),
      (.end(entries: 3, expected: 5), "the history has 3 entries, its first line says 5"),
      (
        .format("ekiben-history/9"),
        "the format ekiben-history/9 is newer than this program, which reads ekiben-history/1 and "
          + "ekiben-history/2"
      ),
    ] as [(HistoryFileError.Kind, String)])
  func `is a sentence for each reason to refuse it`(kind: HistoryFileError.Kind, words: String) {
    #expect(kind.description == words)
  }

  private func refusal(_ edits: [(String, String)]) -> String? {
    var text = HistoryFileTests.lines.map { $0 + "\n" }.joined()
    for (part, other) in edits {
      #expect(text.contains(part))
      text = text.replacing(part, with: other)
    }
    return historyRefusal(Array(text.utf8))
  }

  @Test func `of version 1 names no revision`() {
    let digest = String(repeating: "0a", count: 32)
    #expect(
      refusal([("]}}\n", #"]},"revision":"\#(digest)"}"# + "\n")])
        == "line 2, column 1: revision 1 of the form is not the one that its line names: it was changed"
    )
    #expect(
      refusal([("]}}\n", #"]},"revision":"0a"}"# + "\n")])
        == "line 2, column 221, at revision: an id is 64 hexadecimal digits, in lower case")
  }

  // What a form begins with was looked at once, where it was read first.
  @Test(arguments: [#""initial":"yes""#, #""repeats":true,"minOccurs":3,"maxOccurs":1"#])
  func `takes its form as it is`(members: String) throws {
    #expect(refusal([(#""component":"Toggle""#, #""component":"Toggle",\#(members)"#)]) == nil)
    let rows = #"{"id":"consent","component":"Toggle",\#(members)}"#
    #expect(formRefusal(formText(rows: rows)) != nil)
  }

  @Test(
    arguments: [
      (
        [("record\":\"consent", "record\":\"section:")],
        "changes[0].record: this does not name a record"
      ),
      (
        [(#""step":5"#, #""step":5,"offset":60"#)],
        #"offset: the member "offset" is not known here"#
      ),
      (
        [(#""after":true"#, #""after":true,"calculated":true"#)],
        #"changes[0].calculated: the member "calculated" is not known here"#
      ),
    ] as [([(String, String)], String)])
  func `of version 1 knows nothing of what came later`(
    edits: [(String, String)], words: String
  ) {
    let said = refusal(edits)
    #expect(said?.hasPrefix("line 7, column ") == true, "\(said ?? "")")
    #expect(said?.hasSuffix(", at \(words)") == true, "\(said ?? "")")
  }

  @Test func `is what cannot be written, with its reason`() throws {
    let other = HistoryLine.header(HistoryHeader(uid: [1], document: "d", form: "f"))
    let late = Entry(
      number: 4, kind: .create, parent: nil, head: 4, author: "", time: 253_402_300_800_000)
    let deep = (0..<300).reduce(Value.null) { value, _ in .list([value]) }
    let form = try Document(
      fields: ["a": deep],
      sections: [Document.Section(id: "s", rows: [Document.Row(id: "r", fields: [:])])])
    let changes = Changeset([Change(.row("r"), .value, before: nil, after: deep)])
    let entry = Entry(
      number: 2, kind: .edit, parent: 1, head: 2, author: "", time: 0, changes: changes,
      origins: [0])
    let lines = [
      (other, "the document's uid is not of 16 bytes"),
      (.entry(HistoryEntry(late, in: Journal())), "the time of entry 4 has no RFC 3339 form"),
      (.form(HistoryForm("f", content: form)), "the form f is nested too deep or too large"),
      (
        .entry(HistoryEntry(entry, of: [], changes: changes)),
        "r is nested too deep or too large"
      ),
    ]
    for (line, words) in lines {
      let error = #expect(throws: HistoryFileError.self) { try line.encoded() }
      #expect(error?.kind == .unwritable(words))
    }
  }

  private static let certificate = Certificate([
    Certificate.Document(
      uid: [UInt8](repeating: 10, count: 16), entries: 3, last: SHA256.digest(of: [1]),
      destruction: EditMetadata(author: "Ada", time: 5, reason: "asked"))
  ])

  private static let uid = String(repeating: "0a", count: 16)

  // Rule P40.
  @Test(arguments: [
    (
      Certificate.format, "other/1",
      "line 1, column 11, at format: this program reads \(Certificate.format)"
    ),
    (
      #""documents":1"#, #""documents":2"#,
      "the certificate was changed: its fingerprint is another one"
    ),
    (
      #""entries":3"#, #""entries":4"#,
      "the certificate was changed: its fingerprint is another one"
    ),
    (
      uid, "0A" + uid.dropFirst(2),
      "line 2, column 13, at document: a uid is 32 hexadecimal digits, in lower case"
    ),
    (
      uid, String(uid.dropFirst(2)),
      "line 2, column 13, at document: a uid is 32 hexadecimal digits, in lower case"
    ),
    (#","entries":3"#, "", #"line 2, column 1: the member "entries" is missing"#),
    (#""author":"Ada""#, #""author":7"#, "at destroyed.author: expected text, found a number"),
    (
      #""author":"#, #""more":1,"author":"#,
      #"at destroyed.more: the member "more" is not known here"#
    ),
    (#""document":"#, #""more":1,"document":"#, #"at more: the member "more" is not known here"#),
    (#""format":"#, #""more":1,"format":"#, #"at more: the member "more" is not known here"#),
  ])
  func `of a certificate says what is wrong with it`(part: String, other: String, words: String) {
    let text = String(decoding: Self.certificate.encoded(), as: UTF8.self)
    let changed = text.replacing(part, with: other, maxReplacements: 1)
    #expect(changed != text)
    let failure = #expect(throws: CertificateFile.Failure.self) {
      try CertificateFile.read(Array(changed.utf8))
    }
    #expect(failure?.description.hasSuffix(words) == true, "\(failure?.description ?? "")")
  }

  @Test func `of a certificate may lack its last line feed`() throws {
    #expect(
      try CertificateFile.read(Self.certificate.encoded().dropLast()) == Self.certificate)
  }
}
