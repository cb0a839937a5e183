extension JSON {
  /// The limits of a text; one that exceeds them is refused.
  package struct Limits: Sendable {
    /// How deep lists and objects may be nested; never more than 1,000, whatever is asked for.
    package let depth: Int

    /// How long the text may be.
    package let bytes: Int

    /// How many characters a number may have.
    package let numberLength: Int

    /// How many values the text may have, all levels together.
    package let nodes: Int

    /// How many members an object may have: each costs some ten times what it takes in the text, and
    /// nothing that Ekiben reads has more than a thousand.
    package let members: Int

    /// The limits for files that people exchange.
    package static let standard = Limits()

    /// Sets some limits and leaves the others at their standard.
    package init(
      depth: Int = 128, bytes: Int = 64 << 20, numberLength: Int = 1_000, nodes: Int = 4_000_000,
      members: Int = 100_000
    ) {
      // A deep value is released level by level by the Swift runtime, which does cost stack.
      self.depth = min(max(depth, 0), 1_000)
      (self.bytes, self.numberLength) = (bytes, numberLength)
      (self.nodes, self.members) = (nodes, members)
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
}

extension JSON {
  /// Whether the text starts with the UTF-8 byte-order mark, which some editors write.
  static func hasByteOrderMark(_ source: [UInt8]) -> Bool {
    source.starts(with: [0xEF, 0xBB, 0xBF])
  }
}

extension JSONEncoding {
  /// Recognises a foreign byte-order mark, or the zero bytes around an ASCII character.
  init?(lookingLike bytes: [UInt8]) {
    let first = Array(bytes.prefix(4))
    if first == [0xFF, 0xFE, 0, 0] {
      self = .utf32LittleEndian
    } else if first == [0, 0, 0xFE, 0xFF] {
      self = .utf32BigEndian
    } else if first.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else if first.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else {
      self.init(zeroesIn: first.map { $0 == 0 })
    }
  }

  private init?(zeroesIn first: [Bool]) {
    switch first {
    case [true, true, true, false]: self = .utf32BigEndian
    case [false, true, true, true]: self = .utf32LittleEndian
    case [true, false], [true, false, true, false], [true, false, false, false],
      [true, false, false, true]:
      self = .utf16BigEndian
    case [false, true], [false, true, false, true], [false, true, false, false]:
      self = .utf16LittleEndian
    default: return nil
    }
  }
}
