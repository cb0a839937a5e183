extension JSON {
  /// The limits of a text; one that exceeds them is refused.
  package struct Limits: Sendable {
    /// How deep lists and objects may be nested; never more than 1,000, whatever is asked for.
    package let depth: Int

    /// How long the text may be.
    package let bytes: Int

    /// How many values the text may have, all levels together.
    package let nodes: Int

    /// How many members an object may have: each costs some ten times what it takes in the text, and
    /// nothing that Ekiben reads has more than a thousand.
    package let members: Int

    /// The limits for files that people exchange.
    package static let standard = Limits()

    /// Sets some limits and leaves the others at their standard.
    package init(
      depth: Int = 128, bytes: Int = 64 << 20, nodes: Int = 4_000_000, members: Int = 100_000
    ) {
      // A deep value is released level by level by the Swift runtime, which does cost stack.
      self.depth = min(max(depth, 0), 1_000)
      (self.bytes, self.nodes, self.members) = (bytes, nodes, members)
    }
  }

  /// Reads one JSON text, strictly by RFC 8259 and within the limits.
  ///
  /// A UTF-8 byte-order mark at the start is skipped. Also refused, where the RFC leaves it open,
  /// are names that an object has twice (compared by bytes) and escaped halves of surrogate pairs.
  package init(parsing bytes: [UInt8], limits: Limits = .standard) throws(JSONError) {
    var parser = JSONParser(bytes, limits: limits)
    self = try parser.parse()
  }

  /// Reads a text that was kept; nil where it is no JSON.
  package init?(text: String, limits: Limits = .standard) {
    do throws(JSONError) { try self.init(parsing: Array(text.utf8), limits: limits) } catch {
      return nil
    }
  }

  /// Whether the text starts with the UTF-8 byte-order mark, which some editors write.
  static func hasByteOrderMark(_ source: [UInt8]) -> Bool {
    source.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Writes the value as JSON: numbers with their digits, members in their order.
  ///
  /// What is written reads back as an equal value. `pretty` puts every element on a line of its
  /// own, indented by two spaces. `escapingTerminal` also escapes what could disturb a terminal:
  /// U+007F to U+009F and the marks that turn the direction of text; not in what was kept, if `pretty`.
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
