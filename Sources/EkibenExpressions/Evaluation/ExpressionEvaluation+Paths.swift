import EkibenDocuments

/// Paths through elements (FHIRPath 2.0, §5.2, §5.8 and §6.3).
extension ExpressionEvaluation {
  /// The elements of a name of all items.
  mutating func members(
    _ name: String, of items: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    var found = ExpressionItems.none
    for place in 0..<items.count {
      try count(1)
      switch items[place] {
      case .element(let element):
        let before = found.count
        element.eachChild(named: name) { found.append(.element($0)) }
        try count(found.count - before)
      case .amount(let amount): if let part = amount.part(name) { found.append(part) }
      default: break
      }
    }
    return try limited(found)
  }

  /// All elements below the items.
  mutating func children(of items: ExpressionItems) throws(ExpressionError) -> ExpressionItems {
    var found: [ExpressionItem] = []
    for item in items.list {
      guard let element = item.element else { continue }
      found += element.children.map { .element($0) }
      try count(1)
    }
    try count(found.count)
    return try collected(found)
  }

  /// All elements below the items, below those and so on, in the order of the document.
  mutating func descendants(of items: ExpressionItems) throws(ExpressionError) -> ExpressionItems {
    var found: [ExpressionItem] = []
    var waiting = Array(try children(of: items).list.reversed())
    while let item = waiting.popLast() {
      found.append(item)
      if found.count > Self.mostItems { throw error(.limit(.items)) }
      waiting += try children(of: .one(item)).list.reversed()
    }
    return ExpressionItems(found)
  }

  /// What an expression gives of the items, of what it gave, and so on: depth first, each once.
  mutating func repeated(
    _ node: Int, on items: ExpressionItems, in frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    var found = ItemSet()
    var waiting: [ExpressionItem] = []
    for start in items.list {
      waiting += try below(start, node, frame).reversed()
      while let item = waiting.popLast() {
        try count(1)
        guard try found.insert(item, &self) else { continue }
        if found.items.count > Self.mostItems { throw error(.limit(.items)) }
        waiting += try below(item, node, frame).reversed()
      }
    }
    return ExpressionItems(found.items)
  }

  private mutating func below(
    _ item: ExpressionItem, _ node: Int, _ frame: Frame
  ) throws(ExpressionError) -> [ExpressionItem] {
    try self.items(of: node, in: Frame(focus: .one(item), index: frame.index, total: frame.total))
      .list
  }

  /// The item at a place, from 0.
  func item(
    of items: ExpressionItems, at place: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    guard let place = try integer(place, "[]") else { return .none }
    let list = items.list
    return list.indices.contains(Int(place)) ? .one(list[Int(place)]) : .none
  }

  /// What is asked of the type of items.
  func typed(
    _ items: ExpressionItems, _ operation: ExpressionNode.TypeOperation, _ type: TypeName
  ) throws(ExpressionError) -> ExpressionItems {
    if operation == .filter {
      return ExpressionItems(items.list.filter { $0.isOf(type, isExact: true) })
    }
    switch items {
    case .none: return .none
    case .several: throw error(.several(operation.rawValue))
    case .one(let item):
      if operation == .test { return .boolean(item.isOf(type)) }
      return item.isOf(type, isExact: true) ? items : .none
    }
  }

  /// The name of the type of each item, as an element with a namespace and a name.
  func types(of items: ExpressionItems) -> ExpressionItems {
    ExpressionItems(
      items.list.map { item in
        var builder = ElementTreeBuilder(type: "SimpleTypeInfo")
        let (namespace, name) = item.typeName
        builder.add("namespace", to: 0, type: "string", .text(namespace))
        builder.add("name", to: 0, type: "string", .text(name))
        return builder.tree.root
      })
  }
}

extension ExpressionItem {
  fileprivate var typeName: (namespace: String, name: String) {
    element.map { ("FHIR", $0.type ?? "Element") } ?? ("System", systemType)
  }

  /// The name of the type of FHIRPath's own that it has.
  private var systemType: String {
    switch self {
    case .boolean: "Boolean"
    case .integer: "Integer"
    case .decimal: "Decimal"
    case .text: "String"
    case .date(let date):
      date.kind == .time ? "Time" : date.kind == .date ? "Date" : "DateTime"
    case .amount: "Quantity"
    case .element: "Any"
    }
  }

  /// Whether it is of a type.
  ///
  /// An element whose type nobody said may be of any that its shape allows. What is taken as a type is of no
  /// special kind of it, as the official cases have it.
  fileprivate func isOf(_ type: TypeName, isExact: Bool = false) -> Bool {
    guard case .element(let element) = self else {
      return type.namespace != "FHIR" && systemType == type.name
    }
    if type.namespace == "System" { return false }
    if let found = element.type {
      return isExact ? found == type.name : ElementTypes.type(found, is: type.name)
    }
    return switch element.value {
    case .text?: ElementTypes.primitives.contains(type.name)
    case nil where element.isPartOfResponse: ["BackboneElement", "Element"].contains(type.name)
    case nil: !ElementTypes.primitives.contains(type.name)
    default: false
    }
  }
}

extension Amount {
  fileprivate func part(_ name: String) -> ExpressionItem? {
    switch name {
    case "value": .decimal(number)
    case "unit", "code": .text(unit)
    default: nil
    }
  }
}
