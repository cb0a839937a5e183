/// The fields that Ekiben itself reads. Others are kept as they came.
extension FieldName {
  /// A row's answer.
  public static let value: FieldName = "value"
  /// The section that a row stands in.
  public static let section: FieldName = "section"
  /// The order key among siblings.
  public static let order: FieldName = "order"
  /// The registered name of the component that shows a row.
  public static let component: FieldName = "component"
  /// What a text input takes, such as plain text or whole numbers.
  public static let kind: FieldName = "kind"
  /// The question or label.
  public static let title: FieldName = "title"
  /// A number or letter shown before the title, such as `1.2`.
  public static let prefix: FieldName = "prefix"
  /// The text of a `Description`.
  public static let text: FieldName = "text"
  /// What an empty input shows.
  public static let placeholder: FieldName = "placeholder"
  /// Whether an answer must be given before submitting.
  public static let required: FieldName = "required"
  /// Whether a person cannot change the answer.
  public static let readOnly: FieldName = "readOnly"
  /// The greatest number of Characters in a text answer.
  public static let maxLength: FieldName = "maxLength"
  /// How many states a `Toggle` has: 2 or 3 (unanswered is one).
  public static let states: FieldName = "states"
  /// The options of a `Choice`: a list of records with `code` and `label`.
  public static let options: FieldName = "options"
  /// The URL of the options of a `Choice` that live outside the form.
  public static let valueSet: FieldName = "valueSet"
  /// The code of an option.
  public static let code: FieldName = "code"
  /// The label of an option.
  public static let label: FieldName = "label"
  /// The answer that a new document starts with; kept, not acted on yet.
  public static let initial: FieldName = "initial"
  /// When the record is shown; kept, not acted on yet.
  public static let visible: FieldName = "visible"
  /// The conditions of a FHIR item under which the record is shown, as the JSON that stood there;
  /// kept, not acted on yet.
  public static let enableWhen: FieldName = "enableWhen"
  /// Whether the record is never shown; kept, not acted on yet.
  public static let hidden: FieldName = "hidden"
  /// The row that a row stands under.
  public static let parentRow: FieldName = "parentRow"
  /// The section that a section stands in.
  public static let parent: FieldName = "parent"
  /// How deep a section is nested; 0 (or absent) at the top.
  public static let level: FieldName = "level"
  /// A section's header: a component record.
  public static let header: FieldName = "header"
  /// A section's footer: a component record.
  public static let footer: FieldName = "footer"
  /// The source text of what Ekiben does not know, byte for byte.
  public static let source: FieldName = "source"
  /// A form's canonical URL.
  public static let url: FieldName = "url"
}
