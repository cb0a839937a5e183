/// Reads one JSON text strictly by RFC 8259 and refuses the first thing that is wrong.
///
/// Containers that are open lie on an explicit stack: nesting in the text costs no nesting of
/// calls, and the stack always says at which path the parser stands.
struct JSONParser {
  let bytes: [UInt8]
  let limits: JSON.Limits
  var index = 0
  private var stack: [Frame] = []
  private var nodes = 0

  init(_ bytes: [UInt8], limits: JSON.Limits) { (self.bytes, self.limits) = (bytes, limits) }

  /// A list or an object that is not closed yet.
  private struct Frame {
    let start: Int
    let isObject: Bool
    var elements: [JSON] = []
    var members = JSONMembers()
    var step: JSONPath.Component?
  }

  /// Reads the whole text.
  mutating func parse() throws(JSONError) -> JSON {
    guard bytes.count <= limits.bytes else {
      throw JSONError(.limit(.bytes, limits.bytes), at: 0, in: [], path: .root)
    }
    if JSON.hasByteOrderMark(bytes) { index = 3 }
    while true {
      skipSpace()
      guard let value = try beginValue() else { continue }
      if let root = try attach(value) { return root }
    }
  }

  /// Where the parser stands, for errors.
  var path: JSONPath { JSONPath(components: stack.compactMap(\.step)) }

  /// Reads a scalar or an empty container whole; opens any other container and returns nil.
  private mutating func beginValue() throws(JSONError) -> JSON? {
    nodes += 1
    guard nodes <= limits.nodes else { throw error(.limit(.nodes, limits.nodes)) }
    guard index < bytes.count else { throw unexpected("a value") }
    let start = index
    let content: JSON.Content
    switch bytes[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try open()
    case UInt8(ascii: "\""): content = .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try readNumber())
    default: content = try readWord()
    }
    return JSON(content: content, range: start..<index)
  }

  private mutating func open() throws(JSONError) -> JSON? {
    let frame = Frame(start: index, isObject: peek == UInt8(ascii: "{"))
    guard stack.count < limits.depth else { throw error(.limit(.depth, limits.depth)) }
    index += 1
    skipSpace()
    if skip(frame.isObject ? "}" : "]") {
      return JSON(content: frame.isObject ? .object([]) : .array([]), range: frame.start..<index)
    }
    stack.append(frame)
    if frame.isObject {
      try readName(orElse: "a member name or \"}\"")
    } else {
      stack[stack.count - 1].step = .index(0)
    }
    return nil
  }

  /// Puts a finished value where it belongs and closes all that ends behind it.
  ///
  /// Returns the root when the text is at its end, and nil when another value must follow.
  private mutating func attach(_ finished: JSON) throws(JSONError) -> JSON? {
    var value = finished
    while !stack.isEmpty {
      add(value, at: stack.count - 1)
      skipSpace()
      guard let closed = try closeOrContinue() else { return nil }
      value = closed
    }
    skipSpace()
    guard index == bytes.count else { throw unexpected(nil) }
    return value
  }

  private mutating func add(_ value: JSON, at top: Int) {
    if case .name(let name) = stack[top].step {
      stack[top].members.add(name, value)
    } else {
      stack[top].elements.append(value)
    }
  }

  private mutating func closeOrContinue() throws(JSONError) -> JSON? {
    let comma = index
    if skip(",") {
      try beginNext(after: comma)
      return nil
    }
    let isObject = stack[stack.count - 1].isObject
    guard skip(isObject ? "}" : "]") else {
      throw unexpected(isObject ? "a comma or \"}\"" : "a comma or \"]\"")
    }
    let frame = stack.removeLast()
    return JSON(
      content: isObject ? .object(frame.members.list) : .array(frame.elements),
      range: frame.start..<index)
  }

  private mutating func beginNext(after comma: Int) throws(JSONError) {
    skipSpace()
    if peek == UInt8(ascii: "]") || peek == UInt8(ascii: "}") {
      throw error(.trailingComma, at: comma)
    }
    let top = stack.count - 1
    if stack[top].isObject {
      stack[top].step = nil
      try readName(orElse: "a member name")
    } else {
      stack[top].step = .index(stack[top].elements.count)
    }
  }

  private mutating func readName(orElse expected: String) throws(JSONError) {
    guard peek == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = index
    let name = try readString()
    let top = stack.count - 1
    stack[top].step = .name(name)
    guard stack[top].members.claim(name) else { throw error(.duplicateName(name), at: start) }
    guard stack[top].members.list.count < limits.members else {
      throw error(.limit(.members, limits.members), at: start)
    }
    skipSpace()
    guard skip(":") else { throw unexpected("a colon") }
  }
}
