import Ekiben
import EkibenDocuments
import EkibenForms

/// A document as whoever reads it sees it: in the present or as it stood, with its rules and texts at work.
struct ShownDocument {
  let content: Document
  /// The number of the revision that it is on, or was.
  let revision: Int
  /// What is drawn of it, in the form's own words.
  let drawn: Document
  let context: InputContext
  private let store: Store
  private let environment: SessionEnvironment

  /// What it is called, in the language that is preferred; nil where neither it nor its form says.
  var title: String? { content.fields.shown { context }.text(.title) }

  /// Shows a document as it stood after an entry; nil is the present.
  init(_ reading: DocumentReading, at number: Int?, withHidden: Bool, _ call: Call) throws {
    let document = reading.document
    content = try number.map { try reading.store.content(of: document, at: $0) } ?? document.content
    (store, environment) = (reading.store, try call.sessionEnvironment)
    context = store.inputContext(environment)
    let index = number == nil ? document.index : Document.Index(content)
    let (moment, registry) = (context.expressionEnvironment, call.environment.registry)
    let rules =
      number == nil
      ? document.rules([], registry, in: moment, asStored: context.launchContext == .none)
      : RuleState(content, index, [], registry, in: moment)
    let issues = ShownIssues.reading(content, rules, in: context)
    let form = try reading.revision(of: content)
    revision = form.number
    let given = content.withoutTemplateAnswers(of: form.content, at: index)
    drawn = DrawnDocument(given, index, rules, issues, showsHidden: withHidden).document
  }

  /// What is drawn, or some sections of it, with the texts and options that a person is shown.
  ///
  /// - Complexity: O(n) in the number of rows.
  func worded(_ sections: [Document.Section]? = nil) throws(StoreError) -> Document {
    let part = sections.map { Document(keeping: drawn.fields, sections: $0) } ?? drawn
    return try part.shown(in: context).listingOptions(of: store, environment)
  }
}

extension Document {
  /// With the first options of rows whose options are in a set of the store, and how many more there are.
  fileprivate func listingOptions(
    of store: Store, _ environment: SessionEnvironment
  ) throws(StoreError) -> Document {
    var sections = Array(sections)
    for (at, section) in sections.enumerated() {
      for (place, row) in section.rows.enumerated() {
        guard let reference = row.fields.text(.valueSet),
          row.fields[.options]?.asList?.isEmpty ?? true, let set = try store.optionSet(reference)
        else { continue }
        let most = TableDrawing.mostOptions
        // How many belong to a parent only they say.
        let isUnder = row.fields[.optionsUnder] != nil
        let found = try store.options(for: row, limit: isUnder ? .max : most, in: environment) ?? []
        let more = (isUnder ? found.count : set.options) - most
        let listed = found.prefix(most).map { Value.record($0.record) }
        sections[at].rows[place].fields[.listed] = .list(listed)
        if more > 0 { sections[at].rows[place].fields[.moreOptions] = .integer(Int64(more)) }
      }
    }
    return Document(keeping: fields, sections: sections)
  }
}
