/// Old versions of one field, kept together; the first one's number is part of the block's key.
///
/// ```text
/// block  version (distance version)…          distance: how much later than the next number
/// version  tag [origin] [count] [prefix] [suffix] [content]
/// tag    shape << 5 | origin follows << 4 | count of the content, or 15: count follows
/// ```
///
/// An origin follows where it is not what the version before left: its number if it wrote, its origin
/// if it travelled, nobody at first. A text is what it shares at its ends with the text that the
/// block wrote last, and the content between; see ``Shape``. Every other value is whole.
struct Block: Equatable, Sendable {
  let first: Int
  let bytes: [UInt8]

  /// How a version keeps its value, as the three highest bits of its tag.
  enum Shape: UInt8, Sendable {
    /// The content is the coding of a value.
    case value
    /// The content is a text.
    case text
    /// The content stands behind the text before.
    case append
    /// The content stands in the place of as many bytes at the end of the text before.
    case overwrite
    /// The content stands behind a prefix of the text before.
    case tail
    /// The content stands between a prefix and a suffix of the text before.
    case middle
    /// There is no content: the version is a travel.
    case travel

    var isText: Bool { self != .value && self != .travel }
  }

  enum Tag {
    static let shapeShift: UInt8 = 5
    static let origin: UInt8 = 16
    static let count: UInt8 = 15
  }
}
