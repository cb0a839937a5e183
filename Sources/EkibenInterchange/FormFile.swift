public import EkibenDocuments
public import EkibenForms

/// Reads a file that defines a form, whatever its format, and writes our own.
public enum FormFile {
  /// Reads a form from the bytes of a file.
  ///
  /// The form is called `name` if that is given, else what the file says (`form`, or the `id` of a
  /// Questionnaire), else the last part of its `url`, else `fallback`. The format is recognised,
  /// unless `format` says which one it has to be. What the answers of rows are, the components of the
  /// registry say.
  ///
  /// - Throws: ``ImportError`` when the file is no form or its name is not legal.
  /// - Complexity: O(n log n) in the size of the file.
  public static func read(
    _ bytes: [UInt8], named fallback: String, as name: String? = nil, format: FormFormat? = nil,
    registry: ComponentRegistry = .standard
  ) throws(ImportError) -> ImportedForm {
    try read(ImportFile(bytes), named: fallback, as: name, format: format, registry: registry)
  }

  /// Reads a form from a file that was looked at.
  package static func read(
    _ file: ImportFile, named fallback: String, as name: String? = nil, format: FormFormat? = nil,
    registry: ComponentRegistry
  ) throws(ImportError) -> ImportedForm {
    let root = try file.root
    guard case .form(let recognised) = file.kind else { throw ImportError(noForm: root, file.kind) }
    if let format, format != recognised {
      throw ImportError(.otherFormat(expected: format), at: root)
    }
    let naming = FormNaming(chosen: name, fallback: fallback)
    var found: ImportedForm
    switch recognised {
    case .ekiben:
      var reader = FormReader(root: root, naming: naming, registry: registry)
      found = try reader.read()
    case .fhir:
      found = try QuestionnaireReader(root: root, naming: naming, registry: registry).read()
    }
    do throws(DuplicateIDs) {
      found.warnings += try found.form.circles().map {
        ImportWarning(kind: .circle($0), place: SourcePlace(line: 1))
      }
    } catch {}  // what repeats an id is refused when it is published
    return found
  }

  /// Reads an answer as our own JSON has it beside its row.
  ///
  /// - Throws: ``ImportError`` when the text is no JSON, or not of the kind that the row takes.
  /// - Complexity: O(n) in the length of the text.
  public static func answer(
    _ json: String, of row: Document.Row, registry: ComponentRegistry = .standard
  ) throws(ImportError) -> Value {
    let input = registry.component(row.id, row.fields).input
    do throws(JSONError) {
      let cursor = try JSONCursor(parsing: Array(json.utf8))
      return try FieldShape.answer(input?.inputTraits.shape ?? .any).read(cursor)
    } catch { throw ImportError(error) }
  }

  /// Writes a form as a FHIR R4 Questionnaire.
  ///
  /// One that was read from a Questionnaire and not changed since comes out equal as JSON, with its digits
  /// and the order of its members; of one that was changed, the change comes out as far as FHIR can say it
  /// (rule I30).
  ///
  /// - Returns: The Questionnaire, and what of the form it does not say.
  /// - Throws: ``ExportError`` where the form is nested deeper than a Questionnaire is read.
  /// - Complexity: O(n log n) in the size of the form.
  public static func writeQuestionnaire(_ form: Form) throws(ExportError) -> WrittenForm {
    var writer = QuestionnaireWriter(form)
    return try writer.written()
  }

  /// Writes a form, or a document with its answers, as our own JSON.
  ///
  /// It reads back as an equal form, and equal forms are written alike: members that Ekiben knows
  /// come first, the others follow sorted by name, each as it was read. Texts have nothing in them that
  /// could drive a terminal; what is kept as JSON stands there byte for byte. What was typed and is no answer is
  /// left out (rule F59).
  ///
  /// - Complexity: O(n) in the size of the form.
  public static func write(_ form: Form) -> [UInt8] {
    FormWriter.node(of: form).encodedBytes(pretty: true, escapingTerminal: true) + [
      UInt8(ascii: "\n")
    ]
  }
}

/// A format in which forms are read.
public enum FormFormat: String, Hashable, Sendable, CaseIterable {
  /// Our own form JSON.
  case ekiben
  /// A FHIR R4 Questionnaire as JSON.
  case fhir
}

/// A form as it was read, with what its reader noticed.
public struct ImportedForm: Sendable {
  /// The form.
  public internal(set) var form: Form
  /// The format that it was read from.
  public let format: FormFormat
  /// What its reader noticed, in the order of the file.
  public internal(set) var warnings: [ImportWarning]
  /// What the file itself calls the form; nil where it does not say.
  public let ownName: String?

  /// How many sections the form has.
  public var sectionCount: Int { form.sections.count }

  /// How many rows the form has.
  public var rowCount: Int { form.sections.reduce(0) { $0 + $1.rows.count } }

  /// How many of the rows are kept without being understood.
  public var opaqueCount: Int {
    // A row of an instance is what its template is.
    form.sections.lazy.flatMap(\.rows).count {
      $0.fields[.template] == nil && form.components.component(of: $0) is Opaque
    }
  }

  /// The form with all that is kept as JSON text standing as it does in a document, wherever that is the same JSON.
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
