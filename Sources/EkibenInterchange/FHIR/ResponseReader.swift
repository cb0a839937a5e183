package import EkibenDocuments
package import EkibenForms

/// Reads a FHIR R4 QuestionnaireResponse as the answers of a new document.
///
/// Items answer the items of the form with their linkId, where they stand; instances are made as there are
/// answers or groups. What does not fit is noted, and all of it is kept as it came in the document's field
/// `fhirResponse` (rule I33).
package struct ResponseReader {
  /// The document that begins with the answers.
  package private(set) var document: Document
  /// What was noticed, in the order of the file.
  package var warnings: [ImportWarning] {
    let places = SourcePlace.places(of: notes.map(\.mark), in: root.source)
    return zip(notes, places).map { ImportWarning(kind: $0.kind, place: $1) }
  }

  private let root: JSONCursor
  private let tree: QuestionnaireTree
  private let registry: ComponentRegistry
  private var index: Document.Index
  private let seed: [UInt8]
  private var added: UInt64 = 0
  private var notes: [ImportNote] = []
  private var given: Set<RowID> = []
  private var named: [RecordID?: [RowID: [RecordID]]] = [:]

  /// Reads a response.
  ///
  /// - Parameters:
  ///   - root: The root of the file.
  ///   - form: The content of the form, without instances.
  ///   - registry: Says what the answers of rows are.
  ///   - seed: Random bytes, of which the ids of instances are made.
  /// - Throws: ``ImportError`` where it is no QuestionnaireResponse.
  /// - Complexity: O(n) in the rows of the form and the size of the response, and as much for each instance.
  package init(
    _ root: JSONCursor, of form: Document, registry: ComponentRegistry, seed: [UInt8]
  ) throws(ImportError) {
    self.root = root
    guard root.node["resourceType"] == "QuestionnaireResponse" else {
      throw ImportError(.noResponse, at: root)
    }
    tree = QuestionnaireTree(Array(form.sections))
    (document, index) = (form, Document.Index(form))
    (self.registry, self.seed) = (registry, seed)
    begin()
    read(root.elements("item") ?? [], in: nil, of: "")
    forgetOthers()
    document.setField(.fhirResponse, to: .verbatim(root.text))
  }

  // The instances that there have to be.
  private mutating func begin() {
    do throws(StructureError) { try restructure(structure.beginning(nextIDs())) } catch {
      notes.append(ImportNote(.answerNotTaken(.document, "\(error)"), at: root))
    }
  }

  // From other bytes each time, so that none is tried again.
  private mutating func nextIDs() -> InstanceIDs {
    added += 1
    let known = index
    return InstanceIDs(seed + Array("\(added)".utf8)) { id in
      known[SectionID(unchecked: id)] != nil || known[RowID(unchecked: id)] != nil
    }
  }

  private var structure: DocumentStructure { DocumentStructure(document, index) }

  private mutating func restructure(_ change: StructureChange) throws(StructureError) {
    do throws(StaleChange) {
      let (next, update) = try document.restructured(by: Changeset(change.changes), at: index)
      document = next
      index.update(update, to: next)
    } catch {
      throw .unknown(error.change.record)  // never: the change was made for this very document
    }
  }

  // What a form suggests is not what was answered.
  private mutating func forgetOthers() {
    for section in document.sections {
      for row in section.rows where row.fields[.value] != nil && !given.contains(row.id) {
        if let place = index[row.id] { document.set(nil, at: place) }
      }
    }
  }
}

extension ResponseReader {
  private mutating func read(_ items: [JSONCursor], in parent: RecordID?, of instance: String) {
    var taken: [RecordID: Int] = [:]
    let groups = instances(for: items, in: parent, of: instance)
    for item in items {
      guard let record = record(for: item, in: parent, taken) else {
        notes.append(ImportNote(.unknownItem(item.node["linkId"]?.string), at: item))
        continue
      }
      let number = taken[record] ?? 0
      taken[record] = number + 1
      switch record {
      case .section:
        let inner = groups[record].map { number < $0.count ? $0[number] : nil } ?? instance
        if let inner { read(item.elements("item") ?? [], in: record, of: inner) }
      case .row(let id): answer(item, record, path(id.rawValue, instance), of: instance)
      case .document: break
      }
    }
  }

  // All that groups which repeat need, made at once.
  private mutating func instances(
    for items: [JSONCursor], in parent: RecordID?, of instance: String
  ) -> [RecordID: [String]] {
    var found: [RecordID: [String]] = [:]
    var wanted: [RecordID: [JSONCursor]] = [:]
    for item in items {
      guard let record = record(for: item, in: parent, [:]), case .section = record,
        tree.fields(of: record).isTrue(.repeats)
      else { continue }
      wanted[record, default: []].append(item)
    }
    for case .section(let id) in tree.children(of: parent) {
      guard let items = wanted[.section(id)] else { continue }
      let anchor = RecordID.section(SectionID(unchecked: path(id.rawValue, instance)))
      found[.section(id)] = instances(for: items, of: anchor)
    }
    return found
  }

  // The first item of that linkId that was not answered yet, or that repeats.
  private mutating func record(
    for item: JSONCursor, in parent: RecordID?, _ taken: [RecordID: Int]
  ) -> RecordID? {
    guard let linkID = item.node["linkId"]?.string else { return nil }
    return named(in: parent)[RowID(unchecked: linkID)]?.first { child in
      if case .section = child, tree.fields(of: child).isTrue(.repeats) { return true }
      return taken[child] == nil
    }
  }

  // By linkId, which is told apart by bytes as ids are.
  private mutating func named(in parent: RecordID?) -> [RowID: [RecordID]] {
    if let known = named[parent] { return known }
    var found: [RowID: [RecordID]] = [:]
    for child in tree.children(of: parent) {
      guard let linkID = tree.fields(of: child).linkID(of: child) else { continue }
      found[RowID(unchecked: linkID), default: []].append(child)
    }
    named[parent] = found
    return found
  }

  private func path(_ id: String, _ instance: String) -> String {
    instance.isEmpty ? id : "\(instance)/\(id)"
  }

  /// The ids of instances, one for each cursor if the form allows as many; those that are missing are added.
  private mutating func instances(for cursors: [JSONCursor], of anchor: RecordID) -> [String] {
    do throws(StructureError) {
      try add(cursors.count - instances(of: anchor).count, to: anchor)
    } catch {
      if case .tooMany(_, let greatest) = error {
        let rest = greatest - instances(of: anchor).count
        do throws(StructureError) { try add(rest, to: anchor) } catch {
          notes.append(ImportNote(.answerNotTaken(anchor, "\(error)"), at: cursors[0]))
        }
      }
      let count = instances(of: anchor).count
      for cursor in cursors.dropFirst(count) {
        notes.append(ImportNote(.answerNotTaken(anchor, "\(error)"), at: cursor))
      }
    }
    return instances(of: anchor)
  }

  private mutating func add(_ count: Int, to anchor: RecordID) throws(StructureError) {
    if count > 0 {
      try restructure(structure.adding(count, to: anchor, at: .last, nextIDs()))
    }
  }

  private func instances(of anchor: RecordID) -> [String] {
    switch anchor {
    case .document: []
    case .section(let id): structure.instances(of: id).map(\.rawValue)
    case .row(let id): structure.instances(of: id).map(\.rawValue)
    }
  }
}

extension ResponseReader {
  private mutating func answer(
    _ item: JSONCursor, _ record: RecordID, _ id: String, of instance: String
  ) {
    let answers = item.elements("answer") ?? []
    let fields = tree.fields(of: record)
    if fields.repeatsAsRow {
      let instances = instances(for: answers, of: .row(RowID(unchecked: id)))
      for (answer, inner) in zip(answers, instances) {
        set([answer], RowID(unchecked: inner), fields)
        read(answer.elements("item") ?? [], in: record, of: inner)
      }
      return
    }
    set(answers, RowID(unchecked: id), fields)
    let inner = answers.flatMap { $0.elements("item") ?? [] } + (item.elements("item") ?? [])
    read(inner, in: record, of: instance)
  }

  // An answer may have no value, and only hold what is under it.
  private mutating func set(_ elements: [JSONCursor], _ row: RowID, _ fields: Fields) {
    let answers = elements.filter { element in
      element.node.object?.contains { $0.name.hasPrefix("value") } ?? true
    }
    guard let first = answers.first, let place = index[row] else { return }
    guard let input = registry.component(row, fields).input else {
      return notes.append(ImportNote(.answerNotTaken(.row(row), "it takes no answer"), at: first))
    }
    let values = answers.compactMap { QuestionnaireValue($0)?.value }
    do throws(InputError) {
      let value: Value? = input.inputTraits.takesSeveral ? .list(values) : values.first
      guard let value, values.count == answers.count, values.count == 1 || value.asList != nil
      else { throw InputError(row: row, .notShown) }
      document.set(try input.acceptInitial(value), at: place)
      given.insert(row)
    } catch {
      let expected = input.inputTraits.expects
      notes.append(ImportNote(.answerNotTaken(.row(row), "it takes \(expected)"), at: first))
    }
  }
}

extension FieldName {
  /// The QuestionnaireResponse that a document began with, as it came.
  package static let fhirResponse: FieldName = "fhirResponse"
}
