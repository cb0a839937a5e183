import EkibenDocuments
import EkibenForms

/// What a revision of a form has for tables: what stands in which, and what its questions say.
struct ExportOutline {
  /// What a table has columns for.
  enum Item: Hashable {
    case row(RowID)
    /// How many instances there are.
    case count(RecordID)
  }

  /// The sections and questions that repeat.
  private(set) var repeats: [RecordID] = []
  /// What repeats around each of them.
  private(set) var around: [RecordID: RecordID?] = [:]
  /// What stands in each, in order; nil is the document.
  private(set) var items: [RecordID?: [Item]] = [:]
  /// The rows that take answers.
  private(set) var questions: [RowID: ExportQuestion] = [:]
  /// What those that repeat are called.
  private(set) var titles: [RecordID: String] = [:]

  init(_ content: Document, _ registry: ComponentRegistry, _ style: ExportTables.Style) {
    let structure = DocumentStructure(content, Document.Index(content))
    for section in content.sections {
      let fields = style.showsLabels ? section.fields.shown { style.context } : section.fields
      var inside = structure.template(around: section).map { RecordID.section($0) }
      if fields.isTrue(.repeats) {
        let title = fields.text(.instanceLabel) ?? fields[.header]?.asRecord?.text(.text)
        add(.section(section.id), in: inside, title)
        inside = .section(section.id)
      }
      var homes: [RowID: RecordID?] = [:]
      for row in section.rows {
        let home = row.fields.text(.parentRow).flatMap { homes[RowID(unchecked: $0)] } ?? inside
        homes.updateValue(take(row, in: home, registry, style), forKey: row.id)
      }
    }
  }

  private mutating func take(
    _ row: Document.Row, in outer: RecordID?, _ registry: ComponentRegistry,
    _ style: ExportTables.Style
  ) -> RecordID? {
    let fields = style.showsLabels ? row.fields.shown { style.context } : row.fields
    var home = outer
    if fields.repeatsAsRow {
      add(.row(row.id), in: outer, fields.text(.title))
      home = .row(row.id)
    }
    if let question = ExportQuestion(registry.component(row.id, fields)) {
      items[home, default: []].append(.row(row.id))
      questions[row.id] = question
    }
    return home
  }

  private mutating func add(_ record: RecordID, in outer: RecordID?, _ title: String?) {
    repeats.append(record)
    around.updateValue(outer, forKey: record)
    items[outer, default: []].append(.count(record))
    titles[record] = title
  }
}

/// What a question of a revision says of its columns.
struct ExportQuestion {
  let title: String?
  let traits: InputTraits
  let set: String?

  /// Nil where no answer can stand: what is not known may have had one where it comes from.
  init?(_ component: any Component) {
    guard component.input != nil || component.behaviour(Opaque.self) != nil else { return nil }
    traits = component.input?.inputTraits ?? InputTraits(expects: "")
    title = component.record.text(.title)
    set = component.record.text(.valueSet)
  }

  var hasUnit: Bool {
    guard case .record(let members) = traits.shape else { return false }
    return members[.number] != nil && members[.unit] != nil
  }
}

/// A column of a table (rules I23 and I27).
struct ExportColumn: Sendable {
  private enum Part: String { case answer, other, unit, count }

  /// The row whose answers stand in it; nil where instances are counted.
  let row: RowID?
  /// Whose instances are counted.
  let counted: RecordID?
  let name: String
  let title: String
  private let part: Part
  // Of an answer in several columns, which others there are.
  private var hasOther = false
  private var hasUnit = false
  private(set) var takesSeveral = false
  // The options of all revisions by code, the one that decides first.
  private var options: [TextKey: [Choice.Option]] = [:]
  private var set: String?
  private let context: InputContext?

  /// The column that counts instances.
  init(counting record: RecordID, _ name: String, _ titles: [String]) {
    (row, counted, part, context) = (nil, record, .count, nil)
    self.name = "\(name).count"
    title = "\(titles.first ?? name) (count)"
  }

  /// The columns of a row: its answer; a text of one's own; its unit.
  static func all(
    of row: RowID, _ questions: [ExportQuestion], _ style: ExportTables.Style
  ) -> [ExportColumn] {
    let answer = ExportColumn(row, questions, .answer, style)
    var columns = [answer]
    if answer.hasOther { columns.append(ExportColumn(row, questions, .other, style)) }
    if answer.hasUnit { columns.append(ExportColumn(row, questions, .unit, style)) }
    return columns
  }

  private init(
    _ row: RowID, _ questions: [ExportQuestion], _ part: Part, _ style: ExportTables.Style
  ) {
    (self.row, self.part, counted) = (row, part, nil)
    context = style.showsLabels ? style.context : nil
    let title = questions.lazy.compactMap(\.title).first ?? row.rawValue
    name = part == .answer ? row.rawValue : "\(row.rawValue).\(part.rawValue)"
    self.title = part == .answer ? title : "\(title) (\(part.rawValue))"
    hasOther = questions.contains { $0.traits.takesOther }
    hasUnit = questions.contains { $0.hasUnit }
    takesSeveral = questions.contains { $0.traits.takesSeveral }
    set = questions.lazy.compactMap(\.set).first
    for option in questions.flatMap({ ($0.traits.options ?? []) + $0.traits.units }) {
      let code = TextKey(option.code)
      let isKnown = options[code]?.contains { $0.system == option.system } ?? false
      if !isKnown { options[code, default: []].append(option) }
    }
  }

  /// What stands here of an answer.
  ///
  /// - Complexity: O(n) in the length of the answer, and a look-up in a set of options for a label.
  func cell(of value: Value) -> CSVWriter.Cell {
    switch (part, value) {
    case (.answer, .record(let amount)) where hasUnit && amount[.number] != nil:
      amount[.number].map { number(of: amount, $0) } ?? .missing
    case (.unit, .record(let amount)):
      amount.text(.unit).map { .text(label(of: $0, nil)) } ?? .missing
    case (.unit, _), (.count, _), (_, .null): .missing
    case (_, .list(let values)): list(values)
    case (.other, _): text(of: value).map { .text(escaped($0)) } ?? .missing
    case (.answer, .bool), (.answer, .integer), (.answer, .decimal), (.answer, .date):
      .plain(ValueText.bare(value))
    case (.answer, _): text(of: value).map { .text(escaped($0)) } ?? .missing
    }
  }

  // A bound is no number that could be reckoned with.
  private func number(of amount: Fields, _ number: Value) -> CSVWriter.Cell {
    guard let comparator = amount.text(.comparator) else { return cell(of: number) }
    return .text("\(comparator) \(ValueText.bare(number))")
  }

  // Several stand behind each other, a semicolon between them.
  private func list(_ values: [Value]) -> CSVWriter.Cell {
    let texts = values.compactMap { text(of: $0).map(Self.escaped) }
    return texts.isEmpty ? .missing : .text(texts.joined(separator: ";"))
  }

  private func escaped(_ text: String) -> String { takesSeveral ? Self.escaped(text) : text }

  /// A text as one of several: a semicolon in it, or a backslash, has a backslash before it.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\\") }) else {
      return text
    }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == ";" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  // Of one answer, what belongs into this column; nil where it belongs into the other.
  private func text(of value: Value) -> String? {
    let isCoded = value.asText != nil || value.asRecord != nil
    guard isCoded, let picked = Choice.Picked(documentValue: value) else {
      return part == .other ? nil : ValueText.bare(value)
    }
    switch picked {
    case .other(let text): return part == .other || !hasOther ? text : nil
    case .option(let code, let system): return part == .other ? nil : label(of: code, system)
    }
  }

  // A code is enough where no revision has it twice.
  private func label(of code: String, _ system: String?) -> String {
    func isMeant(_ option: Choice.Option) -> Bool {
      guard ByteText.equal(option.code, code) else { return false }
      guard let system, let own = option.system else { return true }
      return ByteText.equal(own, system)
    }
    let known = options[TextKey(code)] ?? []
    if let context {
      if let option = known.first(where: isMeant) { return option.label }
      if let label = labelInSet(code, isMeant, context) { return label }
    }
    let isEnough = known.count == 1 && known[0].system != nil && isMeant(known[0])
    guard let system, !isEnough else { return code }
    return "\(system)|\(code)"
  }

  private func labelInSet(
    _ code: String, _ isMeant: (Choice.Option) -> Bool, _ context: InputContext
  ) -> String? {
    guard options.isEmpty, let set else { return nil }
    do throws(InputProblem) {
      return try context.options(set, code)?.first(where: isMeant)?.label
    } catch {
      return nil  // the code says as much as it did
    }
  }
}
