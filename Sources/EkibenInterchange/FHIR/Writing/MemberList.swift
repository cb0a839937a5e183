import EkibenDocuments

/// The members of a JSON object that is being put together, in order.
struct MemberList {
  /// The members; no two have one name.
  private(set) var members: [JSON.Member]

  init(_ members: [JSON.Member] = []) { self.members = members }

  /// The members of an object that was kept as text; nil where it is no object.
  init?(verbatim text: String, limits: JSON.Limits = .standard) {
    guard let members = JSON(text: text, limits: limits)?.object else { return nil }
    self.members = members
  }

  var json: JSON { JSON(content: .object(members)) }

  /// The value of a member; one that is new takes the place that FHIR gives it, and nil takes it away.
  subscript(name: String) -> JSON? {
    get { members.first { ByteText.equal($0.name, name) }?.value }
    set {
      let place = members.firstIndex { ByteText.equal($0.name, name) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?):
        let place = Self.place(of: name, among: members.map(\.name))
        members.insert(JSON.Member(name: name, value: value), at: place)
      case (nil, nil): break
      }
    }
  }

  /// Puts the members that a list names in its order; the others take their places among them.
  mutating func order(by names: [String]) {
    var rest = members
    // A name that somebody wrote twice counts once.
    members = names.compactMap { name in
      rest.firstIndex { ByteText.equal($0.name, name) }.map { rest.remove(at: $0) }
    }
    for member in rest { self[member.name] = member.value }
  }
}

// Where members stand if nothing says otherwise.
extension MemberList {
  // As the elements of Questionnaire and its items are listed by FHIR R4.
  private static let ranks: [String: Int] = {
    let names = [
      "resourceType", "questionnaire", "id", "meta", "implicitRules", "language", "contained",
      "extension", "modifierExtension", "url", "identifier", "version", "name", "title",
      "derivedFrom", "status", "authored", "experimental", "subjectType", "date", "publisher",
      "contact", "description", "linkId", "definition", "code", "prefix", "text", "_text", "type",
      "enableWhen", "enableBehavior", "required", "repeats", "readOnly", "maxLength", "options",
      "option", "answerValueSet", "answerOption", "initial", "item",
    ]
    return Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }()

  private static func place(of name: String, among names: [String]) -> Int {
    guard let rank = ranks[name] else { return names.count }
    return names.firstIndex { ranks[$0].map { $0 > rank } ?? false } ?? names.count
  }

  /// The order in which members come out if some were put back among those that were kept.
  static func order(putting taken: [String], among kept: [String]) -> [String] {
    var names = kept
    for name in taken.sorted(by: { ranks[$0, default: 0] < ranks[$1, default: 0] }) {
      names.insert(name, at: place(of: name, among: names))
    }
    return names
  }
}

// Extensions, by the last part of their URLs, as they are read.
extension MemberList {
  /// Says something by extensions: as many as there are values, or none.
  ///
  /// One that is there keeps all but its value.
  mutating func setExtensions(_ name: String, _ values: [JSON.Member], base: String = Self.core) {
    var rest = values[...]
    var elements: [JSON] = []
    for element in self["extension"]?.array ?? [] {
      let last = element["url"]?.string?.split(separator: "/").last ?? ""
      guard ByteText.equal(String(last), name) else {
        elements.append(element)
        continue
      }
      guard let value = rest.popFirst() else { continue }
      elements.append(JSON(content: .object(Self.replacing(value, in: element.object ?? []))))
    }
    for value in rest {
      elements.append(.object([("url", .string(base + name)), (value.name, value.value)]))
    }
    if elements.isEmpty, self["extension"]?.array == nil { return }
    self["extension"] = elements.isEmpty ? nil : .array(elements)
  }

  static func replacing(_ value: JSON.Member, in members: [JSON.Member]) -> [JSON.Member] {
    guard let place = members.firstIndex(where: \.isValue) else { return members + [value] }
    let (before, after) = (members[..<place], members[place...].filter { !$0.isValue })
    return before + [value] + after
  }

  /// Where the extensions of FHIR itself are defined.
  static let core = "http://hl7.org/fhir/StructureDefinition/"
  /// Where those of Structured Data Capture are.
  static let sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/"
}
