public import EkibenDocuments
public import EkibenExpressions

/// A description of a document, meant as a template; publishing it makes an immutable revision.
///
/// ```swift
/// let intake = Form("intake", title: "Clinic intake") {
///   Section("person", header: "About you") {
///     TextInput(.name, title: "Name").required()
///   }
/// }
/// ```
public struct Form: Sendable {
  /// The form's name, unique among the forms and documents of a store.
  public let name: DocumentName
  /// The form's own fields, such as its title.
  public let fields: Fields
  /// The sections, in order.
  public let sections: [Document.Section]
  /// The components that stand in them, as they were written.
  public let components: LiveComponents

  /// Writes a form, O(n) in the number of rows.
  public init(
    _ name: DocumentName, title: String? = nil, url: String? = nil,
    @FormBuilder<Section> sections: () -> [Section]
  ) {
    var fields = Fields()
    fields[.title] = title.map(Value.text)
    fields[.url] = url.map(Value.text)
    let sections = sections()
    self.init(
      name, fields: fields, sections: sections.map(\.section),
      components: LiveComponents(of: sections))
  }

  /// Takes a form's records, as readers of other formats make them.
  public init(
    _ name: DocumentName, fields: Fields, sections: some Sequence<Document.Section>,
    components: LiveComponents = .none
  ) {
    (self.name, self.fields, self.components) = (name, fields, components)
    self.sections = Array(sections)
  }

  /// Sets what the form decides where form engines differ in behaviour (rule E3).
  public func policies(_ policies: RulePolicies) -> Form {
    let record = policies.record
    return setting(.policies, record.isEmpty ? nil : .record(record))
  }

  /// Asks for a reason wherever an answer that was left is changed, taken away or brought back (rule F60).
  public func changesNeedReason(_ needsReason: Bool = true) -> Form {
    setting(.changesNeedReason, needsReason ? .bool(true) : nil)
  }

  /// The form with a check more, asked of the whole document.
  public func checked(_ check: Check) -> Form { setting(.checks, fields.adding(check)) }

  /// Names what an expression in FHIRPath gives, for all expressions of the form; the nearest of a name wins.
  public func variable(_ name: String, _ fhirPath: String) -> Form {
    setting(.variables, fields.adding(variable: name, fhirPath))
  }

  /// Names what a host hands over for the expressions of the form: launch context such as `patient`, or the result
  /// of a query (rule E19).
  ///
  /// In a Questionnaire stand `patient`, `encounter`, `location`, `user` and `study`, and no other name.
  public func launchContext(_ name: String) -> Form {
    setting(.variables, fields.adding(variable: name, nil))
  }

  private func setting(_ name: FieldName, _ value: Value?) -> Form {
    Form(self.name, fields: fields.setting(name, value), sections: sections, components: components)
  }

  /// The form's title, or its name.
  public var title: String { fields.text(.title) ?? name.rawValue }

  /// The document that the form describes.
  ///
  /// - Throws: ``EkibenDocuments/DuplicateIDs`` when an id occurs twice, naming all of them.
  /// - Complexity: O(n) in the number of rows.
  public func document() throws(DuplicateIDs) -> Document {
    try Document(fields: fields, sections: sections)
  }

  /// The sections and rows whose formulas decide about each other's being shown, each circle as a path that
  /// leads back to where it begins (rule F37).
  ///
  /// - Throws: ``EkibenDocuments/DuplicateIDs`` when an id occurs twice, naming all of them.
  /// - Complexity: O(n) in the number of rows and what their formulas read.
  public func circles() throws(DuplicateIDs) -> [[RecordID]] {
    let document = try document()
    return RuleIndex(document, Document.Index(document), components.rules).cycles
  }

  /// What a table shows of the form while nobody has answered anything.
  ///
  /// - Throws: ``EkibenDocuments/DuplicateIDs`` when an id occurs twice, naming all of them.
  /// - Complexity: O(n) in the number of rows.
  public func content() throws(DuplicateIDs) -> TableContent {
    TableContent(try document().drawn, components: components)
  }
}
