import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore
import EkibenTesting
import Foundation
import Testing

/// Values of Foundation as answers (rule F24), and errors as Foundation has them (rule F21).
@Suite(.timeLimit(.minutes(20))) struct `Types of Foundation` {
  @Test(
    arguments: [
      ("2026-01-01T00:00:00Z", 1_767_225_600), ("2026-01-01T01:00:00+01:00", 1_767_225_600),
      ("2026-01-01T00:00:00.250Z", 1_767_225_600.25), ("1969-12-31T23:59:59.5-00:00", -0.5),
      ("2026-01-01T00:00:00.2500Z", nil), ("2026-01-01T00:00:00", nil), ("2026-01-01T00:00Z", nil),
      ("2026-01-01", nil), ("00:00:00", nil), ("2026", nil),
    ] as [(DateText, Double?)])
  func `a moment is read where the answer says all of one`(date: DateText, time: Double?) {
    #expect(Date(documentValue: .date(date))?.timeIntervalSince1970 == time)
    #expect(Date(documentValue: .text(date.description)) == nil)
  }

  @Test(
    arguments: [
      (0, .date("1970-01-01T00:00:00.000Z")), (1.25, .date("1970-01-01T00:00:01.250Z")),
      (0.0004, .date("1970-01-01T00:00:00.000Z")), (0.0006, .date("1970-01-01T00:00:00.001Z")),
      (-0.0006, .date("1969-12-31T23:59:59.999Z")), (.infinity, .null), (-.infinity, .null),
      (253_402_300_799.999, .date("9999-12-31T23:59:59.999Z")), (253_402_300_800, .null),
      (-62_135_596_800, .date("0001-01-01T00:00:00.000Z")), (-62_135_596_800.001, .null),
      (9e15, .null), (-9e15, .null),
    ] as [(Double, Value)])
  func `a moment is kept to the millisecond`(time: Double, value: Value) {
    #expect(Date(timeIntervalSince1970: time).documentValue == value)
  }

  @Test(
    arguments: [
      (.date("2024-03-05T07:00:00Z"), nil), (.date("07:00:00.5"), nil), (.text("2024"), nil),
      (.date("2024-03"), DateComponents(year: 2024, month: 3)),
      (.date("07:05"), DateComponents(hour: 7, minute: 5)),
      (
        .date("2024-03-05T07:06:09"),
        DateComponents(year: 2024, month: 3, day: 5, hour: 7, minute: 6, second: 9)
      ),
    ] as [(Value, DateComponents?)])
  func `the numbers of a date are read where nothing is lost`(
    value: Value, numbers: DateComponents?
  ) {
    #expect(DateComponents(documentValue: value) == numbers)
  }

  @Test func `an address is its text`() throws {
    let url = try #require(URL(string: "https://e.org/a?b=c"))
    #expect(url.documentValue == "https://e.org/a?b=c")
    #expect(URL(documentValue: "https://e.org/a?b=c") == url)
    #expect(URL(documentValue: 7) == nil && URL(documentValue: "") == nil)
  }

  @Test func `rows for them are of their kind, and called by their field`() throws {
    let rows: [any Component] = [
      TextInput(Field<URL>("u"), title: "U"), DateInput(Field<Date>("m"), title: "M"),
      DateInput(Field<DateComponents>("c"), title: "C", kind: .time),
      DateInput(Field<DateComponents>("d")),
    ]
    #expect(rows.map(\.id) == ["u", "m", "c", "d"])
    let traits = rows.map { $0.input?.inputTraits.kind }
    #expect(traits == ["url", "dateTime", "time", "date"])
    #expect(rows.map { $0.record.text(.title) } == ["U", "M", "C", nil])
  }

  private static func caught(_ body: () throws -> Void) -> any Error {
    do {
      try body()
      return CancellationError()
    } catch { return error }
  }

  private static func refusal(of form: Form) -> SessionError {
    do { return .incomplete(try form.document().issues()) } catch { return .incomplete([]) }
  }

  private static let issue = ValidationIssue(row: "name", rule: .required)

  static let errors: [(any Error & Sendable, String)] = [
    (
      InputError(row: "age", title: "Age", .readOnly),
      InputError(row: "age", title: "Age", .readOnly).message
    ),
    (
      SessionError.input(InputError(row: "age", title: "Age", .readOnly)),
      InputError(row: "age", title: "Age", .readOnly).message
    ),
    (SessionError.store(.unknownDocument("d")), "\(StoreError.unknownDocument("d"))"),
    (StoreError.unknownDocument("d"), "\(StoreError.unknownDocument("d"))"),
    (
      SessionError.incomplete([issue, issue]),
      "it cannot be submitted: name: \(issue.message); name: \(issue.message)"
    ),
    (
      refusal(of: Form("f") { Section("s") { Toggle(.consent, title: "I agree").required() } }),
      "it cannot be submitted: “I agree”: \(issue.message)"
    ),
    (Replay.Failure(entry: 7, problem: "it is odd"), "entry 7: it is odd"),
  ]

  @Test(arguments: errors.indices)
  func `an error is a sentence`(at: Int) {
    let (error, sentence) = Self.errors[at]
    #expect((error as? any LocalizedError)?.errorDescription == sentence)
  }

  private static func deepForm() -> Form {
    let sections = (0..<60).map { number in
      Document.Section(
        id: SectionID(unchecked: "s\(number)"),
        fields: number == 0 ? [:] : [.parent: .text("s\(number - 1)")])
    }
    return Form("f", fields: [:], sections: sections)
  }

  @Test func `an error says in its sentence all that it says`() throws {
    let errors: [any Error] = [
      Self.caught { _ = try RowID(String()) },
      Self.caught { _ = try MarkName("") },
      Self.caught { _ = try CompiledExpression(fhirPath: "1 +") },
      Self.caught { _ = try FormFile.read([], named: "f") },
      Self.caught { _ = try HistoryReader.read([]) },
      Self.caught { _ = try CertificateFile.read([]) },
      Self.caught {
        _ = try Form("f") {
          Section("s"); Section("s")
        }.document()
      },
      Self.caught { _ = try FormFile.writeQuestionnaire(Self.deepForm()) },
      StoreError.structure(.repeatsNot(.row("a"))), StructureError.repeatsNot(.row("a")),
    ]
    for error in errors {
      let sentence = try #require((error as? any LocalizedError)?.errorDescription, "\(error)")
      #expect(sentence == "\(error)" && sentence.count > 10)
    }
  }
}
