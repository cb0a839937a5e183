/// A record's named values, kept sorted by name so that equal records have equal codings.
///
/// Records are small (a row has about six fields), so a sorted array beats a dictionary in memory,
/// in time and in determinism.
public struct Fields: Hashable, Sendable {
  /// One named value.
  public struct Element: Hashable, Sendable {
    /// The field's name.
    public let name: FieldName
    /// What it holds.
    public var value: Value
  }

  private var elements: ContiguousArray<Element> = []

  /// Makes a record without fields.
  public init() {}

  // For callers that have the fields in order, each name once.
  init(sorted elements: ContiguousArray<Element>) { self.elements = elements }

  /// Tells whether two records have the same names with equal values.
  @_effects(readonly)
  public static func == (left: Fields, right: Fields) -> Bool {
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

  /// The value of a field; nil is absent, which is not ``Value/null``.
  ///
  /// - Complexity: O(n) in the number of fields.
  public subscript(name: FieldName) -> Value? {
    get { place(of: name).map { elements[$0].value } }
    set {
      // Answers stand behind what forms say of most rows.
      if let newValue, let last = elements.last, last.name < name {
        elements.append(Element(name: name, value: newValue))
        return
      }
      let place = place(of: name)
      if let newValue, let place {
        elements[place].value = newValue
      } else if let newValue {
        let place = elements.firstIndex { !($0.name < name) } ?? elements.endIndex
        elements.insert(Element(name: name, value: newValue), at: place)
      } else if let place {
        elements.remove(at: place)
      }
    }
  }

  /// Whether it has a field, without taking what that holds.
  ///
  /// - Complexity: O(n) in the number of fields.
  package func has(_ name: FieldName) -> Bool { place(of: name) != nil }

  // By index, so that nothing is copied: most that ask for a field ask for several.
  private func place(of name: FieldName) -> Int? {
    for place in elements.indices where elements[place].name == name { return place }
    return nil
  }

  /// Returns a copy with fields that are not in it yet, sorted by name: one pass and one allocation.
  func inserting(_ new: Element, _ next: Element? = nil) -> Fields {
    var copy = Fields()
    copy.elements.reserveCapacity(elements.count + 2)
    var index = 0
    copy.take(from: elements, at: &index, before: new)
    if let next { copy.take(from: elements, at: &index, before: next) }
    while index < elements.count {
      copy.elements.append(elements[index])
      index += 1
    }
    return copy
  }

  private mutating func take(
    from source: ContiguousArray<Element>, at index: inout Int, before new: Element
  ) {
    while index < source.count, source[index].name < new.name {
      elements.append(source[index])
      index += 1
    }
    elements.append(new)
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
  public var names: [FieldName] { elements.map(\.name) }

  /// Returns a copy with one field set, or absent when the value is nil.
  public func setting(_ name: FieldName, _ value: Value?) -> Fields {
    var copy = self
    copy[name] = value
    return copy
  }
}

extension Fields: ExpressibleByDictionaryLiteral {
  /// Makes a record; a name given twice keeps its last value.
  public init(dictionaryLiteral elements: (FieldName, Value)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension Fields: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { elements.startIndex }
  /// The position after the last.
  public var endIndex: Int { elements.endIndex }
  /// The field at a position, in the order of names.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Fields {
  /// The text of a field, if it is one.
  public func text(_ name: FieldName) -> String? { self[name]?.asText }

  /// Whether a field is the boolean true.
  public func isTrue(_ name: FieldName) -> Bool { self[name]?.asBool ?? false }
}
