import EkibenDocuments
import EkibenForms

/// Reads the options of a choice.
///
/// An option keeps its JSON as `source` unless `code`, `label` and `system` say all of it.
struct QuestionnaireOptions {
  private(set) var options: [Value] = []
  private(set) var repeated: [(code: String, cursor: JSONCursor)] = []
  private var codes: Set<RowID> = []

  /// Reads the list of `answerOption`; nil where it is none, or one of its elements no object.
  init?(_ elements: [JSONCursor]?) {
    guard let elements, elements.allSatisfy({ $0.node.object != nil }) else { return nil }
    for element in elements { add(element) }
  }

  private mutating func add(_ element: JSONCursor) {
    let content = element.node.object?.first { $0.name.utf8.starts(with: "value".utf8) }?.value
    let system = content?["system"]?.string
    var code = content.map { Self.code(of: $0, in: element) } ?? element.text
    let plain = code
    if !codes.insert(RowID(unchecked: code)).inserted, let system {
      code = "\(system)|\(code)"
      repeated.append((code, element))
      codes.insert(RowID(unchecked: code))
    }
    var record: Fields = [.code: .text(code)]
    record[.label] = content.flatMap { ($0["display"]?.string).map(Value.text) }
    record[.system] = system.map(Value.text)
    if !(Self.isPlain(element) && ByteText.equal(code, plain)) {
      record[.source] = .verbatim(element.text)
    }
    options.append(.record(record))
  }

  // A coding has a code; other kinds of options are their own code.
  private static func code(of content: JSON, in element: JSONCursor) -> String {
    if content.object != nil {
      let named = ["code", "reference", "display"].lazy.compactMap { content[$0]?.string }
      return named.first ?? content.text(in: element.source)
    }
    return content.string ?? content.text(in: element.source)
  }

  private static func isPlain(_ element: JSONCursor) -> Bool {
    guard let members = element.node.object, members.count == 1,
      JSON.sameBytes(members[0].name, "valueCoding"), members[0].value["code"]?.string != nil,
      let coding = members[0].value.object
    else { return false }
    return coding.allSatisfy { member in
      ["system", "code", "display"].contains { JSON.sameBytes($0, member.name) }
        && member.value.string != nil
    }
  }
}
