/// The fields that Ekiben itself reads. Others are kept as they came.
extension FieldName {
  /// A row's answer.
  public static let value: FieldName = "value"
  /// What a person typed in a row that is no answer yet; the answer is what it was before (rule F59).
  public static let draft: FieldName = "draft"
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
  /// Of a form: whether changing an answer that was left needs a reason.
  public static let changesNeedReason: FieldName = "changesNeedReason"
  /// The greatest number of characters (of Swift's type `Character`) in a text answer.
  public static let maxLength: FieldName = "maxLength"
  /// The least number of characters in a text answer; see ``maxLength``.
  public static let minLength: FieldName = "minLength"
  /// The least answer: a number, a date, `today` or `today-18y`, or a quantity.
  public static let least: FieldName = "least"
  /// The greatest answer; see ``least``.
  public static let greatest: FieldName = "greatest"
  /// What a number has to be a multiple of, counted from its least or from 0.
  public static let step: FieldName = "step"
  /// The greatest number of digits after the decimal point.
  public static let decimals: FieldName = "decimals"
  /// The pattern that a whole text has to match.
  public static let pattern: FieldName = "pattern"
  /// The least number of answers to a question with several.
  public static let minCount: FieldName = "minCount"
  /// The greatest number of answers to a question with several.
  public static let maxCount: FieldName = "maxCount"
  /// What to say where a limit is broken, by the name of its rule.
  public static let messages: FieldName = "messages"
  /// The control that the form asks for.
  public static let control: FieldName = "control"
  /// Whether options stand below each other or in a line.
  public static let orientation: FieldName = "orientation"
  /// In how many columns options stand.
  public static let columns: FieldName = "columns"
  /// The number of a quantity.
  public static let number: FieldName = "number"
  /// Of a quantity whose number is a bound: `<`, `<=`, `>=` or `>`.
  public static let comparator: FieldName = "comparator"
  /// The unit of a number, shown beside it; of a quantity, its unit.
  public static let unit: FieldName = "unit"
  /// The units of a quantity, as options are written.
  public static let units: FieldName = "units"
  /// Whether a choice takes several options.
  public static let multiple: FieldName = "multiple"
  /// Whether a choice takes a text in one's own words; of an answer, that text.
  public static let other: FieldName = "other"
  /// The code system of an option's code.
  public static let system: FieldName = "system"
  /// The score of an option.
  public static let score: FieldName = "score"
  /// The location of an option's picture.
  public static let image: FieldName = "image"
  /// The heading under which an option is shown.
  public static let group: FieldName = "group"
  /// Whether choosing an option excludes all others.
  public static let exclusive: FieldName = "exclusive"
  /// The checks of a form, a section or a row: what has to hold of its answers.
  public static let checks: FieldName = "checks"
  /// Of an option: the formula while which it can be chosen (rule F46).
  public static let offered: FieldName = "offered"
  /// Of an option as it is shown: whether its set does not offer it any more.
  package static let former: FieldName = "ekiben:former"
  /// A help text of a row or option, shown on request.
  public static let help: FieldName = "help"
  /// Translations: by language, a record of the fields that hold texts.
  public static let translations: FieldName = "translations"
  /// Texts as they were written with markup, by field, where what is shown is reduced to plain text.
  public static let markup: FieldName = "markup"
  /// The language of a form's own texts, as in `en`.
  public static let language: FieldName = "language"
  /// A text below the label.
  public static let sublabel: FieldName = "sublabel"
  /// Instructions, shown before the answer.
  public static let instructions: FieldName = "instructions"
  /// A short hint that asks for the answer.
  public static let hint: FieldName = "hint"
  /// An answer as it may look, or the format that is wanted.
  public static let example: FieldName = "example"
  /// What is shown while a pointer rests on a question.
  public static let flyover: FieldName = "flyover"
  /// A legal text.
  public static let legal: FieldName = "legal"
  /// A message that the form shows at a question.
  public static let message: FieldName = "message"
  /// How many states a `Toggle` has: 2 or 3 (unanswered is one).
  public static let states: FieldName = "states"
  /// The options of a `Choice`: a list of records with `code` and `label`.
  public static let options: FieldName = "options"
  /// The URL or name of the set that holds the options of a `Choice`, where the form does not.
  public static let valueSet: FieldName = "valueSet"
  /// The row whose answer says which options there are: those whose `parent` it is (rule F54).
  public static let optionsOf: FieldName = "optionsOf"
  /// Of a row as it is shown and read: the codes that ``optionsOf`` has for an answer.
  package static let optionsUnder: FieldName = "ekiben:optionsUnder"
  /// Of a row as it is shown: the options of a set that its answer names.
  package static let chosen: FieldName = "ekiben:chosen"
  /// Of a row as it is listed: the first options of its set, and how many more that has.
  package static let listed: FieldName = "ekiben:listed"
  package static let moreOptions: FieldName = "ekiben:moreOptions"
  /// Of a section: the page that it stands on.
  public static let page: FieldName = "page"
  /// Of a row as it is drawn: its issues show; where it is false, not that its answer is missing.
  package static let issuesShown: FieldName = "ekiben:issuesShown"
  /// Of a row as it is drawn: the checks that are broken, and show here.
  package static let checksShown: FieldName = "ekiben:checksShown"
  /// The code of an option.
  public static let code: FieldName = "code"
  /// The label of an option.
  public static let label: FieldName = "label"
  /// The answer that a new document starts with.
  public static let initial: FieldName = "initial"
  /// Of a row: the expression that gives its answer, while nobody has given another one (rule E13).
  public static let calculated: FieldName = "calculated"
  /// Of a row: the expression that gives a new document its answer, once (rule E17).
  public static let initialExpression: FieldName = "initialExpression"
  /// Of a row or a section: the expression that gives the text to show in place of its own (rule F68).
  public static let textExpression: FieldName = "textExpression"
  /// When the record is shown: always, never, or while a formula holds.
  public static let visible: FieldName = "visible"
  /// The conditions of a FHIR item under which the record is shown, as the JSON that stood there; what
  /// of it can be said as a formula is ``visible``.
  public static let enableWhen: FieldName = "enableWhen"
  /// What a form decides where form engines differ in behaviour.
  public static let policies: FieldName = "policies"
  /// Whether the record is never shown; `show --all` draws it, marked (rule F29).
  public static let hidden: FieldName = "hidden"
  /// The row that a row stands under.
  public static let parentRow: FieldName = "parentRow"
  /// The section that a section stands in.
  public static let parent: FieldName = "parent"
  /// The row or section whose definition a row or section follows: it is one instance, or a part of one.
  public static let template: FieldName = "template"
  /// Whether a section or question can be filled in several times, an instance each.
  public static let repeats: FieldName = "repeats"
  /// The least number of instances.
  public static let minOccurs: FieldName = "minOccurs"
  /// The greatest number of instances.
  public static let maxOccurs: FieldName = "maxOccurs"
  /// What an instance is called, such as `Child`.
  public static let instanceLabel: FieldName = "instanceLabel"
  /// How deep a section is nested; 0 (or absent) at the top.
  public static let level: FieldName = "level"
  /// A section's header: a component record.
  public static let header: FieldName = "header"
  /// A section's footer: a component record.
  public static let footer: FieldName = "footer"
  /// The identifier by which tests of an app's screens find a row.
  public static let accessibilityIdentifier: FieldName = "accessibilityIdentifier"
  /// The names by which a person can address a row, as in voice control.
  public static let accessibilityLabels: FieldName = "accessibilityLabels"
  /// A small mark on an image.
  public static let badge: FieldName = "badge"
  /// What stands at the end of a row.
  public static let accessory: FieldName = "accessory"
  /// How a row looks, apart from its content.
  public static let style: FieldName = "style"
  /// The separators around and between the rows of a section.
  public static let separators: FieldName = "separators"
  /// Whether the action of a row is under way, so that it takes no tap.
  public static let loading: FieldName = "loading"
  /// The height of empty space, in the units of its host.
  public static let height: FieldName = "height"
  /// Texts that stand below each other.
  public static let texts: FieldName = "texts"
  /// What a row draws although it is no answer.
  public static let state: FieldName = "state"
  /// What stands side by side in a row: the records of components.
  public static let parts: FieldName = "parts"
  /// The text at the other side of a row.
  public static let detail: FieldName = "detail"
  /// The source text of what Ekiben does not know, byte for byte.
  public static let source: FieldName = "source"
  /// A form's canonical URL.
  public static let url: FieldName = "url"
}
