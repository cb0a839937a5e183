extension JSON {
  /// Writes the value as JSON: numbers with their digits, members in their order.
  ///
  /// What is written reads back as an equal value. `pretty` puts every element on a line of its
  /// own, indented by two spaces. `escapingTerminal` also escapes what could disturb a terminal:
  /// U+007F to U+009F and the marks that turn the direction of text.
  package func encoded(pretty: Bool = false, escapingTerminal: Bool = false) -> String {
    String(
      decoding: encodedBytes(pretty: pretty, escapingTerminal: escapingTerminal), as: UTF8.self)
  }

  /// Writes the value as `encoded` does, as UTF-8 bytes without a byte-order mark.
  package func encodedBytes(pretty: Bool = false, escapingTerminal: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty, escapingTerminal: escapingTerminal)
    writer.write(self)
    return writer.bytes
  }
}
