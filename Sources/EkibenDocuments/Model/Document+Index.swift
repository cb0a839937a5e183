extension Document {
  /// Where a row stands.
  public struct Place: Hashable, Comparable, Sendable {
    /// The index of its section.
    public var section: Int
    /// Its index in that section.
    public var row: Int

    /// Makes a place.
    public init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

    /// Sections first, then rows.
    public static func < (left: Place, right: Place) -> Bool {
      (left.section, left.row) < (right.section, right.row)
    }
  }

  /// An index from the ids of a document's sections and rows to their places.
  ///
  /// It belongs to a document's owner, not to the value, so that values stay small. Rows are known by
  /// the number of their section, which stays when others come and go before it: so an owner can bring
  /// it up to date at the cost of what changed.
  public struct Index: Sendable {
    // The only element: so a copy of an index, which goes along with every copy of a stored document, holds on to
    // one thing in memory and not to seven.
    private var all: ContiguousArray<Contents>

    var contents: Contents {
      _read { yield all[0] }
      _modify { yield &all[0] }
    }

    /// Whether a section or row repeats, or did, and there may be instances: false is certain.
    package var mayRepeat: Bool { contents.mayRepeat }

    /// Reads a document once.
    ///
    /// - Complexity: O(n).
    public init(_ document: Document) { self.init(document, hasRepeatingRow: nil) }

    /// The same where it may be known whether a row repeats.
    package init(_ document: Document, hasRepeatingRow known: Bool?) {
      all = [Contents(document, hasRepeatingRow: known)]
    }

    /// The place of a row; nil where there is no such row.
    ///
    /// - Complexity: O(1).
    public subscript(row: RowID) -> Place? {
      contents.homes[row].map { Place(section: contents.places[Int($0.section)], row: Int($0.row)) }
    }

    /// The place of a section; nil where there is no such section.
    ///
    /// - Complexity: O(1).
    public subscript(section: SectionID) -> Int? { contents.place(of: section) }

    /// The ids of the rows, in no order.
    package var rows: Set<RowID> { Set(contents.homes.keys) }

    /// How many rows there are.
    public var rowCount: Int { contents.homes.count }

    /// The sections under each section, in order, but for those that follow a definition.
    var parts: [SectionID: [SectionID]] { contents.parts }

    /// Those that follow a definition, in order.
    var copies: [SectionID: [SectionID]] { contents.copies }
  }

  /// The row at a place.
  public subscript(place: Place) -> Row {
    chunk(around: place)[place.row & (ChunkedList<Row>.width - 1)]
  }

  /// A field, by default the answer, of the row at a place.
  ///
  /// - Complexity: O(log n); neither the row nor its section is copied.
  package func value(of field: FieldName = .value, at place: Place) -> Value? {
    chunk(around: place)[place.row & (ChunkedList<Row>.width - 1)].fields[field]
  }

  /// The place behind another one in its section, where a certain row stands there.
  ///
  /// Whoever looks rows up in the order of the document finds most of them so, without a hash.
  ///
  /// - Complexity: O(log n).
  package func place(behind place: Place, of row: RowID) -> Place? {
    let next = Place(section: place.section, row: place.row + 1)
    let chunks = sections.chunk(at: next.section)
    let rows = chunks[next.section & (ChunkedList<Section>.width - 1)].rows
    guard next.row < rows.count else { return nil }
    let chunk = rows.chunk(at: next.row)
    return chunk[next.row & (ChunkedList<Row>.width - 1)].id == row ? next : nil
  }

  private func chunk(around place: Place) -> ContiguousArray<Row> {
    let sections = sections.chunk(at: place.section)
    return sections[place.section & (ChunkedList<Section>.width - 1)].rows.chunk(at: place.row)
  }

  /// The row of an id, found by looking through the document.
  ///
  /// - Complexity: O(n); owners of many look-ups keep an ``Index``.
  public func row(_ id: RowID) -> Row? {
    for section in sections {
      if let row = section.rows.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  /// The section of an id, found by looking through the document.
  ///
  /// - Complexity: O(n) in the number of sections.
  public func section(_ id: SectionID) -> Section? { sections.first { $0.id == id } }

  /// Sets a field, by default the answer, of the row at a place.
  ///
  /// - Complexity: O(1), apart from copying what is shared with other documents.
  package mutating func set(_ value: Value?, of field: FieldName = .value, at place: Place) {
    sections.update(at: place.section) { section in
      section.rows.update(at: place.row) { $0.fields[field] = value }
    }
  }

  /// Sets the answer of the row behind a place of which the answer was set last, where a certain row stands there.
  ///
  /// Whoever answers rows in the order of the document needs no look-up for most of them.
  ///
  /// - Returns: Whether it was set, and taken out of where it was, so that its text is not touched in memory; the row
  ///   may stand there all the same.
  /// - Complexity: O(1).
  package mutating func set(_ value: inout Value?, of row: RowID, behind place: Place) -> Bool {
    sections.updateBesideLast(at: place.section) { section in
      section.rows.updateBesideLast(at: place.row + 1) { next in
        guard next.id == row else { return false }
        next.fields[.value] = value.take()
        return true
      }
    }.flatMap(\.self) ?? false
  }

  package mutating func setField(_ name: FieldName, to value: Value?) { fields[name] = value }
}

extension Document.Index {
  struct Home {
    var section: Int32
    var row: Int32
  }

  struct Contents {
    var homes: [RowID: Home] = [:]
    var numbers: [SectionID: Int32] = [:]
    /// The place of each section, by its number.
    var places: [Int] = []
    /// The numbers of the sections, in the order of the document.
    var order: [Int32] = []
    /// The numbers that no section has any more.
    var unused: [Int32] = []
    /// The sections under each section, in order: those that follow a definition apart from the others.
    var parts: [SectionID: [SectionID]] = [:]
    var copies: [SectionID: [SectionID]] = [:]
    var mayRepeat = false

    init(_ document: Document, hasRepeatingRow known: Bool?) {
      mayRepeat = known ?? false
      homes.reserveCapacity(document.rowCount)
      for (at, section) in document.sections.enumerated() {
        let number = Int32(truncatingIfNeeded: at)
        numbers[section.id] = number
        places.append(at)
        order.append(number)
        if section.fields.traits.meets(.repeating) { mayRepeat = true }
        if let (parent, isCopy) = section.fields.standing {
          self[under: parent, isCopy].append(section.id)
        }
        var row: Int32 = 0
        // By index, so that no row is copied.
        for chunk in section.rows.chunks {
          for at in chunk.indices {
            homes[chunk[at].id] = Home(section: number, row: row)
            row += 1
            if known == nil, !mayRepeat, chunk[at].fields.traits.meets(.repeating) {
              mayRepeat = true
            }
          }
        }
      }
    }

    func place(of section: SectionID) -> Int? { numbers[section].map { places[Int($0)] } }

    subscript(under parent: SectionID, isCopy: Bool) -> [SectionID] {
      get { (isCopy ? copies[parent] : parts[parent]) ?? [] }
      _modify {
        if isCopy { yield &copies[parent, default: []] } else { yield &parts[parent, default: []] }
      }
    }
  }
}

extension Fields {
  /// Of a row: the section that it stands in.
  var section: SectionID? { text(.section).map { SectionID(unchecked: $0) } }

  /// Of a section: the one that it stands in, and whether it follows a definition.
  var standing: (parent: SectionID, isCopy: Bool)? {
    guard let parent = text(.parent) else { return nil }
    return (SectionID(unchecked: parent), text(.template) != nil)
  }
}
