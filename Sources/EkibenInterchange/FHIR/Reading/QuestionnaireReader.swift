import EkibenDocuments
import EkibenForms

/// Reads a FHIR R4 Questionnaire as a form.
///
/// Groups become sections, questions and displays rows; what Ekiben does not understand becomes
/// opaque rows. Real files break FHIR's rules here and there, so only what is not JSON or no
/// Questionnaire is refused; all else is kept, with a warning.
struct QuestionnaireReader {
  let root: JSONCursor
  let naming: FormNaming
  let registry: ComponentRegistry

  func read() throws(ImportError) -> ImportedForm {
    let name = try naming.name(id: root.filled("id"), url: root.filled("url"))
    var members = MemberReader(root)
    let fields = fields(&members)
    let items = root.elements("item")
    let contained = ContainedOptions(root)
    let outline = QuestionnaireOutline((items ?? []).map { QuestionnaireItem($0, contained) })
    // What is kept and cannot be evaluated; of limits it is said elsewhere.
    let kept = QuestionnaireExpressions(root.node).all.filter {
      $0.verdict != .compiled && !["minValue", "maxValue"].contains($0.kind)
    }
    var notes = [ImportNote(modifying: root)].compactMap(\.self) + members.notes
    notes += kept.map { ImportNote(.expressionNotUsed($0), at: $0.offset) }
    if items == nil, let other = root.member("item") {
      notes.append(ImportNote(notUsed: "item", expected: "a list", other))
    } else if items?.isEmpty ?? true {
      notes.append(ImportNote(.empty, at: root))
    }
    return ImportedForm(
      form: Form(
        name, fields: fields, sections: outline.sections,
        components: LiveComponents(registry: registry)), format: .fhir,
      warnings: (notes + outline.notes).warnings(in: root), ownName: root.filled("id")?.node.string)
  }

  private func fields(_ members: inout MemberReader) -> Fields {
    if root.elements("item")?.isEmpty == false { members.skip("item") }
    var fields = Fields()
    for name in FieldName.fhirTexts { fields[name] = members.text(name.rawValue) }
    fields.translate(.title, of: "title", in: root)
    CarriedExpressions(root).read(into: &fields)
    fields[.fhir] = members.rest()
    fields[.fhirOrder] = members.order()
    return fields
  }
}
