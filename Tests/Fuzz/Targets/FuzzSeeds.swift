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
      let origins = changes.map { _ in make.random.number(in: 0...300) }
      seeds.append(
        changeset.input(try ChangesetCoding.encode(Changeset(changes), origins: origins)))
      let lines = changes.map { Notation.text(of: $0) }.joined(separator: "\n")
      seeds.append(notation.input(lines.utf8))
    }
    seeds += try histories(0..<8).map { history.input($0) }
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
    #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","visible":{"row":"a","is":true},"rows":[{"id":"a","component":"Toggle","value":{"ekiben:date":"2024-03"},"initial":{"ekiben:bytes":"00ff"}}]}]}"#,
    #"{"resourceType":"Questionnaire","id":"f","item":[{"linkId":"1","type":"group","text":"G","item":[{"linkId":"1.1","type":"choice","answerOption":[{"valueCoding":{"code":"a","display":"A"}}]},{"linkId":"1.1","type":"boolean","enableWhen":[{"question":"1","operator":"=","answerBoolean":true}]}]},{"type":"display","text":"D"}]}"#,
    "[0,-0,1.0,1e5,\"\\u00e9\\ud834\\udd1e\\n\",true,false,null,{\"\":{}},[[[]]]]",
  ]
}
