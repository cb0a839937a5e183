import EkibenDocuments
package import EkibenExpressions

extension JSON {
  init(_ scalar: ElementTreeBuilder.Scalar) {
    self =
      switch scalar {
      case .bool(let bool): .bool(bool)
      case .number(let digits): .number(digits: digits) ?? .null
      case .text(let text): .string(text)
      }
  }

  /// The resource as a tree of elements, for expressions.
  ///
  /// What FHIR says of a value beside it (`_birthDate`) is below the value's element.
  ///
  /// - Complexity: O(n).
  package var elements: ElementTree {
    var builder = ElementTreeBuilder(type: self["resourceType"]?.string)
    add(membersTo: 0, &builder)
    return builder.tree
  }

  private func add(membersTo parent: Int, _ builder: inout ElementTreeBuilder) {
    guard let members = object else { return }
    // By the names of what they are beside.
    var beside: [TextKey: JSON] = [:]
    for member in members where member.name.hasPrefix("_") {
      beside[TextKey(String(member.name.dropFirst()))] = member.value
    }
    for member in members where !member.name.hasPrefix("_") && member.name != "resourceType" {
      let said = beside.isEmpty ? nil : beside[TextKey(member.name)]
      let values = member.value.array ?? [member.value]
      for (place, value) in values.enumerated() {
        let extra = said?.array.map { $0.indices.contains(place) ? $0[place] : JSON.null } ?? said
        value.add(member.name, to: parent, extra, &builder)
      }
    }
    if beside.isEmpty { return }
    // Values that are not there can have extensions, too.
    let names = Set(members.map { TextKey($0.name) })
    for member in members where member.name.hasPrefix("_") {
      let name = String(member.name.dropFirst())
      if !names.contains(TextKey(name)) { JSON.null.add(name, to: parent, member.value, &builder) }
    }
  }

  private func add(
    _ name: String, to parent: Int, _ extra: JSON?, _ builder: inout ElementTreeBuilder
  ) {
    let id: Int
    switch content {
    case .null, .kept:
      guard extra?.object != nil else { return }
      id = builder.add(name, to: parent)
    case .bool(let bool): id = builder.add(name, to: parent, .bool(bool))
    case .number(let digits): id = builder.add(name, to: parent, .number(digits))
    case .string(let text): id = builder.add(name, to: parent, .text(text))
    case .object:
      id = builder.add(name, to: parent, type: self["resourceType"]?.string)
      add(membersTo: id, &builder)
    case .array(let items):
      // FHIR has no lists in lists; each is taken as its items are.
      for item in items { item.add(name, to: parent, nil, &builder) }
      return
    }
    extra?.add(membersTo: id, &builder)
  }
}
