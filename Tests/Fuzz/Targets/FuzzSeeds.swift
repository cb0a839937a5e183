import EkibenDocuments
import EkibenTesting

extension FuzzTarget {
  /// Inputs to begin with: what the generators make, in every form that is read.
  package static func seeds() throws -> [[UInt8]] {
    var make = DocumentGenerator(seed: 1)
    var seeds: [[UInt8]] = []
    for _ in 0..<60 {
      seeds.append(record.input(try ValueCoding.encode(make.fields(depth: 3))))
      let old = try make.document()
      let changes = Changeset(from: old, to: try make.edited(old)).changes + [keystroke(&make)]
      let lines = changes.map { Notation.text(of: $0) }.joined(separator: "\n")
      seeds.append(notation.input(lines.utf8))
    }
    seeds += try histories(0..<8).map { history.input($0) }
    seeds += responses.map { response.input($0.utf8) } + sets.map { valueSets.input($0.utf8) }
    seeds += Self.expressions.map { expression.input($0.utf8) }
    return seeds + texts.flatMap { [json.input($0.utf8), form.input($0.utf8)] }
  }

  /// An input of a file that somebody reads.
  package static func seeds(ofFile bytes: [UInt8]) -> [[UInt8]] {
    [json.input(bytes), form.input(bytes), history.input(bytes)]
  }

  private static func keystroke(_ make: inout DocumentGenerator) -> Change {
    let (start, end) = (make.text(), make.text())
    return Change(
      .row("typed"), .value, before: .text(start + make.text() + end),
      after: .text(start + make.text() + end))
  }

  private static let texts = [
    #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","header":"H","rows":[{"id":"a","component":"TextInput","kind":"integer","value":5},{"id":"c","component":"Choice","options":[{"code":"x","label":"X"}],"value":"x"},{"id":"o","component":"Other","q":{"deep":[1.50]}}]}]}"#,
    #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","visible":{"row":"a","is":true},"rows":[{"id":"a","component":"Toggle","value":{"ekiben:date":"2024-03"},"initial":true},{"id":"b","component":"Other","initial":{"ekiben:bytes":"00ff"}}]}]}"#,
    #"{"resourceType":"Questionnaire","id":"f","item":[{"linkId":"1","type":"group","text":"G","item":[{"linkId":"1.1","type":"choice","answerOption":[{"valueCoding":{"code":"a","display":"A"}}]},{"linkId":"1.1","type":"boolean","enableWhen":[{"question":"1","operator":"=","answerBoolean":true}]}]},{"type":"display","text":"D"}]}"#,
    "[0,-0,1.0,1e5,\"\\u00e9\\ud834\\udd1e\\n\",true,false,null,{\"\":{}},[[[]]]]",
  ]

  /// What the responses answer.
  static let answered = #"""
    {"resourceType":"Questionnaire","item":[{"linkId":"g","type":"group","repeats":true,"item":[
      {"linkId":"i","type":"integer"},{"linkId":"r","type":"string","repeats":true,"item":[
        {"linkId":"b","type":"boolean"}]}]},{"linkId":"q","type":"quantity"},
      {"linkId":"c","type":"open-choice","repeats":true,"answerOption":[{"valueCoding":{"code":"a"}},
        {"valueString":"s"}]},{"linkId":"d","type":"dateTime"},{"linkId":"n","type":"decimal"},
      {"linkId":"a","type":"attachment"}]}
    """#

  private static let responses = [
    #"{"resourceType":"QuestionnaireResponse","status":"completed","item":[{"linkId":"g","item":[{"linkId":"i","answer":[{"valueInteger":3}]},{"linkId":"r","answer":[{"valueString":"x","item":[{"linkId":"b","answer":[{"valueBoolean":true}]}]},{"valueString":"y"}]}]},{"linkId":"g"},{"linkId":"z"}]}"#,
    #"{"resourceType":"QuestionnaireResponse","x":1.50,"item":[{"linkId":"q","answer":[{"valueQuantity":{"value":5.0,"unit":"mg"}}]},{"linkId":"c","answer":[{"valueCoding":{"code":"a"}},{"valueString":"s"}]},{"linkId":"d","answer":[{"valueDateTime":"2024-03"}]},{"linkId":"n","answer":[{"valueDecimal":1.50}]},{"linkId":"a","answer":[{"valueAttachment":{"data":"aGk="}}]}]}"#,
  ]

  private static let sets = [
    #"{"resourceType":"ValueSet","id":"v","url":"u","compose":{"include":[{"system":"s","concept":[{"code":"a","display":"A","designation":[{"language":"de","value":"B"}]}]}]}}"#,
    #"{"resourceType":"ValueSet","url":"u/v","expansion":{"total":9,"contains":[{"system":"s","code":"a","contains":[{"code":"b"}]},{"abstract":true,"display":"H","contains":[{"code":"c"}]}]}}"#,
    #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"CodeSystem","id":"c","url":"s","concept":[{"code":"a","property":[{"code":"itemWeight","valueDecimal":1.0}],"concept":[{"code":"b"}]}]}},{"resource":{"resourceType":"ValueSet","id":"v","url":"v","compose":{"include":[{"system":"s","filter":[]},{"valueSet":["w"]}],"exclude":[{"system":"s","concept":[{"code":"b"}]}]}}},{"resource":{"resourceType":"ValueSet","id":"w","url":"w","compose":{"include":[{"concept":[{"code":"z"}]}]}}},{"resource":{"resourceType":"Patient"}}]}"#,
  ]
}
