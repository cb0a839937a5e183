import EkibenDocuments

/// Reads FHIRPath 2.0 as the parts of an expression.
///
/// Operators are read by their precedence, the weakest first, and those of one precedence become one part, so
/// that parts are as deep in each other as parentheses are.
struct FHIRPathParser {
  static let deepest = 128
  static let mostBytes = 65_536

  private var lexer: FHIRPathLexer
  private var token: FHIRPathToken
  private var depth = 0
  private let names: Set<String>
  /// The parts so far; those that others hold stand before them.
  private(set) var nodes: [ExpressionNode] = []
  /// The variables that are read, each once.
  private(set) var variables: [String] = []

  /// Begins to read an expression; the names are those of the variables that there are.
  init(_ text: String, variables names: Set<String>) throws(ExpressionError) {
    guard text.utf8.count <= Self.mostBytes else {
      throw ExpressionError(.limit(.source), at: 0, in: text)
    }
    self.names = names
    lexer = FHIRPathLexer(text, variables: names)
    token = FHIRPathToken(kind: .end, offset: 0)
    token = try lexer.next()
  }

  /// Reads all of it, and gives the number of the part that is the whole expression.
  mutating func parse() throws(ExpressionError) -> Int {
    let root = try expression(binding: 1)
    guard token.kind == .end else { throw unexpected() }
    return root
  }

  private mutating func expression(binding least: Int) throws(ExpressionError) -> Int {
    var left = try prefixed()
    while true {
      if let operation = typeOperation, ExpressionOperator.typePrecedence >= least {
        let offset = try advance().offset
        let type = try typeName()
        left = add(.path(left, [.init(kind: .type(operation, type), offset: offset)]))
      } else if let operation = binaryOperator, operation.precedence >= least {
        left = try chain(from: left, operation.precedence)
      } else {
        return left
      }
    }
  }

  // Everything that operators of this precedence join from here on.
  private mutating func chain(from first: Int, _ precedence: Int) throws(ExpressionError) -> Int {
    var links: [ExpressionNode.Link] = []
    while let operation = binaryOperator, operation.precedence == precedence {
      let offset = try advance().offset
      let right = try expression(binding: precedence + 1)
      links.append(.init(operation: operation, right: right, offset: offset))
    }
    return add(.chain(first, links))
  }

  // `-1.abs()` is the negative of `1.abs()`.
  private mutating func prefixed() throws(ExpressionError) -> Int {
    guard case .symbol(let sign) = token.kind, sign == "-" || sign == "+" else { return try path() }
    try advance()
    return try nested { (self) throws(ExpressionError) in
      let operand = try self.prefixed()
      if sign == "+" { return operand }
      // The least whole number is the negative of one that does not fit.
      if case .constant(.one(.decimal(let number))) = self.nodes[operand],
        let least = Int64("-\(number.digits)")
      {
        return self.add(.constant(.one(.integer(least))))
      }
      return self.add(.negative(operand))
    }
  }

  private var typeOperation: ExpressionNode.TypeOperation? {
    switch token.kind {
    case .word("is"): .test
    case .word("as"): .cast
    default: nil
    }
  }

  private var binaryOperator: ExpressionOperator? {
    switch token.kind {
    case .symbol(let text), .word(let text): ExpressionOperator(rawValue: text)
    default: nil
    }
  }

  private mutating func path() throws(ExpressionError) -> Int {
    var steps: [ExpressionNode.Step] = []
    let start = try term(&steps)
    while true {
      if isSymbol(".") {
        try advance()
        steps.append(try invocation())
      } else if isSymbol("[") {
        let offset = try advance().offset
        let place = try nested { (self) throws(ExpressionError) in try self.expression(binding: 1) }
        try take("]")
        steps.append(.init(kind: .at(place), offset: offset))
      } else {
        return steps.isEmpty ? start : add(.path(start, steps))
      }
    }
  }

  private mutating func term(_ steps: inout [ExpressionNode.Step]) throws(ExpressionError) -> Int {
    switch token.kind {
    case .word("true"): return try constant(.boolean(true))
    case .word("false"): return try constant(.boolean(false))
    case .text(let text): return try constant(.text(text))
    case .date(let date): return try constant(.date(date))
    case .number(let digits): return try number(digits)
    case .variable(let name): return try variable(name)
    case .special: return try special()
    case .symbol("("):
      try advance()
      let inner = try nested { (self) throws(ExpressionError) in try self.expression(binding: 1) }
      try take(")")
      return inner
    case .symbol("{"):
      try advance()
      try take("}")
      return add(.constant(.none))
    default:
      steps.append(try invocation())
      return add(.this)
    }
  }

  private mutating func constant(_ item: ExpressionItem) throws(ExpressionError) -> Int {
    try advance()
    return add(.constant(.one(item)))
  }

  // A number, or a quantity: `4 days`, `4 'd'`.
  private mutating func number(_ digits: String) throws(ExpressionError) -> Int {
    let offset = try advance().offset
    // As it is written, but for zeros that lead.
    let plain = digits.drop { $0 == "0" }
    let isShort = plain.first?.isNumber ?? false
    guard let number = DecimalNumber(isShort ? String(plain) : "0" + plain),
      number.digits.utf8.count <= DecimalTooLong.limit
    else { throw error(.limit(.digits), at: offset) }
    if case .text(let unit) = token.kind {
      return try constant(.amount(Amount(number, unit: unit)))
    }
    if case .word(let word) = token.kind, let unit = Amount.calendarWord(word) {
      return try constant(.amount(Amount(number, unit)))
    }
    if digits.contains(".") { return add(.constant(.one(.decimal(number)))) }
    // Whole numbers that are longer are decimals.
    return add(.constant(.one(Int64(digits).map { .integer($0) } ?? .decimal(number))))
  }

  private mutating func special() throws(ExpressionError) -> Int {
    let found = try advance()
    switch found.kind {
    case .special("$this"): return add(.this)
    case .special("$index"): return add(.index)
    case .special("$total"): return add(.total)
    default: throw unexpected(found)
    }
  }

  private mutating func variable(_ name: String) throws(ExpressionError) -> Int {
    let offset = try advance().offset
    if let text = Self.constants[name] ?? Self.address(name) {
      return add(.constant(.one(.text(text))))
    }
    guard names.contains(name) else { throw error(.variable(name), at: offset) }
    let place = variables.firstIndex(of: name) ?? variables.count
    if place == variables.count { variables.append(name) }
    return add(.variable(place))
  }

  private static let constants = [
    "ucum": "http://unitsofmeasure.org", "sct": "http://snomed.info/sct",
    "loinc": "http://loinc.org",
  ]

  // What FHIR names so are its own value sets and extensions.
  private static func address(_ name: String) -> String? {
    let folders = ["vs-": "ValueSet/", "ext-": "StructureDefinition/"]
    return folders.first { name.hasPrefix($0.key) }.map {
      "http://hl7.org/fhir/\($0.value)\(name.dropFirst($0.key.count))"
    }
  }

  // A name, or a function with its arguments.
  private mutating func invocation() throws(ExpressionError) -> ExpressionNode.Step {
    let start = token
    let name = try identifier()
    guard isSymbol("(") else { return .init(kind: .member(name), offset: start.offset) }
    try advance()
    if let operation = ExpressionNode.TypeOperation(rawValue: name) {
      let type = try typeName()
      try take(")")
      return .init(kind: .type(operation, type), offset: start.offset)
    }
    guard let function = ExpressionFunction(rawValue: name) else {
      throw error(.function(name), at: start.offset)
    }
    let arguments = try nested { (self) throws(ExpressionError) in try self.arguments() }
    guard function.arguments.contains(arguments.count) else {
      throw error(.arguments(name, function.arguments), at: start.offset)
    }
    // What cannot be true or false is a mistake, though a single item of another kind counts as true.
    if function == .iif, case .constant(.one(let item)) = nodes[arguments[0]] {
      guard case .boolean = item else {
        throw error(.operand("iif()", kind: item.kindName), at: start.offset)
      }
    }
    return .init(kind: .call(function, arguments), offset: start.offset)
  }

  private mutating func arguments() throws(ExpressionError) -> [Int] {
    var arguments: [Int] = []
    while !isSymbol(")") {
      if !arguments.isEmpty { try take(",") }
      arguments.append(try expression(binding: 1))
    }
    try take(")")
    return arguments
  }

  private mutating func typeName() throws(ExpressionError) -> TypeName {
    let offset = token.offset
    var names = [try identifier()]
    while isSymbol("."), names.count < 2 {
      try advance()
      names.append(try identifier())
    }
    let type = TypeName(namespace: names.count == 2 ? names[0] : nil, name: names[names.count - 1])
    guard type.isKnown else { throw error(.type(names.joined(separator: ".")), at: offset) }
    return type
  }

  private mutating func identifier() throws(ExpressionError) -> String {
    switch token.kind {
    case .delimited(let name),
      .word(let name) where !Self.reserved.contains(name):
      try advance()
      return name
    default: throw unexpected()
    }
  }

  /// Words that are no names without back-ticks; `is`, `as`, `in` and `contains` are.
  private static let reserved: Set<String> = [
    "and", "or", "xor", "implies", "div", "mod", "true", "false",
  ]

  private mutating func nested<Result>(
    _ body: (inout Self) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error(.limit(.nesting), at: token.offset) }
    return try body(&self)
  }

  private mutating func add(_ node: ExpressionNode) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  @discardableResult private mutating func advance() throws(ExpressionError) -> FHIRPathToken {
    let passed = token
    token = try lexer.next()
    return passed
  }

  private func isSymbol(_ text: String) -> Bool { token.kind == .symbol(text) }

  private mutating func take(_ symbol: String) throws(ExpressionError) {
    guard isSymbol(symbol) else { throw unexpected() }
    try advance()
  }

  private func unexpected(_ found: FHIRPathToken? = nil) -> ExpressionError {
    let found = found ?? token
    return error(.unexpected(found.shown), at: found.offset)
  }

  private func error(_ problem: ExpressionError.Problem, at offset: Int) -> ExpressionError {
    lexer.error(problem, at: offset)
  }
}
