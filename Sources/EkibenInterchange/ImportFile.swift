import EkibenDocuments

/// What a file is, by how it begins and what members it has (rule I35).
package enum FileKind: Equatable, Sendable {
  /// A definition of a form.
  case form(FormFormat)
  /// A set of options in our own JSON.
  case optionSet
  /// A FHIR ValueSet, a CodeSystem, or a Bundle.
  case valueSets
  /// A FHIR QuestionnaireResponse.
  case response
  /// A FHIR resource of another type.
  case resource(String)
  /// A document's history.
  case history
  /// A format of others, which is not read.
  case foreign(ForeignFormat)
  /// None that is known.
  case unknown

  /// What a file is that is no single JSON text, by its first bytes; nil where it may be one.
  init?(beginning bytes: [UInt8]) {
    if HistoryHeader.begins(bytes) {
      self = .history
    } else if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      // The names of files in it stand before each, and again at the end.
      let names = String(decoding: bytes.prefix(65_536) + bytes.suffix(65_536), as: UTF8.self)
      let isSheet = ["xl/workbook", "opendocument.spreadsheet"].contains { names.contains($0) }
      self = .foreign(isSheet ? .spreadsheet : .archive)
    } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      self = .foreign(.spreadsheet)
    } else {
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let text = bytes.dropFirst(isMarked ? 3 : 0).drop { [9, 10, 13, 32].contains($0) }
      guard text.first == UInt8(ascii: "<") else { return nil }
      let beginning = String(decoding: text.prefix(65_536), as: UTF8.self)
      let format: ForeignFormat =
        beginning.contains("\"http://www.w3.org/2002/xforms\"")
        ? .xform : beginning.contains("\"http://hl7.org/fhir\"") ? .fhirXML : .xml
      self = .foreign(format)
    }
  }

  /// What a JSON text is, by the members of its root.
  init(of root: JSON) {
    if let type = root["resourceType"]?.string {
      self =
        switch type {
        case "Questionnaire": .form(.fhir)
        case "ValueSet", "CodeSystem", "Bundle": .valueSets
        case "QuestionnaireResponse": .response
        default: .resource(type)
        }
    } else if root["ekiben-form"] != nil {
      self = .form(.ekiben)
    } else if root["ekiben-options"] != nil {
      self = .optionSet
    } else {
      self = ForeignFormat(of: root).map { .foreign($0) } ?? .unknown
    }
  }
}

/// A format of forms, or of files that hold them, which is recognised and not read.
public enum ForeignFormat: String, Hashable, Sendable, CaseIterable {
  /// An XForm, such as ODK has.
  case xform = "an XForm"
  /// FHIR as XML.
  case fhirXML = "FHIR as XML"
  /// Another XML file.
  case xml = "XML"
  /// A spreadsheet, such as an XLSForm.
  case spreadsheet = "a spreadsheet, perhaps an XLSForm"
  /// A zip archive with something else in it.
  case archive = "a zip archive"
  /// A form of SurveyJS.
  case surveyJS = "a SurveyJS form"
  /// A form of Form.io.
  case formIO = "a Form.io form"
  /// A layout of JSON Forms.
  case layout = "a layout of JSON Forms"
  /// A JSON Schema.
  case jsonSchema = "a JSON Schema"

  fileprivate init?(of root: JSON) {
    func holds(_ list: String, _ names: String...) -> Bool {
      guard let elements = root[list]?.array, !elements.isEmpty else { return false }
      return elements.allSatisfy { element in names.contains { element[$0] != nil } }
    }
    if root["$schema"]?.string?.contains("json-schema.org") == true
      || root["type"] == "object" && root["properties"]?.object != nil
    {
      self = .jsonSchema
    } else if root["type"]?.string?.hasSuffix("Layout") == true, holds("elements", "type") {
      self = .layout
    } else if holds("components", "key", "input") {
      self = .formIO
    } else if holds("pages", "elements", "questions") || holds("elements", "name") {
      self = .surveyJS
    } else {
      return nil
    }
  }
}

/// A file that is to be read: what it is, and its root where it is JSON.
package struct ImportFile: Sendable {
  package let kind: FileKind
  package let bytes: [UInt8]
  private let json: JSONCursor?

  /// Looks at a file.
  ///
  /// - Throws: ``ImportError`` where it is neither JSON nor anything else that is known.
  /// - Complexity: O(n) in the size of the file.
  package init(_ bytes: [UInt8]) throws(ImportError) {
    self.bytes = bytes
    if let kind = FileKind(beginning: bytes) {
      (self.kind, json) = (kind, nil)
      return
    }
    do throws(JSONError) {
      let root = try JSONCursor(parsing: bytes)
      (kind, json) = (FileKind(of: root.node), root)
    } catch { throw ImportError(error) }
  }

  /// The root.
  ///
  /// - Throws: ``ImportError`` where the file is no JSON text.
  package var root: JSONCursor {
    get throws(ImportError) {
      if let json { return json }
      if case .foreign(let format) = kind { throw ImportError(.foreign(format)) }
      throw ImportError(.unrecognised)
    }
  }
}
