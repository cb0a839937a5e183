public import EkibenDocuments

/// Why a file is no form, and where it says so: facts, worded in one place.
public struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The JSON is broken, or something else stands where a form has its parts; says what.
    case content(String)
    /// The file is neither our own form nor FHIR.
    case unrecognised
    /// The file is of a format that is known and not read.
    case foreign(ForeignFormat)
    /// Neither the file nor the caller says what the form or set is called.
    case noName
    /// The file is a FHIR resource of another type.
    case otherResource(type: String)
    /// The file is no FHIR QuestionnaireResponse, which was asked for.
    case noResponse
    /// The file is not of the format that was asked for.
    case otherFormat(expected: FormFormat)
    /// The file is no FHIR ValueSet, no CodeSystem and no Bundle, which was asked for.
    case noValueSet
    /// A ValueSet or a CodeSystem lists no codes that could be chosen.
    case noCodes
    /// A Bundle has neither a ValueSet nor a CodeSystem that lists codes.
    case noValueSets
    /// Codes are included from a system or a set that is not at hand.
    case unknownValueSet(String)
    /// A set includes itself by way of others, or sets include each other too deep.
    case circularValueSet(String)
    /// Sets take over more concepts from each other than this.
    case tooManyConcepts(Int)
    /// A name was chosen, and the file has as many sets.
    case severalSets(Int)
    /// The form is of a version of our format that this program does not know.
    case version(String)
    /// The form's name is not a legal one.
    case name(InvalidName)
    /// Ids that occur more than once, all of them.
    case duplicates([Duplicate])
  }

  /// An id that occurs more than once.
  public struct Duplicate: Equatable, Sendable {
    /// The section or row.
    public let id: RecordID
    /// Every place where it occurs, in order.
    public let places: [SourcePlace]
  }

  /// What is wrong.
  public let kind: Kind
  /// Where; nil where the file as a whole is meant, or a name that did not come from it.
  public let place: SourcePlace?

  init(_ kind: Kind, at place: SourcePlace? = nil) {
    (self.kind, self.place) = (kind, place)
  }

  init(_ kind: Kind, at cursor: JSONCursor) {
    self.init(kind, at: SourcePlace(SourceMark(cursor), in: cursor.source))
  }

  /// A file that is no form.
  init(noForm root: JSONCursor, _ kind: FileKind) {
    switch (kind, root.node["resourceType"]?.string) {
    case (.foreign(let format), _): self.init(.foreign(format))
    case (_, let type?): self.init(.otherResource(type: type), at: root)
    case (_, nil): self.init(.unrecognised, at: root)
    }
  }

  init(_ error: JSONError) { self.init(.content(error.kind.description), at: error.place) }

  /// One line for a person: the place and what is wrong there.
  ///
  /// Nothing in it can drive a terminal.
  public var description: String {
    guard let place else { return kind.description }
    return "\(place): \(kind.description)"
  }
}

extension ImportError.Kind: CustomStringConvertible {
  /// What is wrong, without its place.
  public var description: String {
    switch self {
    case .content(let reason): reason
    case .unrecognised:
      "this is not a form; recognised are a FHIR R4 Questionnaire (\"resourceType\": "
        + "\"Questionnaire\") and our own form JSON (\"ekiben-form\": 1)"
    case .foreign(let format):
      "this is \(format.rawValue), which is not read; a form is read as a FHIR R4 Questionnaire in JSON, or as "
        + "our own form JSON"
    case .noName: "nothing in it says what it is called; --as gives it a name"
    case .otherResource(let type):
      "this is a FHIR \(JSONError.shortened(Notation.shown(type), to: 40)); "
        + "a form is a FHIR Questionnaire"
    case .noResponse: "this is not a FHIR QuestionnaireResponse"
    case .otherFormat(.fhir): "this is not a FHIR Questionnaire"
    case .otherFormat(.ekiben): "this is not our own form JSON (\"ekiben-form\": 1)"
    case .noValueSet: "this is not a FHIR ValueSet or CodeSystem, nor a Bundle"
    case .noCodes: "it lists no codes that could be chosen"
    case .noValueSets: "this Bundle has no ValueSet and no CodeSystem that lists codes"
    case .unknownValueSet(let url):
      "the codes of \(JSONError.shortened(Notation.shown(url), to: 200)) are neither in this file nor in the "
        + "store; import them first, or a ValueSet with its expansion"
    case .circularValueSet(let url):
      "\(JSONError.shortened(Notation.shown(url), to: 200)) includes itself, or sets include each other "
        + "deeper than \(ValueSets.mostNested)"
    case .tooManyConcepts(let most):
      "the sets of this file take over more than \(most) concepts from each other"
    case .severalSets(let count): "one name was given, and the file has \(count) sets of options"
    case .version(let version):
      "version \(JSONError.shortened(Notation.shown(version), to: 40)) of our form JSON is not known; this program "
        + "reads \"ekiben-form\": 1"
    case .name(let problem):
      "the form's name is not a legal one: \(Notation.shown(problem.description))"
    case .duplicates(let duplicates):
      "these ids occur more than once: \(duplicates.map(\.description).joined(separator: "; "))"
    }
  }
}

extension ImportError.Duplicate: CustomStringConvertible {
  /// The id and where it occurs, such as `name (line 3, column 5 and line 9, column 5)`.
  public var description: String {
    let places = places.map { "line \($0.line), column \($0.column)" }.joined(separator: " and ")
    return "\(id == .document ? "the document" : Notation.text(of: id)) (\(places))"
  }
}
