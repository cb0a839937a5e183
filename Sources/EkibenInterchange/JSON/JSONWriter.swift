/// Writes a JSON value; open containers lie on an explicit stack, so depth costs no calls.
struct JSONWriter {
  private(set) var output: [UInt8] = []
  private let pretty: Bool
  private let escapingTerminal: Bool
  private var stack: [Frame] = []

  init(pretty: Bool, escapingTerminal: Bool) {
    self.pretty = pretty
    self.escapingTerminal = escapingTerminal
  }

  /// A container of which `next` elements are written.
  private struct Frame {
    let items: JSON.Content
    let count: Int
    var next = 0
  }

  /// Writes a text as a JSON string that can be shown on a terminal.
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter(pretty: false, escapingTerminal: true)
    writer.write(text)
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// Writes a value and all that is in it.
  mutating func write(_ root: JSON) {
    begin(root)
    while let frame = stack.last {
      guard frame.next < frame.count else {
        close(frame)
        continue
      }
      if frame.next > 0 { output.append(UInt8(ascii: ",")) }
      breakLine()
      stack[stack.count - 1].next += 1
      writeItem(of: frame)
    }
  }

  private mutating func writeItem(of frame: Frame) {
    switch frame.items {
    case .array(let elements):
      begin(elements[frame.next])
    case .object(let members):
      write(members[frame.next].name)
      append(pretty ? ": " : ":")
      begin(members[frame.next].value)
    default:
      return
    }
  }

  /// Writes a scalar or an empty container whole, and opens any other container.
  private mutating func begin(_ value: JSON) {
    switch value.content {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let digits): write(digits: digits)
    case .string(let text): write(text)
    case .array(let elements): open(value.content, elements.count, empty: "[]")
    case .object(let members): open(value.content, members.count, empty: "{}")
    }
  }

  private mutating func open(_ items: JSON.Content, _ count: Int, empty: StaticString) {
    guard count > 0 else { return append("\(empty)") }
    if case .array = items { append("[") } else { append("{") }
    stack.append(Frame(items: items, count: count))
  }

  private mutating func close(_ frame: Frame) {
    stack.removeLast()
    breakLine()
    if case .array = frame.items { append("]") } else { append("}") }
  }

  private mutating func breakLine() {
    guard pretty else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: 2 * stack.count))
  }

  /// Digits that are no number, which only a node made by hand can have, become a string: whatever
  /// is written is JSON.
  private mutating func write(digits: String) {
    if JSONNumber.isValid(digits) { append(digits) } else { write(digits) }
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func write(_ text: String) {
    output.append(UInt8(ascii: "\""))
    if escapingTerminal {
      for scalar in text.unicodeScalars { write(scalar) }
    } else {
      for byte in text.utf8 { write(byte) }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if scalar.isASCII && scalar.value < 0x7F {
      write(UInt8(scalar.value))
    } else if JSONWriter.disturbsTerminal(scalar) {
      writeEscape(scalar.value)
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0x00..<0x20: writeEscape(UInt32(byte))
    default: output.append(byte)
    }
  }

  private mutating func writeEscape(_ value: UInt32) {
    append("\\u\(JSONError.hex(value))")
  }

  /// Controls, and the marks, overrides and isolates that turn the direction of what follows.
  static func disturbsTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
