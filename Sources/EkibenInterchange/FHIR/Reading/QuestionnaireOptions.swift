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
    let code = content.map(Self.code) ?? element.node.encoded()
    let name = RowID(unchecked: system.map { "\($0)|\(code)" } ?? code)
    if !codes.insert(name).inserted { repeated.append((name.rawValue, element)) }
    var record: Fields = [.code: .text(code)]
    record[.label] = content.flatMap {
      ($0["display"]?.string).map { .text(PlainText.reduced($0)) }
    }
    record[.system] = system.map(Value.text)
    let coding = element.member("valueCoding")
    Self.readDetails([element] + [coding].compactMap(\.self), label: coding, to: &record)
    // With its markup, too.
    let isReduced = record.text(.label) != content?["display"]?.string
    if isReduced || !Self.isPlain(element) { record[.source] = .verbatim(element.text) }
    options.append(.record(record))
  }

  /// Reads what extensions say of an option, the first that says it, and its label in other languages.
  static func readDetails(_ places: [JSONCursor], label: JSONCursor?, to record: inout Fields) {
    let extensions = places.map { QuestionnaireExtensions($0) }
    func value(_ names: String...) -> Value? {
      names.lazy.compactMap { name in extensions.lazy.compactMap { $0.value(name) }.first }.first
    }
    record[.prefix] = value("questionnaire-optionPrefix")
    record[.score] = value(
      "ordinalValue", "itemWeight", "questionnaire-ordinalValue", "valueset-ordinalValue",
      "codesystem-ordinalValue")
    record[.exclusive] = value("questionnaire-optionExclusive")?.asBool == true ? true : nil
    record[.help] = value("questionnaire-optionHelp")
    record[.image] = image(extensions).map(Value.text)
    if let label { record.translate(.label, of: "display", in: label) }
  }

  // A reference to an image, as an attachment has it.
  private static func image(_ extensions: [QuestionnaireExtensions]) -> String? {
    let elements = extensions.lazy.flatMap {
      $0.all("itemAnswerMedia") + $0.all("questionnaire-itemMedia")
        + $0.all("sdc-questionnaire-itemAnswerMedia")
    }
    return elements.compactMap { element in
      element.node["valueAttachment"]?["url"]?.string ?? element.node["valueUri"]?.string
        ?? element.node["valueString"]?.string
    }.first
  }

  /// The code of an option: that of a coding, and what other kinds of options are.
  static func code(of content: JSON) -> String {
    let named = ["code", "reference", "display"].lazy.compactMap { content[$0]?.string }
    return content.string ?? named.first ?? content.encoded()
  }

  // Whether it comes out by what was read of it, in the same order.
  private static func isPlain(_ element: JSONCursor) -> Bool {
    guard let members = element.node.object, members.count == 1,
      ByteText.equal(members[0].name, "valueCoding"), members[0].value["code"]?.string != nil,
      let coding = members[0].value.object, coding.allSatisfy({ $0.value.string != nil })
    else { return false }
    let names = ["system", "code", "display"].filter { members[0].value[$0] != nil }
    return coding.map(\.name) == names
  }
}

/// The options of value sets that stand in the Questionnaire itself, by `#id` and by URL.
struct ContainedOptions {
  private var sets: [TextKey: [Value]] = [:]

  // The resources themselves are kept with the form, so that options say only what is acted on.
  init(_ root: JSONCursor) {
    let resources = (root.elements("contained") ?? []).filter(ValueSets.isValueSetOrCodeSystem)
    var reader = ValueSets(resources, keepsFilters: false)
    for resource in resources where resource.node["resourceType"] == "ValueSet" {
      do throws(ValueSets.Fault) {
        let options = try reader.options(of: resource).filter { $0.fields[.code] != nil }
        for name in [resource.node["id"]?.string.map { "#" + $0 }, resource.node["url"]?.string] {
          if let name {
            sets[TextKey(name)] = options.map { .record($0.fields.setting(.fhir, nil)) }
          }
        }
      } catch { continue }  // its URL is kept, and the store may know it
    }
  }

  /// The options of a value set; nil where the file does not say all of them.
  subscript(name: String) -> [Value]? { sets[TextKey(name)] }
}
