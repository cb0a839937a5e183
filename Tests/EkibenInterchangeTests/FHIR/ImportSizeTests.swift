import EkibenForms
import EkibenInterchange
import Testing

/// Large, deep and broken files: read in time or refused, never a trap.
@Suite(.timeLimit(.minutes(20))) struct `Forms of any size and shape` {
  @Test func `with 10,000 items, half of them repeated, are read in seconds`() throws {
    let types = ["string", "boolean", "date", "choice"]
    let items = (0..<10_000).map { number in
      #"{"linkId": "q\#(number % 5_000)", "text": "T\#(number)", "type": "\#(types[number % 4])"}"#
    }
    let text = #"{"resourceType": "Questionnaire", "item": [\#(items.joined(separator: ","))]}"#
    var form: ImportedForm?
    let time = try ContinuousClock().measure { form = try readForm(text) }
    #expect(form?.rowCount == 10_000)
    #expect(form?.warnings.count == 7_500)
    // Alone it takes half a second in debug; looking for each place from the start took minutes.
    #expect(time < .seconds(6), "\(time)")
  }

  private func text(_ kind: String, _ count: Int) -> String {
    func list(_ element: (Int) -> String) -> String {
      (0..<count).map(element).joined(separator: ",")
    }
    func question(_ members: String) -> String {
      #"{"resourceType":"Questionnaire","item":[{"linkId":"a",\#(members)}]}"#
    }
    func option(_ number: Int) -> String { #"{"valueCoding":{"code":"c\#(number)"}}"# }
    let path = #""valueExpression":{"language":"text/fhirpath","expression":"true""#
    switch kind {
    case "checks":
      return #"{"ekiben-form":1,"form":"f","sections":[],"checks":["#
        + list { #"{"id":"c\#($0)"}"# } + "]}"
    case "options":
      return formText(
        rows: #"{"id":"c","component":"Choice","options":["#
          + list { #"{"code":"c\#($0)","offered":{}}"# } + "]}")
    case "helps":
      let extensions =
        #"[{"url":"/questionnaire-displayCategory","valueCodeableConcept":{"coding":[{"code":"help"}]}}]"#
      let text = String(repeating: "y", count: 200)
      return question(
        #""type":"string","item":["#
          + list { _ in #"{"type":"display","text":"\#(text)","extension":\#(extensions)}"# } + "]")
    case "initial":
      return question(
        #""type":"choice","repeats":true,"answerOption":[\#(list(option))],"#
          + #""initial":[\#(list(option))]"#)
    case "toggles":
      let toggles = list {
        #"{"url":"/sdc-questionnaire-answerOptionsToggleExpression","extension":["#
          + #"{"url":"option","valueCoding":{"code":"c\#($0)"}},{"url":"expression",\#(path)}}]}"#
      }
      return question(
        #""type":"choice","answerOption":[\#(list(option))],"extension":[\#(toggles)]"#)
    default:
      let variables = list { #"{"url":"/variable",\#(path),"name":"v\#($0)"}}"# }
      return question(#""type":"string","extension":[\#(variables)]"#)
    }
  }

  @Test(
    arguments: [
      ("checks", 20_000, 20_000), ("options", 20_000, 20_000), ("helps", 10_000, 0),
      ("initial", 10_000, 0), ("toggles", 20_000, 0), ("variables", 40_000, 0),
    ] as [(String, Int, Int)])
  func `with thousands of one kind are read in seconds`(
    kind: String, count: Int, warnings: Int
  ) throws {
    let text = text(kind, count)
    var form: ImportedForm?
    let time = try ContinuousClock().measure { form = try readForm(text) }
    #expect(form?.warnings.count == warnings)
    #expect(form?.rowCount == (kind == "checks" ? 0 : 1))
    // Looking at all of them for each took minutes.
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func `nested as deep as JSON may be are read, and back`() throws {
    let depth = 63
    let open = #"{"linkId": "g", "type": "group", "item": ["#
    let text =
      #"{"resourceType": "Questionnaire", "item": ["#
      + String(repeating: open, count: depth - 1) + #"{"linkId": "q", "type": "string"}"#
      + String(repeating: "]}", count: depth)
    let form = try readForm(text)
    #expect((form.sectionCount, form.rowCount) == (depth - 1, 1))
    let again = try FormFile.read(FormFile.write(form.form), named: "file")
    #expect(try again.form.document() == form.form.document())
  }

  @Test func `an opaque row as deep as JSON may be reads back from our own JSON`() throws {
    let deep = String(repeating: "[", count: 124) + String(repeating: "]", count: 124)
    let form = try readForm(
      #"{"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "date", "x": \#(deep)}]}"#
    )
    let again = try FormFile.read(FormFile.write(form.form), named: "file")
    #expect(try again.form.document() == form.form.document())
  }

  @Test(arguments: ["nested-groups", "odd-ids", "every-type"], 0..<10 as Range<UInt64>)
  func `survive any damage`(name: String, seed: UInt64) throws {
    var random = JSONRandom(seed: seed)
    let whole = try fixture(name)
    let written = FormFile.write(try FormFile.read(whole, named: "file").form)
    var read = 0
    for round in 0..<170 {
      let bytes = mutated(round.isMultiple(of: 2) ? whole : written, using: &random)
      do throws(ImportError) {
        let form = try FormFile.read(bytes, named: "file").form
        read += 1
        guard read.isMultiple(of: 4) else { continue }
        let again = try FormFile.read(FormFile.write(form), named: "file").form
        #expect(again.fields == form.fields && again.sections == form.sections)
      } catch {
        let place = error.place.map { $0.line >= 1 && $0.column >= 1 } ?? true
        #expect(place && !error.description.isEmpty)
      }
    }
    // A loop in which all or nothing is refused tests little.
    #expect(read > 20 && read < 150)
  }

  private func mutated(_ whole: [UInt8], using random: inout JSONRandom) -> [UInt8] {
    let words = [
      "null", "true", "{}", "[]", "\"\"", "-1", "1e9", "\"group\"", "\"root\"", "\"~2\"", ",", "}",
      "\"\\u0000\"", "\"date\"", "99999999999999999999",
    ]
    var bytes = whole
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[start] = UInt8.random(in: 0x20...0x7E, using: &random)
      case 1: bytes.remove(at: start)
      default:
        replaceScalar(in: &bytes, after: start, by: words.randomElement(using: &random) ?? "")
      }
    }
    return bytes
  }

  // Whole values exchanged keep the JSON whole, so that the form's reader gets to see it.
  private func replaceScalar(in bytes: inout [UInt8], after start: Int, by word: String) {
    guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")),
      let end = bytes[colon...].firstIndex(where: { ",}\n".utf8.contains($0) })
    else { return }
    bytes.replaceSubrange(colon + 1..<end, with: Array(word.utf8))
  }
}
