internal import EkibenDocuments

/// Long texts that ways back have led past, so that the next way back ends at one: whoever reads a step of keystrokes, or
/// a whole journal, asks for each text in turn.
struct TextWaypoints {
  struct Place: Hashable {
    let document: Int64
    let key: TargetKey
    /// The entry that wrote the text.
    let writer: Int
  }

  private var texts: [Place: Value] = [:]
  private var bytes = 0

  /// How many differences are gone from one to the next.
  static let spacing = 8
  /// How much room all of them take.
  static let mostBytes = 1 << 22

  subscript(place: Place) -> Value? { texts[place] }

  fileprivate mutating func keep(_ text: Value?, at place: Place) {
    let added = text?.asText?.utf8.count ?? 0
    if bytes + added > Self.mostBytes { self = TextWaypoints() }
    bytes += added
    texts[place] = text
  }
}

extension JournalTable {
  /// The text that differences make of one before, the newest difference first, each with the entry that it is from.
  func text(
    after edits: [(edit: ByteEdit, writer: Int)], _ before: Value?, of key: TargetKey,
    in document: StoredDocument
  ) throws(StoreError) -> Value? {
    var (rest, text) = (edits[...], before)
    while !rest.isEmpty {
      let stretch = rest.suffix(TextWaypoints.spacing)
      rest.removeLast(stretch.count)
      text = try self.text(after: stretch.reversed().lazy.map(\.edit), text)
      if let last = stretch.first, stretch.count == TextWaypoints.spacing {
        pages.texts.keep(
          text, at: TextWaypoints.Place(document: document.key, key: key, writer: last.writer))
      }
    }
    return text
  }

  /// The text that differences make of one before, the oldest first.
  func text(
    after edits: some Sequence<ByteEdit>, _ before: Value?
  ) throws(StoreError) -> Value {
    guard case .text(let before)? = before else {
      throw database.damaged("a text is the difference to what is none")
    }
    return .text(try database.decoding("a text", try edits.after(before)))
  }
}
