import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

private let form = #"""
  {"ekiben-form":1,"form":"f","sections":[
    {"id":"p","rows":[
      {"id":"name","component":"TextInput"},
      {"id":"pin","component":"TextInput","kind":"secret"},
      {"id":"note","component":"TextInput","parentRow":"pin"},
      {"id":"rep","component":"TextInput","kind":"secret","repeats":true}]},
    {"id":"kid","repeats":true,"atMost":2,"rows":[
      {"id":"key","component":"TextInput","kind":"secret"}]}]}
  """#

private let name = #"{"linkId":"name","answer":[{"valueString":"Ada","id":"n"}]}"#

private func begun(_ items: String) throws -> ResponseReader {
  let text = #"{"resourceType":"QuestionnaireResponse","status":"completed","item":[\#(items)]}"#
  return try ResponseReader(
    ImportFile(Array(text.utf8)).root, of: readForm(form).form.document(), registry: .standard,
    seed: Array("0123456789abcdef".utf8))
}

/// The document as a store holds it: with masks in the place of secrets, of which it gives the answers as well.
private func stored(_ items: String) throws -> (document: Document, secrets: [Value]) {
  var (document, secrets) = (try begun(items).document, [Value]())
  let structure = DocumentStructure(document, Document.Index(document))
  for row in document.sections.flatMap(\.rows) where structure.definition(of: row).isSecret {
    guard let secret = row.fields[.value] else { continue }
    secrets.append(secret)
    document.set(.masked, at: try #require(structure.index[row.id]))
  }
  return (document, secrets)
}

private func written(_ document: Document) throws -> JSON {
  let answers = DocumentAnswers(of: document, at: Document.Index(document)) { _ in true }
  return try ResponseDocument(
    document, answers, status: .draft, authored: "2026-01-01T00:00:00Z"
  ).written(registry: .standard).json
}

/// Rule H19.
@Suite(.timeLimit(.minutes(20))) struct `What a QuestionnaireResponse says of a secret` {
  private static let answers = [
    #"[{"valueString":"SECRET"}]"#, #"[{"id":"x","valueString":"SECRET"}]"#,
    #"[{"valueString":"SECRET","extension":[{"url":"u","valueString":"SECRET"}]}]"#,
    #"[{"valueString":"SECRET","_valueString":{"id":"SECRET"}}]"#,
    #"[{"_valueString":{"extension":[{"url":"u","valueString":"SECRET"}]}}]"#,
    #"[{"valueString":"SECRET","item":[{"linkId":"note","answer":[{"valueString":"n"}]}]}]"#,
    #"[{"valueString":"SECRET","item":[{"linkId":"odd","answer":[{"valueBoolean":true}]}]}]"#,
    #"[{"valueString":"SECRET","item":[{"linkId":"pin","answer":[{"valueString":"SECRET"}]}]}]"#,
    #"[{"valueCoding":{"code":"SECRET"}}]"#, #"[{"valueCoding":{"display":"SECRET"}}]"#,
    #"[{"valueUri":"SECRET"}]"#, #"[{"valueText":"SECRET"}]"#, #"[{"valueString":["SECRET"]}]"#,
    #"[{"valueInteger":SECRET}]"#, #"[{"valueQuantity":{"value":SECRET,"unit":"mg"}}]"#,
    #"[{"valueString":"A"},{"valueString":"SECRET"}]"#, #"["SECRET"]"#, #"[["SECRET"]]"#,
    #"[{"secret":"SECRET"}]"#, #""SECRET""#, #"{"valueString":"SECRET"}"#,
    #"[],"valueString":"SECRET","extension":[{"url":"u","valueString":"SECRET"}]"#,
  ]

  private static let places = [
    #"{"linkId":"p","item":[\#(name),{"linkId":"pin","answer":ANSWER}]}"#,
    #"{"linkId":"p","item":[{"linkId":"rep","text":"Rep","answer":ANSWER},\#(name)]}"#,
    #"{"linkId":"kid","item":[{"linkId":"key","answer":ANSWER}]},{"linkId":"kid"}"#,
    // What the form asks elsewhere, or not once more.
    #"{"linkId":"pin","answer":ANSWER}"#,
    #"{"linkId":"odd","item":[{"linkId":"key","answer":ANSWER}]}"#,
    #"{"linkId":"p","item":[{"linkId":"pin"},{"linkId":"pin","answer":ANSWER}]}"#,
    #"{"linkId":"kid"},{"linkId":"kid"},{"linkId":"kid","item":[{"linkId":"key","answer":ANSWER}]}"#,
    #"{"linkId":"p","answer":[{"item":[{"linkId":"pin","answer":ANSWER}]}]}"#,
  ]

  // What does not depend on a secret tells nothing of it, such as by a digest.
  @Test(arguments: Self.answers, Self.places)
  func `is kept nowhere, in whatever shape and place`(answer: String, place: String) throws {
    let item = place.replacing("ANSWER", with: answer)
    let all = try ["4711", "80"].map { try stored(item.replacing("SECRET", with: $0)) }
    #expect(all[0].document == all[1].document)
    let kept = try #require(all[0].document.fields.verbatim(.fhirResponse))
    let response = try written(all[0].document).encoded()
    #expect(!kept.contains("4711") && !response.contains("4711"), "\(kept) \(response)")
  }

  @Test(arguments: [
    (#"{"valueString":"SECRET"}"#, #"{"valueString":"••••••••"}"#),
    (#"{"id":"x","valueUri":"SECRET"}"#, #"{"id":"x","valueString":"••••••••"}"#),
    (
      #"{"valueString":"SECRET","extension":[],"item":[\#(name)]}"#,
      #"{"valueString":"••••••••","item":[\#(name)]}"#
    ),
  ])
  func `is the secret of the document, and comes out as a mask`(
    answer: String, masked: String
  ) throws {
    for place in Self.places.prefix(3) {
      let item = place.replacing("ANSWER", with: "[\(answer)]")
      let (document, secrets) = try stored(item)
      #expect(secrets == ["SECRET"])
      let expected = place.replacing("ANSWER", with: "[\(masked)]")
      let response = try written(document)
      #expect(try response["item"] == JSON(parsing: Array("[\(expected)]".utf8)))
      #expect(response["status"] == "completed" && response["authored"] == nil)
    }
  }

  @Test func `is not kept where it does not fit`() throws {
    let item = Self.places[0].replacing("ANSWER", with: #"[{"valueInteger":4711}]"#)
    let words = try begun(item).warnings.map(\.kind.description)
    #expect(
      words == [
        "pin: an answer is kept and not used: it takes text; of a secret a mask alone is kept"
      ])
    let (document, secrets) = try stored(item)
    #expect(secrets == [])
    let masked = Self.places[0].replacing("ANSWER", with: #"[{"valueString":"••••••••"}]"#)
    #expect(try written(document)["item"] == JSON(parsing: Array("[\(masked)]".utf8)))
  }

  // As older programs kept it, and as it was kept before its row became a secret.
  @Test func `leaves as a mask where a document keeps it`() throws {
    var document = try stored(#"{"linkId":"p","item":[\#(name)]}"#).document
    document.setField(
      .fhirResponse,
      to: .verbatim(
        #"{"digest":"","members":{"status":"completed","item":["#
          + #"[{"linkId":"key","answer":[{"valueString":"4711"}]}],"#
          + ##""#p"]},"items":{"#p":{"linkId":"p","item":["=pin","=name"]},"##
          + #""=pin":{"linkId":"pin","answer":[[{"valueInteger":4711}]]}}}"#))
    let mask = #""answer":[{"valueString":"••••••••"}]}"#
    let expected =
      #"[{"linkId":"key",\#(mask),{"linkId":"p","item":[{"linkId":"pin",\#(mask),"#
      + #"{"linkId":"name","answer":[{"valueString":"Ada"}]}]}]"#
    #expect(try written(document)["item"]?.encoded() == expected)
  }
}
