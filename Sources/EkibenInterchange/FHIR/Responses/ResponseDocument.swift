package import EkibenDocuments
package import EkibenForms

/// A document that leaves as a QuestionnaireResponse: its answers, and what is said about them as a whole.
package struct ResponseDocument: Sendable {
  /// The content, with its form.
  package let content: Document
  /// The answers that leave.
  package let answers: DocumentAnswers
  /// Whether it is final.
  package let status: DocumentStatus
  /// When it was written last, as FHIR has instants.
  package let authored: String

  /// Puts together what leaves.
  package init(
    _ content: Document, _ answers: DocumentAnswers, status: DocumentStatus, authored: String
  ) {
    (self.content, self.answers) = (content, answers)
    (self.status, self.authored) = (status, authored)
  }

  /// A QuestionnaireResponse, and what of the document is not in it.
  package struct Written {
    /// The response.
    package let json: JSON
    /// Answers that FHIR has no type for.
    package var warnings: [ExportWarning] = []
  }

  /// Writes the answers (rules I32 and I33).
  ///
  /// A response that the document began with comes out as it was, with what is answered otherwise; from then
  /// on status and time are those of the document.
  ///
  /// - Throws: ``ExportError`` where the form is nested deeper than one is read.
  /// - Complexity: O(n · depth) in the number of rows.
  package func written(registry: ComponentRegistry) throws(ExportError) -> Written {
    let kept = content.fields.verbatim(.fhirResponse).flatMap { KeptResponse(verbatim: $0) }
    if status == .draft, let kept {
      // Hidden answers are in it as they came.
      let all = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
      let (members, warnings) = try written(all, kept, registry)
      if KeptResponse.digest(of: members.json) == kept.digest {
        return Written(json: members.json, warnings: warnings)
      }
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
    members["status"] = .string(Self.status(of: status))
    members["authored"] = .string(authored)
    return Written(json: members.json, warnings: warnings)
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

  /// A status in the words of FHIR.
  package static func status(of status: DocumentStatus) -> String {
    statuses[status] ?? "in-progress"
  }

  private static let statuses: [DocumentStatus: String] = [
    .draft: "in-progress", .final: "completed", .deleted: "entered-in-error",
  ]
}
