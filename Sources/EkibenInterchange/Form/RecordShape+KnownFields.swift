import EkibenDocuments
import EkibenForms

// The fields that our own JSON knows: a new one is a line here.
extension RecordShape {
  static let form = RecordShape(
    known: [
      (.title, .text), (.url, .text), ("version", .text), ("description", .text),
      (.language, .text), (.translations, .texts), (.policies, .texts), (.changesNeedReason, .bool),
      (.variables, .variables), (.checks, .checks),
    ], names: MemberNames(parts: ["ekiben-form", "form", "sections"]))

  static let section = RecordShape(
    known: [
      (.header, .supplement), (.footer, .supplement), (.prefix, .text), (.parent, .id),
      (.parentRow, .id), (.page, .text), (.level, .integer), (.visible, .condition),
      (.hidden, .bool), (.required, .condition), (.readOnly, .condition), (.variables, .variables),
      (.textExpression, .expression), (.checks, .checks),
    ] + repeats, names: MemberNames(parts: ["id", "rows"], reserved: [.order]))

  /// A row, whose answer is what its component in a registry says.
  static func row(_ registry: ComponentRegistry, isOfHistory: Bool = false) -> RecordShape {
    var shape = row
    shape.registry = registry
    shape.isOfHistory = isOfHistory
    return shape
  }

  private static let row = RecordShape(
    known: [(.component, .text), (.kind, .text)] + content
      + [(.initial, .any), (.value, .any), (.source, .source)],
    names: MemberNames(parts: ["id"], reserved: [.order, .section, .draft]))

  /// A header or footer: a component without id, place and answer.
  static let supplement = RecordShape(
    known: [(.component, .text), (.kind, .text)] + content + [(.source, .source)])

  static let check = RecordShape(known: [
    ("id", .text), ("formula", .condition), ("unique", .id), (.message, .text), ("severity", .text),
    ("at", .id), (.translations, .texts),
  ])

  static let variable = RecordShape(known: [("name", .text), (.fhirPath, .text)])

  static let option = RecordShape(known: [
    (.code, .text), (.label, .text), (.system, .text), (.prefix, .text), (.help, .text),
    (.image, .text), (.group, .text), (.parent, .text), (.exclusive, .bool), (.offered, .condition),
    (.translations, .texts), (.source, .source),
  ])

  private static let content: [(name: FieldName, shape: FieldShape)] =
    [
      (.prefix, .text), (.title, .text), (.text, .text), (.placeholder, .text),
      (.required, .condition), (.readOnly, .condition), (.minLength, .integer),
      (.maxLength, .integer), (.decimals, .integer), (.pattern, .text), (.minCount, .integer),
      (.maxCount, .integer), (.messages, .texts), (.states, .integer), (.multiple, .bool),
      (.other, .bool), (.options, .options), (.valueSet, .text), (.optionsOf, .id), (.unit, .text),
      (.units, .options), (.control, .text), (.orientation, .text), (.columns, .integer),
    ] + RowNote.Kind.allCases.map { ($0.field, .text) } + [
      (.translations, .texts), (.markup, .texts), (.hidden, .bool), (.visible, .condition),
      (.variables, .variables), (.calculated, .expression), (.initialExpression, .expression),
      (.textExpression, .expression), (.checks, .checks), (.parentRow, .id),
    ] + repeats

  private static let repeats: [(name: FieldName, shape: FieldShape)] = [
    (.repeats, .bool), (.minOccurs, .integer), (.maxOccurs, .integer), (.instanceLabel, .text),
    (.template, .id),
  ]
}
