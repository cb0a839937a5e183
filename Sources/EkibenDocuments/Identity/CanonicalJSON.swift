/// Writes the JSON in which there is one text for one meaning: no spaces, members in a fixed order,
/// numbers with their digits, and one way to escape.
///
/// It is what lines of a history are made of and what ids are hashes of; `EntryIdentity` in the
/// documentation says all of it.
package struct CanonicalJSON {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Forgets what was written, and keeps the room for more.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func raw(bytes json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  package mutating func integer(_ number: some BinaryInteger) { raw("\(number)") }

  /// Writes a hash as a string of digits.
  package mutating func digits(_ digest: SHA256.Digest) {
    bytes.append(UInt8(ascii: "\""))
    digest.write(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes some bytes as a string of digits.
  package mutating func digits(_ data: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in data {
      bytes.append(Hexadecimal.digit(byte >> 4))
      bytes.append(Hexadecimal.digit(byte & 15))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a time as a string; it has to be one of ``UTCTime/writable``.
  package mutating func time(_ time: Int64) {
    bytes.append(UInt8(ascii: "\""))
    UTCTime.write(time, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string, in which nothing can drive a terminal unless that is not asked for.
  ///
  /// - Complexity: O(n).
  package mutating func string(_ text: String, escapingTerminal: Bool = true) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(Self.isPlain) {
      bytes.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { write(scalar, escapingTerminal) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Controls, and the marks, overrides and isolates that turn the direction of what follows.
  package static func disturbsTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar, _ escapingTerminal: Bool) {
    switch scalar.value {
    case 0x22: raw("\\\"")
    case 0x5C: raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    case let value where value < 0x20 || escapingTerminal && Self.disturbsTerminal(scalar):
      let digits = String(value, radix: 16, uppercase: true)
      raw("\\u")
      raw(bytes: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      raw(digits)
    default: raw(bytes: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Writes a value: plain JSON where that says all of it, and else an object that says its kind.
  ///
  /// - Throws: ``CodingError`` with ``CodingProblem/tooDeep``.
  package mutating func value(_ value: Value, depth: Int = 0) throws(CodingError) {
    guard depth < ValueCoding.maximumDepth else { throw CodingError(.tooDeep, at: bytes.count) }
    switch value {
    case .null: raw("null")
    case .bool(let bool): raw(bool ? "true" : "false")
    case .integer(let integer): self.integer(integer)
    case .text(let text): string(text)
    case .decimal(let decimal): self.decimal(decimal.digits)
    case .date(let date): tagged("date", date.text)
    case .verbatim(let source): tagged("verbatim", source)
    case .bytes(let data):
      raw("{\"ekiben:bytes\":")
      digits(data)
      raw("}")
    case .list(let values):
      raw("{\"ekiben:list\":[")
      for value in values {
        separate()
        try self.value(value, depth: depth + 1)
      }
      raw("]}")
    case .record(let fields):
      raw("{\"ekiben:record\":{")
      for field in fields {
        separate()
        string(field.name.rawValue)
        raw(":")
        try self.value(field.value, depth: depth + 1)
      }
      raw("}}")
    }
  }

  private mutating func tagged(_ kind: String, _ text: String) {
    raw("{\"ekiben:")
    raw(kind)
    raw("\":")
    string(text)
    raw("}")
  }

  // What looks like a whole number would read back as one.
  private mutating func decimal(_ digits: String) {
    let isWhole = Int64(digits).map { ByteText.equal("\($0)", digits) } ?? false
    if isWhole { raw("{\"ekiben:decimal\":") }
    raw(digits)
    if isWhole { raw("}") }
  }
}

// Members of objects and elements of lists, with a comma before all but the first; what is nil is left out.
extension CanonicalJSON {
  /// Begins a member of an object.
  package mutating func member(_ name: String) {
    separate()
    raw("\"")
    raw(name)
    raw("\":")
  }

  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    member(name)
    string(text)
  }

  package mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    member(name)
    integer(number)
  }

  package mutating func member(_ name: String, _ digest: SHA256.Digest?) {
    guard let digest else { return }
    member(name)
    digits(digest)
  }

  package mutating func member(_ name: String, _ value: Value?) throws(CodingError) {
    guard let value else { return }
    member(name)
    try self.value(value)
  }

  /// Writes a member that is a list, element by element.
  package mutating func member<Elements: Sequence, Failure>(
    _ name: String, _ elements: Elements,
    _ write: (inout CanonicalJSON, Elements.Element) throws(Failure) -> Void
  ) throws(Failure) {
    member(name)
    raw("[")
    for element in elements {
      separate()
      try write(&self, element)
    }
    raw("]")
  }

  private mutating func separate() {
    if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { raw(",") }
  }
}
