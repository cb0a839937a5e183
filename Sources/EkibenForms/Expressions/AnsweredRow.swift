package import EkibenDocuments

/// A row as one that takes an answer, in the words of FHIR.
package struct AnsweredRow {
  package let fields: Fields
  private let traits: InputTraits?

  package init(_ fields: Fields, _ registry: ComponentRegistry) {
    self.fields = fields
    traits = registry.component(RowID(unchecked: "row"), fields).input?.inputTraits
  }

  /// One that takes nothing.
  package init() { (fields, traits) = (Fields(), nil) }

  /// Whether options are chosen in it.
  package var isChoice: Bool { [.coded, .list(of: .coded)].contains(traits?.shape) }

  /// Whether it takes a number and a unit.
  package var isQuantity: Bool { if case .record? = traits?.shape { true } else { false } }

  /// Whether it takes dates with a time.
  package var isDateTime: Bool { traits?.shape == .date && fields.text(.kind) == "dateTime" }

  /// The type of item that comes nearest.
  package var type: String {
    let kind = fields.text(.kind) ?? ""
    switch traits?.shape {
    case nil: return "display"
    case .bool?: return "boolean"
    case .integer?: return "integer"
    case .decimal?: return "decimal"
    case .date?: return ["dateTime", "time"].contains(kind) ? kind : "date"
    case .record?: return "quantity"
    case .coded?, .list?: return traits?.takesOther == true ? "open-choice" : "choice"
    case .text?, .any?: return kind == "multiline" ? "text" : kind == "url" ? "url" : "string"
    }
  }

  /// The type of a date as the member of an answer says it.
  func memberType(of date: DateText) -> String {
    if isDateTime || date.kind == .dateTime { return "DateTime" }
    return date.kind == .time ? "Time" : "Date"
  }
}
