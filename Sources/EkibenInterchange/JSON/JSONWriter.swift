import EkibenDocuments

/// Writes a JSON value; open containers lie on an explicit stack, so depth costs no calls.
struct JSONWriter {
  private var output = CanonicalJSON()
  private let pretty: Bool
  private let escapingTerminal: Bool
  private var stack: [Frame] = []

  init(pretty: Bool, escapingTerminal: Bool) {
    (self.pretty, self.escapingTerminal) = (pretty, escapingTerminal)
  }

  /// A container of which `next` elements are written.
  private struct Frame {
    let items: JSON.Content
    let count: Int
    var next = 0
  }

  /// What was written.
  var bytes: [UInt8] { output.bytes }

  /// Writes a value and all that is in it.
  mutating func write(_ root: JSON) {
    begin(root)
    while let frame = stack.last {
      guard frame.next < frame.count else {
        close(frame)
        continue
      }
      if frame.next > 0 { output.raw(",") }
      breakLine()
      stack[stack.count - 1].next += 1
      writeItem(of: frame)
    }
  }

  private mutating func writeItem(of frame: Frame) {
    switch frame.items {
    case .array(let elements): begin(elements[frame.next])
    case .object(let members):
      write(members[frame.next].name)
      output.raw(pretty ? ": " : ":")
      begin(members[frame.next].value)
    default: return
    }
  }

  /// Writes a scalar or an empty container whole, and opens any other container.
  private mutating func begin(_ value: JSON) {
    switch value.content {
    case .null: output.raw("null")
    case .bool(let value): output.raw(value ? "true" : "false")
    case .number(let digits): write(digits: digits)
    case .string(let text): write(text)
    case .array(let elements): open(value.content, elements.count, empty: "[]")
    case .object(let members): open(value.content, members.count, empty: "{}")
    case .kept(let source): write(kept: source)
    }
  }

  private mutating func open(_ items: JSON.Content, _ count: Int, empty: String) {
    guard count > 0 else { return output.raw(empty) }
    if case .array = items { output.raw("[") } else { output.raw("{") }
    stack.append(Frame(items: items, count: count))
  }

  private mutating func close(_ frame: Frame) {
    stack.removeLast()
    breakLine()
    if case .array = frame.items { output.raw("]") } else { output.raw("}") }
  }

  private mutating func breakLine() {
    guard pretty else { return }
    output.raw("\n")
    output.raw(bytes: repeatElement(UInt8(ascii: " "), count: 2 * stack.count))
  }

  /// Digits that are no number, which only a node made by hand can have, become a string: whatever
  /// is written is JSON.
  private mutating func write(digits: String) {
    if DecimalNumber(digits) == nil { write(digits) } else { output.raw(digits) }
  }

  /// Writes what was kept byte for byte.
  ///
  /// Its line breaks and controls cannot be escaped: those bytes would be other ones. What has any would not
  /// stay in one line, and is written as a ``TaggedValue``, which reads back the same.
  private mutating func write(kept source: String) {
    if escapingTerminal, !pretty,
      source.unicodeScalars.contains(where: CanonicalJSON.disturbsTerminal)
    {
      begin(TaggedValue.node(of: .verbatim(source)))
    } else {
      output.raw(source)
    }
  }

  private mutating func write(_ text: String) {
    output.string(text, escapingTerminal: escapingTerminal)
  }
}
