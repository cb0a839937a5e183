import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Rule I33: responses that say anything.
@Suite(.timeLimit(.minutes(20))) struct `A random QuestionnaireResponse that is read`: ReadResponses
{
  /// `EKIBEN_RESPONSES=1...20000` for a long run.
  private static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_RESPONSES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...300
  }()

  @Test func `comes out as it was, and with what was changed, whatever it answers`() throws {
    var (taken, changed) = (0, 0)
    for number in Self.seeds {
      var form = RandomQuestionnaire(seed: number)
      var response = RandomResponse(seed: number)
      let asked = form.json()
      let (questionnaire, json) = (asked.encoded(), response.json(to: asked))
      var document = try begun(json.encoded(), of: questionnaire).document
      let same = try written(document)
      let isEqual = same == json
      try #require(isEqual, "seed \(number): \(questionnaire) \(json.encoded()) \(same.encoded())")
      let answers = Self.answers(of: document)
      taken += answers.count
      // What is written without the response is read as it is.
      var fresh = document
      fresh.setField(.fhirResponse, to: nil)
      let text = try written(fresh).encoded()
      let again = try begun(text, of: questionnaire)
      try #require(again.warnings == [], "seed \(number): \(questionnaire) \(text)")
      try #require(try written(again.document).encoded() == text, "seed \(number)")
      var change = OneAnswerChanged(seed: number)
      let other = change.changed(json)
      let after = try begun(other.encoded(), of: questionnaire).document
      // What nobody takes, before or after, is no edit.
      guard Self.answers(of: after) != answers,
        Set(Self.answers(of: after).keys) == Set(answers.keys)
      else { continue }
      // A string as the answer to a choice that says no options is a code from then on.
      let rows = document.sections.lazy.flatMap(\.rows)
      let isCode = rows.contains { row in
        row.fields[.component] == "Choice" && (row.fields[.options]?.asList ?? []).isEmpty
          && Self.answers(of: after)[row.id] != row.fields[.value]
      }
      if isCode { continue }
      changed += 1
      let index = Document.Index(document)
      for (row, value) in Self.answers(of: after) {
        document.set(value, at: try #require(index[row]))
      }
      let now = try written(document)
      let isEdit =
        Self.spelled(now["item"]) == Self.spelled(other["item"])
        && now["subject"] == other["subject"]
      try #require(isEdit, "seed \(number): \(questionnaire) \(other.encoded()) \(now.encoded())")
    }
    #expect(taken > Self.seeds.count / 2 && changed > Self.seeds.count / 20, "\(taken), \(changed)")
  }

  // An address that came as a string is written as the address that it is once it is changed.
  private static func spelled(_ items: JSON?) -> String? {
    items?.encoded().replacingOccurrences(of: "valueUri", with: "valueString")
  }

  private static func answers(of document: Document) -> [RowID: Value] {
    var answers: [RowID: Value] = [:]
    for section in document.sections {
      for row in section.rows { answers[row.id] = row.fields[.value] }
    }
    return answers
  }
}
