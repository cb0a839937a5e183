/// A record's named values, kept sorted by name so that equal records have equal codings.
///
/// Records are small (a row has about six fields), so a sorted array beats a dictionary in memory,
/// in time and in determinism. A record that comes or goes whole shares the array with the row or section that it
/// is of, and has its place beside it.
public struct Fields: Hashable, Sendable, CustomStringConvertible, ExpressibleByDictionaryLiteral {
  /// One named value.
  public struct Element: Hashable, Sendable {
    /// The field's name.
    public let name: FieldName
    /// What it holds.
    public var value: Value
  }

  private var elements: ContiguousArray<Element> = []
  /// Two fields more, which no element is; nil for all but whole records of changes.
  private var place: RecordPlace?

  /// Makes a record without fields.
  public init() {}

  // For callers that have the fields in order, each name once.
  init(sorted elements: ContiguousArray<Element>) { self.elements = elements }

  /// Returns the same fields with a place, which none of them says yet.
  ///
  /// - Complexity: O(1); none of the fields is copied.
  func placed(in section: SectionID?, at order: OrderKey) -> Fields {
    var fields = Fields(sorted: elements)
    fields.place = RecordPlace(section: section, order: order)
    return fields
  }

  /// The order key that a record says.
  ///
  /// A record without a readable one comes first among its siblings rather than being refused.
  var order: OrderKey {
    if let place { return place.order }
    guard case .bytes(let bytes)? = self[.order] else { return OrderKey(bytes: []) }
    return OrderKey(bytes: bytes)
  }

  /// A row's record without its section and order key.
  ///
  /// - Complexity: O(1) for what ``placed(in:at:)`` has made, else O(n) in the number of fields.
  var unplaced: Fields {
    place == nil ? setting(.order, nil).setting(.section, nil) : Fields(sorted: elements)
  }

  /// Tells whether two records have the same names with equal values.
  @_effects(readonly) public static func == (left: Fields, right: Fields) -> Bool {
    if left.place != nil || right.place != nil { return left.isEqual(toPlaced: right) }
    if SharedStorage.isTriviallyIdentical(left.elements, right.elements) { return true }
    guard left.elements.count == right.elements.count else { return false }
    // By index, so that nothing is copied: a diff compares the fields of every row.
    for index in left.elements.indices {
      guard left.elements[index].name == right.elements[index].name,
        left.elements[index].value == right.elements[index].value
      else { return false }
    }
    return true
  }

  private func isEqual(toPlaced other: Fields) -> Bool {
    if let place, let another = other.place, place == another {
      return Fields(sorted: elements) == Fields(sorted: other.elements)
    }
    return elementsEqual(other)
  }

  /// The value of a field; nil is absent, which is not ``Value/null``.
  ///
  /// - Complexity: O(n) in the number of fields.
  public subscript(name: FieldName) -> Value? {
    get {
      if let index = index(of: name) { return elements[index].value }
      return place?[name]
    }
    set {
      if place != nil { self = Fields(sorted: ContiguousArray(self)) }
      // Answers stand behind what forms say of most rows.
      if let newValue, let last = elements.last, last.name < name {
        makeRoom()
        elements.append(Element(name: name, value: newValue))
        return
      }
      let index = index(of: name)
      if let newValue, let index {
        elements[index].value = newValue
      } else if let newValue {
        makeRoom()
        let index = elements.firstIndex { !($0.name < name) } ?? elements.endIndex
        elements.insert(Element(name: name, value: newValue), at: index)
      } else if let index {
        elements.remove(at: index)
      }
    }
  }

  // For one field more: an array that grows by itself takes room for twice as many, and a document of ten thousand
  // answers two megabytes.
  private mutating func makeRoom() { elements.reserveCapacity(elements.count + 1) }

  /// Whether it has a field, without taking what that holds.
  ///
  /// - Complexity: O(n) in the number of fields.
  package func has(_ name: FieldName) -> Bool { index(of: name) != nil || place?[name] != nil }

  // By index, so that nothing is copied: most that ask for a field ask for several.
  private func index(of name: FieldName) -> Int? {
    for index in elements.indices where elements[index].name == name { return index }
    return nil
  }

  /// Which of the fields it has that say where a record stands, what it follows and when it is
  /// shown.
  ///
  /// - Complexity: O(n) in the number of fields.
  package var traits: RecordTraits {
    var traits: RecordTraits = []
    for index in elements.indices { traits.formUnion(RecordTraits(elements[index].name)) }
    return traits
  }

  /// The names present, sorted by bytes.
  public var names: [FieldName] { map(\.name) }

  /// Returns a copy with one field set, or absent when the value is nil.
  public func setting(_ name: FieldName, _ value: Value?) -> Fields {
    var copy = self
    copy[name] = value
    return copy
  }

  /// Hashes names and values, one after the other.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }

  /// The text of a field, if it is one.
  public func text(_ name: FieldName) -> String? { self[name]?.asText }

  /// Whether these are the fields of a row whose answer stands in no history (rule H19).
  package var isSecret: Bool { text(.kind) == "secret" }

  /// Whether a field is the boolean true.
  public func isTrue(_ name: FieldName) -> Bool { self[name]?.asBool ?? false }

  /// The record as ``Notation`` writes it, however its fields stand in memory.
  public var description: String { Notation.text(of: .record(self)) }

  /// Makes a record; a name given twice keeps its last value.
  public init(dictionaryLiteral elements: (FieldName, Value)...) {
    self.elements.reserveCapacity(elements.count)
    for (name, value) in elements { self[name] = value }
  }
}

extension Fields: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { elements.startIndex }
  /// The position after the last.
  public var endIndex: Int { elements.endIndex + (place?.count ?? 0) }
  /// The field at a position, in the order of names.
  public subscript(position: Int) -> Element {
    place?[position, beside: elements] ?? elements[position]
  }
}
