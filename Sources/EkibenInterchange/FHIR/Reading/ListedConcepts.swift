import EkibenDocuments
import EkibenForms

/// Concepts that are listed one by one, as the options that they are (rule I34).
///
/// A concept in another one belongs to it. One that cannot be chosen itself is the heading of those in it.
struct ListedConcepts {
  /// An option, and the concept that says it.
  struct Concept {
    var fields: Fields
    let cursor: JSONCursor

    /// What tells it from the others of a set, by bytes.
    var key: RowID { RowID(unchecked: "\(fields.text(.system) ?? "")|\(fields.text(.code) ?? "")") }
  }

  private(set) var concepts: [Concept] = []
  private(set) var notes: [ImportNote] = []
  private let system: String?
  private let inner: String?

  /// Reads a list, of a system where a concept does not say one; in the inner member concepts hold others.
  init(_ elements: [JSONCursor], system: String?, inner: String?) {
    (self.system, self.inner) = (system, inner)
    for element in elements { add(element, under: nil, heading: nil) }
  }

  private mutating func add(_ cursor: JSONCursor, under parent: String?, heading: String?) {
    var members = MemberReader(cursor)
    var fields = Fields()
    fields[.code] = members.text("code")
    fields[.label] = members.text("display")
    fields[.system] = members.text("system") ?? system.map(Value.text)
    fields[.parent] = (property("parent", of: cursor)?.asText ?? parent).map(Value.text)
    fields[.group] = heading.map(Value.text)
    if let inner { members.skip(inner) }
    let children = inner.flatMap { cursor.elements($0) } ?? []
    let code = fields.text(.code)
    guard isHeading(cursor, code, children) else {
      QuestionnaireOptions.readDetails([cursor], label: cursor, to: &fields)
      fields[.score] = fields[.score] ?? property("itemWeight", of: cursor)
      Self.readDesignations(of: cursor, to: &fields)
      fields[.fhir] = members.rest()
      concepts.append(Concept(fields: fields, cursor: cursor))
      notes += members.notes
      for child in children { add(child, under: code, heading: heading) }
      return
    }
    notes += members.notes
    let label = fields.text(.label) ?? code
    for child in children { add(child, under: code ?? parent, heading: label ?? heading) }
  }

  private func isHeading(_ cursor: JSONCursor, _ code: String?, _ children: [JSONCursor]) -> Bool {
    cursor.node["abstract"]?.bool == true || (code == nil && !children.isEmpty)
      || property("notSelectable", of: cursor)?.asBool == true
  }

  private func property(_ code: String, of cursor: JSONCursor) -> Value? {
    (cursor.elements("property") ?? []).first { $0.node["code"]?.string == code }
      .flatMap { QuestionnaireValue.read($0) }
  }

  // What a concept is called comes before its other names.
  private static func readDesignations(of cursor: JSONCursor, to fields: inout Fields) {
    var translations = fields[.translations]?.asRecord ?? Fields()
    let all = cursor.elements("designation") ?? []
    func isLabel(_ cursor: JSONCursor) -> Bool {
      cursor.node["use"].map { $0["code"]?.string == "display" } ?? true
    }
    for designation in all.filter(isLabel) + all.filter({ !isLabel($0) }) {
      guard let language = designation.node["language"]?.string,
        let name = FieldName(orNil: language), translations[name] == nil,
        let text = designation.node["value"]?.string
      else { continue }
      translations[name] = .record([.label: .text(text)])
    }
    if !translations.isEmpty { fields[.translations] = .record(translations) }
  }
}
