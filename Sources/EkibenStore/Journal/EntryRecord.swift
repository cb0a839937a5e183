import EkibenDocuments

/// What a record of the journal says beside its number, kind, time and author, which have columns of
/// their own.
struct EntryRecord: Sendable {
  var header = EntryRecordHeader()
  /// Why, if it was said.
  var reason: String?
  var context = EntryRecordContext()
  var changes: [EntryRecordChange] = []

  /// What is known of each change; empty where nothing is of any.
  var flags: [ChangeFlags] {
    changes.contains { !$0.flags.isEmpty } ? changes.map(\.flags) : []
  }
}

/// What few records say of how an entry came to be.
struct EntryRecordContext: Equatable, Sendable {
  /// How far the clock on the wall was ahead of UTC, in minutes.
  var utcOffset: Int?
  /// Whether not all that the form asks could be checked.
  var isUnchecked = false

  /// What a record can keep: no clock on earth is a day ahead.
  static let utcOffsets = UTCTime.offsets
}

/// What a record did to one field.
struct EntryRecordChange: Equatable, Sendable {
  /// What was there and what is there now.
  enum Content: Equatable, Sendable {
    /// Both stand in the record; nil is absent.
    case values(before: Value?, after: Value?)
    /// A long text became another one; who knows one of them knows both.
    case edit(ByteEdit)
  }

  let target: TargetKey
  let content: Content
  /// The entry that had written what was there before; 0 is nobody.
  let origin: Int
  var flags: ChangeFlags = []
}

/// Decides when a record keeps a long text as a difference.
///
/// Short texts stand whole in each record, so that a past value is one look away. A keystroke in a
/// long one must not repeat it; then whoever asks for a past value walks back to the last record in
/// which it stands whole. That way is bounded: once the differences since then cost as much as the
/// text, it is written whole again. A record has a cost of its own too, so each difference counts as at
/// least ``leastCost``, and no way is longer than the text's bytes divided by that.
struct LongTextRule: Sendable {
  /// Texts of more bytes than this may be kept as differences.
  var longerThan = 64
  /// What a difference counts at least, in bytes.
  var leastCost = 16

  /// What a record keeps of two values, nil being absent: the difference of two long texts, or both values.
  ///
  /// The caller keeps with the field what the differences since the last whole value have cost, and gives that in
  /// again with the next edit. `nil` is not known: so it is at first and after a travel, which brings back a value
  /// with a way of its own, and then the value is written whole.
  ///
  /// - Complexity: O(n).
  func content(before: Value?, after: Value?, spent: inout Int?) -> EntryRecordChange.Content {
    if let edit = edit(before, after), let soFar = spent {
      let (sum, overflows) = soFar.addingReportingOverflow(
        max(leastCost, edit.removed.count + edit.inserted.count))
      let length = after?.asText?.utf8.count ?? 0
      if !overflows, sum < length {
        spent = sum
        return .edit(edit)
      }
    }
    spent = 0
    return .values(before: before, after: after)
  }

  private func edit(_ before: Value?, _ after: Value?) -> ByteEdit? {
    guard case .text(let before)? = before, case .text(let after)? = after,
      before.utf8.count > longerThan, after.utf8.count > longerThan
    else { return nil }
    return ByteEdit(from: Array(before.utf8), to: Array(after.utf8))
  }
}

/// A text edit by bytes: what an entry record keeps of two long texts, neither of which stands in it.
///
/// It leads from the text before to the one after, and finds out when it is given another.
struct ByteEdit: Equatable, Sendable {
  /// Where the middle begins in both texts.
  let offset: Int
  let removed: [UInt8]
  let inserted: [UInt8]
}

extension ByteEdit {
  init(from before: [UInt8], to after: [UInt8]) {
    let ends = ByteText.sharedEnds(of: before, after)
    offset = ends.prefix
    removed = Array(before[ends.prefix..<before.count - ends.suffix])
    inserted = Array(after[ends.prefix..<after.count - ends.suffix])
  }

  /// Makes the text after of the one before.
  fileprivate func change(_ text: inout [UInt8]) throws(CodingError) {
    guard offset >= 0, offset <= text.count, removed.count <= text.count - offset,
      text[offset..<offset + removed.count].elementsEqual(removed)
    else { throw CodingError(.endsOverlap, at: 0) }
    text.replaceSubrange(offset..<offset + removed.count, with: inserted)
  }
}

extension Sequence<ByteEdit> {
  /// The text after these edits, each made of what the one before it left.
  ///
  /// - Throws: ``CodingError`` when one of them does not belong to its text, or what comes out is none.
  /// - Complexity: O(n + edits), and for each edit what stands behind it is moved.
  func after(_ before: String) throws(CodingError) -> String {
    var bytes = Array(before.utf8)
    for edit in self { try edit.change(&bytes) }
    return try bytes.text()
  }
}

extension [UInt8] {
  /// The text that these bytes are.
  func text() throws(CodingError) -> String { try self[...].text() }
}

extension ArraySlice<UInt8> {
  func text() throws(CodingError) -> String {
    guard let text = ByteText.text(of: self) else { throw CodingError(.invalidText, at: 0) }
    return text
  }
}
