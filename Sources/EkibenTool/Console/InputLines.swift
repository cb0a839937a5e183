/// Standard input, a line at a time, as a person types it or a program writes it.
struct InputLines {
  private var rest: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// How long a line may be; a person's is shorter.
  private static let limit = 1 << 20

  /// The next line without its end; nil at the end of the input.
  ///
  /// - Throws: What is wrong with the input: it cannot be read, is not UTF-8, or has no line ends.
  mutating func next() throws(CommandFailure) -> String? {
    var searched = rest.startIndex
    while true {
      if let end = rest[searched...].firstIndex(of: 0x0A) {
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        return try text(line)
      }
      if isAtEnd {
        defer { rest = [] }
        return rest.isEmpty ? nil : try text(rest)
      }
      guard rest.count <= Self.limit else {
        throw CommandFailure(.content, "a line of standard input is longer than 1 MB")
      }
      searched = rest.endIndex
      let bytes = try StandardStreams.naming(
        "standard input cannot be read", try StandardStreams.readSome(StandardStreams.input))
      isAtEnd = bytes.isEmpty
      // Indices start anew, so what was searched moves along.
      searched -= rest.startIndex
      rest = ArraySlice(Array(rest) + bytes)
    }
  }

  private func text(_ line: ArraySlice<UInt8>) throws(CommandFailure) -> String {
    let line = line.last == 0x0D ? line.dropLast() : line
    guard let text = String(validating: line, as: UTF8.self) else {
      throw CommandFailure(.content, "standard input is not UTF-8")
    }
    return text
  }
}
