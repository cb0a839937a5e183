package import EkibenDocuments
package import EkibenForms

/// Reads a FHIR R4 QuestionnaireResponse as the answers of a new document.
///
/// Items answer the items of the form with their linkId, where they stand; instances are made as there are
/// answers or groups. What does not fit is noted, and what the answers do not say is kept as it came in the
/// document's field `fhirResponse` (rule I33, ``KeptResponse``).
package struct ResponseReader {
  /// The document that begins with the answers.
  package private(set) var document: Document
  /// What was noticed, in the order of the file.
  package var warnings: [ImportWarning] { notes.warnings(in: root) }

  private let root: JSONCursor
  private let tree: WrittenTree
  private let registry: ComponentRegistry
  private var index: Document.Index
  private let seed: [UInt8]
  private var added: UInt64 = 0
  private var notes: [ImportNote] = []
  private var given: Set<RowID> = []
  private var named: [RecordID?: [RowID: [RecordID]]] = [:]
  // What items and answers stand for, by where they begin, and the answers whose values were taken.
  private var records: [Int: RecordID] = [:]
  private var taken: Set<Int> = []

  /// Reads a response to a form that has no instances yet; their ids are made of random bytes.
  ///
  /// - Throws: ``ImportError`` where it is no QuestionnaireResponse.
  /// - Complexity: O(n) in the rows of the form and the size of the response, and as much for each instance.
  package init(
    _ root: JSONCursor, of form: Document, registry: ComponentRegistry, seed: [UInt8]
  ) throws(ImportError) {
    self.root = root
    guard root.node["resourceType"] == "QuestionnaireResponse" else {
      throw ImportError(.noResponse, at: root)
    }
    tree = WrittenTree(Array(form.sections))
    (document, index) = (form, Document.Index(form))
    (self.registry, self.seed) = (registry, seed)
    begin()
    read(root.elements("item") ?? [], in: nil, of: "")
    forgetOthers()
    document.setField(.fhirResponse, to: .verbatim(kept().text))
  }

  private func kept() -> KeptResponse {
    let hasTexts = ResponseKeeper.hasTexts(root.node)
    let mask = ResponseMask(document)
    let response = mask.masked(root.node) { item in
      records[item.range.lowerBound].map { isSecret($0) }
    }
    // The store does the same with the answers themselves.
    var shown = document
    for row in given where mask.hasSecrets && isSecret(.row(row)) {
      if let place = index[row] { shown.set(.masked, at: place) }
    }
    let answers = DocumentAnswers(of: shown, at: index) { _ in true }
    var writer = ResponseWriter(
      Array(shown.sections), answers, registry, kept: nil, hasTexts: hasTexts)
    writer.noted = .init()
    // Of a form that is too deep to be written nothing is, and all is kept.
    _ = writer.items()
    var keeper = ResponseKeeper(records, taken: taken, writer.noted ?? .init())
    return keeper.kept(of: response, hasTexts: hasTexts)
  }

  private func isSecret(_ record: RecordID) -> Bool {
    guard case .row(let id) = record, let row = structure.row(id) else { return false }
    return structure.definition(of: row).isSecret
  }

  // The instances that there have to be.
  private mutating func begin() {
    do throws(StructureError) {
      try restructure(structure.beginning(nextIDs(), isSuggested: false))
    } catch { notes.append(ImportNote(.answerNotTaken(.document, "\(error)"), at: root)) }
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

  private mutating func read(_ items: [JSONCursor], in parent: RecordID?, of instance: String) {
    let answered = records(of: items, in: parent)
    let groups = instances(for: zip(items, answered), in: parent, of: instance)
    var numbers: [RecordID: Int] = [:]
    for (item, record) in zip(items, answered) {
      guard let record else {
        notes.append(ImportNote(.unknownItem(item.node["linkId"]?.string), at: item))
        continue
      }
      let number = numbers[record, default: 0]
      numbers[record] = number + 1
      switch record {
      case .section(let id):
        let inner = groups[record].map { number < $0.count ? $0[number] : nil } ?? instance
        guard let inner else { break }
        let own = groups[record] == nil ? path(id.rawValue, instance) : inner
        note(item, .section(SectionID(unchecked: own)))
        read(item.elements("item") ?? [], in: record, of: inner)
      case .row(let id):
        note(item, .row(RowID(unchecked: path(id.rawValue, instance))))
        answer(item, record, path(id.rawValue, instance), of: instance)
      case .document: break
      }
    }
  }

  // All that groups which repeat need, made at once.
  private mutating func instances(
    for items: some Sequence<(JSONCursor, RecordID?)>, in parent: RecordID?, of instance: String
  ) -> [RecordID: [String]] {
    var found: [RecordID: [String]] = [:]
    let wanted = Dictionary(grouping: items, by: \.1)
    for case .section(let id) in tree.children(of: parent) {
      guard let items = wanted[.section(id)], isGroupThatRepeats(.section(id)) else { continue }
      let anchor = RecordID.section(SectionID(unchecked: path(id.rawValue, instance)))
      found[.section(id)] = instances(for: items.map(\.0), of: anchor)
    }
    return found
  }

  private func isGroupThatRepeats(_ record: RecordID) -> Bool {
    guard case .section = record else { return false }
    return tree.fields(of: record).isTrue(.repeats)
  }

  // What each item answers: of several things of its linkId the first that takes what is in it, and that was
  // not answered yet or repeats.
  private mutating func records(of items: [JSONCursor], in parent: RecordID?) -> [RecordID?] {
    var free: [RowID: ArraySlice<RecordID>] = [:]
    return items.map { item in
      guard let linkID = item.node["linkId"]?.string.map({ RowID(unchecked: $0) }) else {
        return nil
      }
      var left = free.removeValue(forKey: linkID) ?? ArraySlice(named(in: parent)[linkID] ?? [])
      defer { free[linkID] = left }
      let place = left.count < 2 ? nil : left.firstIndex { takes(item, $0) }
      guard let at = place ?? left.indices.first else { return nil }
      let record = left[at]
      if !isGroupThatRepeats(record) {
        if at == left.startIndex { left.removeFirst() } else { left.remove(at: at) }
      }
      return record
    }
  }

  private mutating func takes(_ item: JSONCursor, _ record: RecordID) -> Bool {
    let answers = item.elements("answer")
    if let answers {
      guard case .row(let row) = record else { return false }
      let fields = tree.fields(of: record)
      guard let input = registry.component(row, fields).input else { return false }
      // Of what repeats each is of an instance of its own.
      let together = fields.repeatsAsRow ? Array(answers.prefix(1)) : answers
      let values = together.filter(\.holdsValue)
      do throws(InputError) {
        if !values.isEmpty { _ = try input.answer(values, fields, row) }
      } catch { return false }
    }
    let inner = (item.elements("item") ?? []) + (answers?.first?.elements("item") ?? [])
    return inner.first?.node["linkId"]?.string.map {
      named(in: record)[RowID(unchecked: $0)] != nil
    } ?? true
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

  private mutating func note(_ element: JSONCursor, _ record: RecordID) {
    records[element.node.range.lowerBound] = record
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
    if count > 0 { try restructure(structure.adding(count, to: anchor, at: .last, nextIDs())) }
  }

  private func instances(of anchor: RecordID) -> [String] {
    switch anchor {
    case .document: []
    case .section(let id): structure.instances(of: id).map(\.rawValue)
    case .row(let id): structure.instances(of: id).map(\.rawValue)
    }
  }

  private mutating func answer(
    _ item: JSONCursor, _ record: RecordID, _ id: String, of instance: String
  ) {
    let answers = item.elements("answer") ?? []
    let fields = tree.fields(of: record)
    if fields.repeatsAsRow {
      let instances = instances(for: answers, of: .row(RowID(unchecked: id)))
      for (answer, inner) in zip(answers, instances) {
        note(answer, .row(RowID(unchecked: inner)))
        set([answer], RowID(unchecked: inner), fields)
        read(answer.elements("item") ?? [], in: record, of: inner)
      }
      for other in item.elements("item") ?? [] {
        notes.append(ImportNote(.unknownItem(other.node["linkId"]?.string), at: other))
      }
      return
    }
    set(answers, RowID(unchecked: id), fields)
    let inner = answers.flatMap { $0.elements("item") ?? [] } + (item.elements("item") ?? [])
    read(inner, in: record, of: instance)
  }

  // An answer may have no value, and only hold what is under it.
  private mutating func set(_ elements: [JSONCursor], _ row: RowID, _ fields: Fields) {
    let answers = elements.filter(\.holdsValue)
    guard let first = answers.first, let place = index[row] else { return }
    guard let input = registry.component(row, fields).input else {
      return notes.append(ImportNote(.answerNotTaken(.row(row), "it takes no answer"), at: first))
    }
    if take(answers, at: place, as: row, fields, input) { return }
    func note(_ answer: JSONCursor, _ reason: String? = nil) {
      let code = answer.node["valueCoding"]?["code"]?.string
      let found =
        fields.isSecret
        ? "; of a secret a mask alone is kept" : code.map { ", not \(Notation.quoted($0))" } ?? ""
      let reason = reason ?? "it takes \(input.inputTraits.expects)\(found)"
      notes.append(ImportNote(.answerNotTaken(.row(row), reason), at: answer))
    }
    if !input.inputTraits.takesSeveral { return note(first) }
    // Of several each is taken that fits, once.
    var (fitting, known) = ([JSONCursor](), Set<Value>())
    for answer in answers {
      do throws(InputError) {
        let isNew = known.insert(try input.answer([answer], fields, row)).inserted
        if isNew { fitting.append(answer) } else { note(answer, "it is there already") }
      } catch { note(answer) }
    }
    if fitting.isEmpty || take(fitting, at: place, as: row, fields, input) { return }
    note(fitting[0])
  }

  private mutating func take(
    _ answers: [JSONCursor], at place: Document.Place, as row: RowID, _ fields: Fields,
    _ input: any InputComponent
  ) -> Bool {
    do throws(InputError) {
      document.set(try input.answer(answers, fields, row), at: place)
    } catch { return false }
    given.insert(row)
    taken.formUnion(answers.lazy.map { $0.node.range.lowerBound })
    return true
  }
}

extension JSONCursor {
  /// Whether an answer has a value; what is no object was meant to be one.
  fileprivate var holdsValue: Bool { node.object == nil || node.hasValue }
}
