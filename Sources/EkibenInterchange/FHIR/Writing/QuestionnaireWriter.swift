import EkibenDocuments
import EkibenForms

/// Writes a form as a FHIR R4 Questionnaire: what was read from one comes out as it was, and what was
/// changed since is changed there.
///
/// What an item says is put together from the fields of its record and read again; where it says
/// something else than they do, it is changed, and what it still does not say is told (``ExportWarning``).
struct QuestionnaireWriter {
  private let form: Form
  private let root: MemberList
  private let tree: WrittenTree
  private let contained: ContainedOptions
  private var warnings: [ExportWarning] = []

  init(_ form: Form) {
    self.form = form
    tree = WrittenTree(form.sections)
    root = form.fields.verbatim(.fhir).flatMap { MemberList(verbatim: $0) } ?? Self.fresh(form)
    contained = ContainedOptions(JSONCursor(written: root.json))
  }

  /// The Questionnaire, and what of the form it does not say.
  ///
  /// - Throws: ``ExportError`` where the form is nested too deep.
  /// - Complexity: O(n log n) in the size of the form.
  mutating func written() throws(ExportError) -> WrittenForm {
    if let record = tree.tooDeep { throw ExportError(record: record) }
    var records: [RecordID: WrittenItem] = [:]
    for record in tree.order {
      let row = AnsweredRow(tree.fields(of: record), form.components.registry)
      records[record] = WrittenItem(record, row, contained)
    }
    var conditions = WrittenConditions(tree, records)
    var items: [RecordID: JSON] = [:]
    // What is inside comes first.
    for record in tree.order.reversed() {
      guard var written = records[record] else { continue }
      conditions.write(&written)
      written.complete()
      warnings += written.warnings
      items[record] = written.item(with: tree.children(of: record).compactMap { items[$0] })
    }
    let json = questionnaire(tree.children(of: nil).compactMap { items[$0] })
    let places = Dictionary(uniqueKeysWithValues: tree.order.enumerated().map { ($1, $0) })
    return WrittenForm(
      bytes: json.encodedBytes(pretty: true, escapingTerminal: true) + [UInt8(ascii: "\n")],
      warnings: warnings.sorted { (places[$0.record] ?? -1) < (places[$1.record] ?? -1) })
  }

  private mutating func questionnaire(_ items: [JSON]) -> JSON {
    var members = root
    // One that was no text was not understood, and stands in what was kept.
    for name in FieldName.fhirTexts {
      if let text = form.fields.text(name) { members[name.rawValue] = .string(text) }
    }
    if !items.isEmpty || form.fields.verbatim(.fhir) == nil { members["item"] = .array(items) }
    if let order = form.fields.memberOrder { members.order(by: order) }
    var read = Fields()
    read.translate(.title, of: "title", in: JSONCursor(written: root.json))
    CarriedExpressions(JSONCursor(written: root.json)).read(into: &read)
    if read[.variables] != form.fields[.variables] {
      members.addLaunchContext(form.fields[.variables])
      members.setVariables(form.fields[.variables])
      var written = Fields()
      CarriedExpressions(JSONCursor(written: members.json)).read(into: &written)
      read[.variables] = written[.variables]
    }
    let names = Set(form.fields.names + read.names)
      .subtracting(FieldName.fhirTexts + [.fhir, .fhirOrder])
    for name in names.sorted(by: { ByteText.precedes($0.rawValue, $1.rawValue) })
    where read[name] != form.fields[name] {
      warnings.append(ExportWarning(record: .document, field: name))
    }
    return members.json
  }

  // A form that was not read from a Questionnaire. Of a status FHIR asks for one.
  private static func fresh(_ form: Form) -> MemberList {
    var members = MemberList()
    members["resourceType"] = "Questionnaire"
    let name = form.name.rawValue
    let isID =
      name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    if isID { members["id"] = .string(name) }
    members["status"] = "active"
    return members
  }
}

extension Fields {
  /// The order of an item's members, where it is not the usual one.
  var memberOrder: [String]? {
    verbatim(.fhirOrder).flatMap { JSON(text: $0) }?.array?.compactMap(\.string)
  }
}

extension JSONCursor {
  // What is written here was read before, a part at a time, or is bounded by the form.
  static let own = JSON.Limits(depth: 1_000, bytes: .max, nodes: .max, members: .max)

  /// A cursor on what was put together by hand, as if it had been read.
  init(written json: JSON) {
    let source = Array(json.encoded().utf8)
    do throws(JSONError) { try self.init(parsing: source, limits: Self.own) } catch {
      // What the writer writes, the parser reads.
      preconditionFailure("\(error)")
    }
  }
}
