import EkibenDocuments

/// The ValueSets and CodeSystems of a file, and the options of each (rule I34).
///
/// What an expansion lists counts; else what is included, without what is excluded. Systems and sets that are
/// included as a whole are those of the file, or such that are known already.
struct ValueSets {
  typealias Concept = ListedConcepts.Concept

  /// Why a set has no options, and where it says so.
  struct Fault: Error {
    let kind: ImportError.Kind
    let cursor: JSONCursor
  }

  /// How deep sets may include each other.
  static let mostNested = 64
  /// How many concepts may be taken over from one set or system into another, all together.
  static let mostTaken = 4_000_000

  /// What is kept and not acted on.
  private(set) var notes: [ImportNote] = []
  private let resources: [RowID: JSONCursor]
  private let known: [String: [Fields]]
  private let keepsFilters: Bool
  private var found: [RowID: Result<[Concept], Fault>] = [:]
  private var open: Set<RowID> = []
  private var taken = 0

  /// Takes the resources of a file, and the options of what they call by some names.
  ///
  /// Filters that are not kept leave a set without options.
  init(_ resources: [JSONCursor], known: [String: [Fields]] = [:], keepsFilters: Bool = true) {
    let named = resources.compactMap { resource in
      resource.node["url"]?.string.map { (RowID(unchecked: $0), resource) }
    }
    self.resources = Dictionary(named) { first, _ in first }
    (self.known, self.keepsFilters) = (known, keepsFilters)
  }

  static func isValueSetOrCodeSystem(_ resource: JSONCursor) -> Bool {
    ["ValueSet", "CodeSystem"].contains(resource.node["resourceType"]?.string)
  }

  /// The systems and sets that a resource includes, as it calls them.
  static func references(in resource: JSONCursor) -> [String] {
    let parts = ["include", "exclude"].flatMap { resource.member("compose")?.elements($0) ?? [] }
    return parts.flatMap { part in
      [part.node["system"]?.string].compactMap(\.self)
        + (part.elements("valueSet") ?? []).compactMap(\.node.string)
    }
  }

  /// The options of a resource; of those with one system and code the first.
  mutating func options(of resource: JSONCursor) throws(Fault) -> [Concept] {
    let name = resource.node["url"]?.string.map { RowID(unchecked: $0) }
    guard let name, resources[name]?.node.range == resource.node.range else {
      return try evaluated(resource)
    }
    return try once(resource, name, resource)
  }

  private mutating func evaluated(_ resource: JSONCursor) throws(Fault) -> [Concept] {
    let concepts = try all(of: resource)
    var labels: [RowID: String?] = [:]
    var options: [Concept] = []
    for concept in concepts {
      let label = concept.fields.text(.label)
      switch labels.updateValue(label, forKey: concept.key) {
      case nil: options.append(concept)
      case let first? where first == label || concept.fields[.code] == nil: break
      default:
        let code = concept.fields.text(.code) ?? ""
        notes.append(ImportNote(.repeatedOption(code: code), at: concept.cursor))
      }
    }
    guard !options.isEmpty else { throw Fault(kind: .noCodes, cursor: resource) }
    return options
  }

  private mutating func all(of resource: JSONCursor) throws(Fault) -> [Concept] {
    if resource.node["resourceType"] == "CodeSystem" {
      let elements = resource.elements("concept") ?? []
      let concepts = read(elements, resource.node["url"]?.string, inner: "concept")
      if ["fragment", "example"].contains(resource.node["content"]?.string) {
        noteMissing(concepts, resource.member("count"), at: resource)
      }
      return concepts
    }
    if let expansion = resource.member("expansion"),
      let contains = expansion.elements("contains"), !contains.isEmpty
    {
      let concepts = read(contains, nil, inner: "contains")
      if let total = expansion.member("total")?.node.number.flatMap({ Int($0) }),
        total > concepts.count, expansion.node["offset"] != nil || concepts.count == contains.count
      {
        noteMissing(concepts, expansion.member("total"), at: expansion)
      }
      return concepts
    }
    guard let compose = resource.member("compose") else { return [] }
    return try composed(compose)
  }

  private mutating func read(
    _ elements: [JSONCursor], _ system: String?, inner: String?
  ) -> [Concept] {
    let list = ListedConcepts(elements, system: system, inner: inner)
    notes += list.notes
    return list.concepts
  }

  private mutating func noteMissing(
    _ concepts: [Concept], _ total: JSONCursor?, at cursor: JSONCursor
  ) {
    let total = total?.node.number.flatMap { Int($0) }
    notes.append(ImportNote(.partOfSet(listed: concepts.count, total: total), at: cursor))
  }
}

// What a set is composed of.
extension ValueSets {
  private mutating func composed(_ compose: JSONCursor) throws(Fault) -> [Concept] {
    var concepts: [Concept] = []
    for part in compose.elements("include") ?? [] {
      _ = try hasFilter(part)
      concepts += try included(part)
    }
    var (systems, keys) = (Set<String?>(), Set<RowID>())
    for part in compose.elements("exclude") ?? [] {
      if try hasFilter(part) { continue }
      if part.node["concept"] == nil, part.node["valueSet"] == nil {
        systems.insert(part.node["system"]?.string)
      } else {
        keys.formUnion(try included(part).lazy.map(\.key))
      }
    }
    if systems.isEmpty, keys.isEmpty { return concepts }
    return concepts.filter { !systems.contains($0.fields.text(.system)) && !keys.contains($0.key) }
  }

  private mutating func hasFilter(_ part: JSONCursor) throws(Fault) -> Bool {
    guard let filter = part.member("filter") else { return false }
    if !keepsFilters { throw Fault(kind: .noCodes, cursor: filter) }
    notes.append(ImportNote(.filterNotUsed, at: filter))
    return true
  }

  // What all that a part names have in common.
  private mutating func included(_ part: JSONCursor) throws(Fault) -> [Concept] {
    var lists: [[Concept]] = []
    let system = part.member("system")
    if let listed = part.elements("concept") {
      lists.append(labelled(read(listed, system?.node.string, inner: nil), system))
    } else if let system {
      lists.append(try options(calledBy: system))
    }
    for set in part.elements("valueSet") ?? [] { lists.append(try options(calledBy: set)) }
    guard let first = lists.first else { throw Fault(kind: .noCodes, cursor: part) }
    return lists.dropFirst().reduce(first) { common, list in
      let keys = Set(list.map(\.key))
      return common.filter { keys.contains($0.key) }
    }
  }

  // A concept without a label is called as in its system, where that is at hand.
  private mutating func labelled(_ concepts: [Concept], _ system: JSONCursor?) -> [Concept] {
    guard let system, concepts.contains(where: { $0.fields[.label] == nil }) else {
      return concepts
    }
    let all: [Concept]
    do throws(Fault) { all = try options(calledBy: system) } catch { return concepts }
    let labels = Dictionary(all.map { ($0.key, $0.fields[.label]) }) { first, _ in first }
    return concepts.map { concept in
      var concept = concept
      concept.fields[.label] = concept.fields[.label] ?? labels[concept.key] ?? nil
      return concept
    }
  }

  private mutating func options(calledBy cursor: JSONCursor) throws(Fault) -> [Concept] {
    guard let reference = cursor.node.string else {
      throw Fault(kind: .unknownValueSet(cursor.text), cursor: cursor)
    }
    let name = RowID(unchecked: String(reference.prefix { $0 != "|" }))
    let concepts =
      if let resource = resources[name] { try once(resource, name, cursor) } else {
        try known(reference, cursor)
      }
    taken += concepts.count
    guard taken <= Self.mostTaken else {
      throw Fault(kind: .tooManyConcepts(Self.mostTaken), cursor: cursor)
    }
    return concepts
  }

  // Also what has no options is looked at once.
  private mutating func once(
    _ resource: JSONCursor, _ name: RowID, _ cursor: JSONCursor
  ) throws(Fault) -> [Concept] {
    if let known = found[name] { return try known.get() }
    guard open.count < Self.mostNested, open.insert(name).inserted else {
      throw Fault(kind: .circularValueSet(name.rawValue), cursor: cursor)
    }
    defer { open.remove(name) }
    do throws(Fault) {
      let concepts = try evaluated(resource)
      found[name] = .success(concepts)
      return concepts
    } catch {
      found[name] = .failure(error)
      throw error
    }
  }

  private func known(_ reference: String, _ cursor: JSONCursor) throws(Fault) -> [Concept] {
    guard let options = known[reference] else {
      throw Fault(kind: .unknownValueSet(reference), cursor: cursor)
    }
    let system: Value? =
      if case .name("system")? = cursor.path.components.last { .text(reference) } else { nil }
    return options.map { option in
      let fields = option.setting(.component, nil)
      return Concept(fields: fields.setting(.system, fields[.system] ?? system), cursor: cursor)
    }
  }
}
