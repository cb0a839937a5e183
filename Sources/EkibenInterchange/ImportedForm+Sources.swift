public import EkibenDocuments
import EkibenForms

extension ImportedForm {
  /// The form with all that is kept as JSON text standing as it does in a document, wherever that is the same
  /// JSON.
  ///
  /// How a program spaces a file, or escapes its characters, says nothing of the form: one that was only written
  /// anew is no revision, and applying it changes nothing (rule F9, decision 0065).
  ///
  /// - Parameter document: What the form had before, or the document that it is to be applied to.
  /// - Returns: The form; numbers with other digits and members in another order are another JSON.
  /// - Complexity: O(n) in the size of both.
  public func spaced(as document: Document) -> ImportedForm {
    let index = Document.Index(document)
    var sections = form.sections
    for place in sections.indices {
      if let old = index[sections[place].id] {
        sections[place].fields.space(as: document.sections[old].fields)
      }
      for row in sections[place].rows.indices {
        guard let old = index[sections[place].rows[row].id] else { continue }
        sections[place].rows[row].fields.space(as: document[old].fields)
      }
    }
    var (spaced, fields) = (self, form.fields)
    fields.space(as: document.fields)
    spaced.form = Form(form.name, fields: fields, sections: sections, components: form.components)
    return spaced
  }
}

extension Fields {
  fileprivate mutating func space(as old: Fields) {
    for field in self where Self.holdsSource(field.value) {
      guard let other = old[field.name], other != field.value else { continue }
      self[field.name] = Self.spaced(field.value, as: other)
    }
  }

  private static func holdsSource(_ value: Value) -> Bool {
    switch value {
    case .verbatim: true
    case .list(let values): values.contains(where: holdsSource)
    case .record(let fields): fields.contains { holdsSource($0.value) }
    default: false
    }
  }

  private static func spaced(_ value: Value, as old: Value) -> Value {
    switch (value, old) {
    case (.verbatim(let new), .verbatim(let text)):
      return JSON(text: new).map { $0 == JSON(text: text) } ?? false ? old : value
    case (.list(let values), .list(let others)) where values.count == others.count:
      return .list(zip(values, others).map { spaced($0, as: $1) })
    case (.record(var fields), .record(let others)):
      fields.space(as: others)
      return .record(fields)
    default: return value
    }
  }
}
