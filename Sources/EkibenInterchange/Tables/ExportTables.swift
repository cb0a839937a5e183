public import EkibenDocuments
public import EkibenForms

/// The tables that all documents of a form fill: one with a line a document, and one for each section or
/// question that repeats, with a line an instance (rules I22, I23 and I24).
///
/// They depend on the revisions of the form alone, so that every export has the same columns.
public struct ExportTables: Sendable {
  /// How they are made.
  public struct Style: Sendable {
    /// Whether labels of options and titles of questions stand for codes and ids.
    public var showsLabels = false
    /// What titles and labels are read by: languages, and sets of options.
    public var context = InputContext.standard

    /// Codes and ids.
    public init() {}
  }

  /// What is known of a document besides its answers: the first columns.
  public struct Facts: Sendable {
    /// The document's name.
    public var document: DocumentName
    /// What may be done to it.
    public var status: DocumentStatus
    /// The revision of its form.
    public var revision: Int
    /// When it was started and last changed, as RFC 3339 has it.
    public var created, modified: String

    /// Puts them together.
    public init(
      document: DocumentName, status: DocumentStatus, revision: Int, created: String,
      modified: String
    ) {
      (self.document, self.status, self.revision) = (document, status, revision)
      (self.created, self.modified) = (created, modified)
    }
  }

  /// One table.
  public struct Table: Sendable {
    /// What repeats in it; nil for the one of the documents.
    public let template: RecordID?
    /// What it is called: the id of what repeats, with `section:` before it where a question has the same.
    public let name: String
    /// What its columns are called.
    public let header: [String]
    // The instances around one of its lines, from the outside.
    let around: [RecordID]
    let columns: [ExportColumn]
    let places: [RowID: Int]
  }

  /// The one of the documents first, the others in the order of the form.
  public let tables: [Table]
  private let places: [RecordID?: Int]

  /// Finds the columns: those of the first revision in their order, and among them where they stood those
  /// that only later ones of the list have.
  ///
  /// - Parameters:
  ///   - revisions: The contents of a form's revisions: the one that decides first.
  ///   - registry: Says which rows take answers.
  ///   - style: How they are made.
  /// - Complexity: O(rows of all revisions).
  public init(
    _ revisions: [Document], registry: ComponentRegistry = .standard, style: Style = Style()
  ) {
    let outlines = revisions.map { ExportOutline($0, registry, style) }
    let repeats = Self.merged(outlines.map(\.repeats))
    let isShared = Dictionary(grouping: repeats, by: \.text).filter { $1.count > 1 }
    func name(_ record: RecordID) -> String {
      if case .section = record, isShared[record.text] != nil { return "section:\(record.text)" }
      return record.text
    }
    tables = ([nil] + repeats).map { Table($0, outlines, name, style) }
    places = Dictionary(
      tables.enumerated().map { ($1.template, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of the table of a section or question that repeats, by its ``Table/name``; nil where none is
  /// called so.
  public func table(called name: String) -> Int? {
    tables.indices.dropFirst().first { ByteText.equal(tables[$0].name, name) }
  }

  /// One list of all that several have: the first as it is, and what only later ones have behind what it
  /// stood behind there.
  static func merged<Item: Hashable>(_ lists: [[Item]]) -> [Item] {
    var all = lists.first ?? []
    for list in lists.dropFirst() {
      let known = Set(all)
      var (anchor, after): (Item?, [Item?: [Item]]) = (nil, [:])
      for item in list {
        if known.contains(item) { anchor = item } else { after[anchor, default: []].append(item) }
      }
      if after.isEmpty { continue }
      all = (after[nil] ?? []) + all.flatMap { [$0] + (after[$0] ?? []) }
    }
    return all
  }

  /// The lines of a document.
  public struct Lines: Sendable {
    /// Each with the place of its table in ``ExportTables/tables``; the document's is the first.
    public internal(set) var lines: [(table: Int, cells: [CSVWriter.Cell])] = []
    /// The answers that no revision of the form has a column for: those of rows of the document's own.
    public internal(set) var answersWithoutColumn = 0
  }

  /// Turns a document into lines.
  ///
  /// - Complexity: O(answers, and columns of the lines).
  public func lines(of answers: DocumentAnswers, _ facts: Facts) -> Lines {
    var lines = Lines()
    for instance in answers.instances {
      guard let place = places[instance.template] else {
        lines.answersWithoutColumn += instance.answers.count
        continue
      }
      let table = tables[place]
      var cells = Self.keys(of: instance, in: table, answers, facts)
      let first = cells.count
      cells += table.columns.map { column in
        column.counted.map { .plain("\(instance.counts[$0] ?? 0)") } ?? .missing
      }
      for (row, value) in instance.answers {
        guard let at = table.places[row] else {
          lines.answersWithoutColumn += 1
          continue
        }
        var column = at
        while column < table.columns.count, table.columns[column].row == row {
          cells[first + column] = table.columns[column].cell(of: value)
          column += 1
        }
      }
      lines.lines.append((place, cells))
    }
    return lines
  }

  private static func keys(
    of instance: DocumentAnswers.Instance, in table: Table, _ answers: DocumentAnswers,
    _ facts: Facts
  ) -> [CSVWriter.Cell] {
    let document = CSVWriter.Cell.text(facts.document.rawValue)
    guard let record = instance.record else {
      return [
        document, .plain(facts.status.rawValue), .plain("\(facts.revision)"),
        .plain(facts.created), .plain(facts.modified),
      ]
    }
    var outer: [RecordID: RecordID] = [:]
    var at = instance.parent
    while at > 0 {
      let one = answers.instances[at]
      if let template = one.template { outer[template] = one.record }
      at = one.parent
    }
    let around = table.around.map { outer[$0].map { CSVWriter.Cell.text($0.text) } ?? .missing }
    return [document] + around + [.text(record.text), .plain("\(instance.position)")]
  }
}

extension ExportTables.Table {
  fileprivate init(
    _ template: RecordID?, _ outlines: [ExportOutline], _ name: (RecordID) -> String,
    _ style: ExportTables.Style
  ) {
    var (around, outer) = ([RecordID](), template)
    while let record = outer, around.count < DocumentStructure.mostNested {
      outer = outlines.lazy.compactMap { $0.around[record] }.first ?? nil
      if let outer { around.insert(outer, at: 0) }
    }
    let items = ExportTables.merged(outlines.map { $0.items[template] ?? [] })
    let columns = items.flatMap { item -> [ExportColumn] in
      switch item {
      case .row(let row):
        ExportColumn.all(of: row, outlines.compactMap { $0.questions[row] }, style)
      case .count(let record):
        [ExportColumn(counting: record, name(record), outlines.compactMap { $0.titles[record] })]
      }
    }
    let first =
      template == nil
      ? ["document", "status", "revision", "created", "modified"]
      : ["document"] + around.map(name) + ["instance", "position"]
    (self.template, self.around, self.columns) = (template, around, columns)
    self.name = template.map(name) ?? ""
    header = Self.header(first, columns, style)
    places = Dictionary(
      columns.enumerated().compactMap { at, column in column.row.map { ($0, at) } },
      uniquingKeysWith: min)
  }

  // Of titles some may be the same; ids never are.
  static func header(
    _ first: [String], _ columns: [ExportColumn], _ style: ExportTables.Style = ExportTables.Style()
  ) -> [String] {
    if style.showsLabels { return first + columns.map(\.title) }
    var (names, taken) = (first, Set(first))
    for column in columns {
      var name = column.name
      while !taken.insert(name).inserted { name = "row:" + name }
      names.append(name)
    }
    return names
  }
}
