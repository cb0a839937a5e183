package import EkibenDocuments
package import EkibenForms

/// A document that leaves as a QuestionnaireResponse: its answers, and what is said about them as a whole.
package struct ResponseDocument: Sendable {
  private let content: Document
  private let answers: DocumentAnswers
  private let status: DocumentStatus
  private let authored: String

  /// Puts together what leaves, and when it was written last as FHIR has instants.
  package init(
    _ content: Document, _ answers: DocumentAnswers, status: DocumentStatus, authored: String
  ) {
    (self.content, self.answers) = (content, answers)
    (self.status, self.authored) = (status, authored)
  }

  /// Writes the answers (rules I32 and I33).
  ///
  /// A response that the document began with comes out as it was, with what is answered otherwise; from then
  /// on status and time are those of the document.
  ///
  /// - Returns: A QuestionnaireResponse, and the answers that FHIR has no type for, or has otherwise.
  /// - Throws: ``ExportError`` where the form is nested deeper than one is read.
  /// - Complexity: O(n · depth) in the number of rows.
  package func written(
    registry: ComponentRegistry
  ) throws(ExportError) -> (json: JSON, warnings: [ExportWarning]) {
    let (json, warnings) = try withAllThatIsKept(registry)
    return (ResponseMask(content).masked(json), warnings)
  }

  private func withAllThatIsKept(
    _ registry: ComponentRegistry
  ) throws(ExportError) -> (json: JSON, warnings: [ExportWarning]) {
    let kept = content.fields.verbatim(.fhirResponse).flatMap { KeptResponse(verbatim: $0) }
    if status == .draft, let kept {
      // Hidden answers are in it as they came; those that are retired are not.
      let structure = DocumentStructure(content, Document.Index(content))
      let hasRetired = content.hasRetired
      let all = DocumentAnswers(of: content, at: structure.index) { record in
        !hasRetired || structure.retirement(of: record) == nil
      }
      let (members, warnings) = try written(all, kept, registry)
      if KeptResponse.digest(of: members.json) == kept.digest { return (members.json, warnings) }
    }
    var (members, warnings) = try written(answers, kept, registry)
    members["resourceType"] = "QuestionnaireResponse"
    if let url = content.fields.text(.url) {
      let version = content.fields.text("version").map { "|" + $0 } ?? ""
      let said = kept?.members["questionnaire"]?.string
      if kept == nil || said?.hasPrefix(url + "|") ?? false {
        members["questionnaire"] = .string(url + version)
      }
    }
    members["status"] = .string(status.responseStatus)
    members["authored"] = .string(authored)
    return (members.json, warnings)
  }

  private func written(
    _ answers: DocumentAnswers, _ kept: KeptResponse?, _ registry: ComponentRegistry
  ) throws(ExportError) -> (members: MemberList, warnings: [ExportWarning]) {
    var writer = ResponseWriter(
      Array(content.sections), answers, registry, kept: kept, hasTexts: kept?.hasTexts ?? true)
    if let record = writer.tooDeep { throw ExportError(record: record) }
    var members = kept?.members ?? MemberList()
    let list = KeptResponse.List(members["item"])
    members["item"] = list.with(list.merged(with: writer.items()))
    return (members, writer.warnings)
  }
}
