/// One keystroke, as far as it can be told from what a field held before and after it.
///
/// A keystroke inserts or deletes at one place. In `aa` the new `a` may be either, so the place is a
/// range: wherever the same could have happened. Places are counted in UTF-8 bytes and lie between
/// scalars.
package struct Keystroke: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case inserting
    case deleting
  }

  package let target: Change.Target
  package let kind: Kind
  /// Where the inserted or deleted part may begin.
  package let place: ClosedRange<Int>
  package let length: Int

  /// Reads a change as a keystroke.
  ///
  /// - Returns: nil for what replaces, for whole records, and for values that nobody types.
  /// - Complexity: O(length of the text).
  package init?(_ change: Change) {
    guard change.field != nil, let old = Self.typed(change.before),
      let new = Self.typed(change.after), old.count != new.count
    else { return nil }
    let (short, long) = old.count < new.count ? (old, new) : (new, old)
    let prefix = commonPrefix(of: short, long)
    // Of the whole texts: where both ends overlap, the part may be anywhere in between.
    let suffix = commonSuffix(of: short, long)
    guard prefix + suffix >= short.count else { return nil }
    target = change.target
    kind = old.count < new.count ? .inserting : .deleting
    place = (short.count - suffix)...prefix
    length = long.count - short.count
  }

  /// Whether a keystroke goes on where this one left off: same field, same kind, adjacent.
  package func isContinued(by next: Keystroke) -> Bool {
    guard target == next.target, kind == next.kind else { return false }
    switch kind {
    case .inserting: return place.shifted(by: length).overlaps(next.place)
    // Backwards, and forwards.
    case .deleting:
      return next.place.shifted(by: next.length).overlaps(place) || next.place.overlaps(place)
    }
  }

  // A field that nobody has typed in is an empty one; numbers and dates are typed by their digits.
  private static func typed(_ value: Value?) -> [UInt8]? {
    switch value {
    case nil, .null: []
    case .text(let text): Array(text.utf8)
    case .integer(let integer): Array(String(integer).utf8)
    case .decimal(let decimal): Array(decimal.digits.utf8)
    case .date(let date): Array(date.text.utf8)
    case .bool, .bytes, .list, .record, .verbatim: nil
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func shifted(by length: Int) -> ClosedRange {
    (lowerBound + length)...(upperBound + length)
  }
}

/// How many bytes two texts have in common at the start, up to the end of a scalar.
private func commonPrefix(of left: [UInt8], _ right: [UInt8]) -> Int {
  let limit = min(left.count, right.count)
  var count = 0
  while count < limit, left[count] == right[count] { count += 1 }
  while count > 0, count < left.count, isContinuation(left[count]) { count -= 1 }
  return count
}

/// How many bytes two texts have in common at the end, from the start of a scalar.
private func commonSuffix(of left: [UInt8], _ right: [UInt8]) -> Int {
  let limit = min(left.count, right.count)
  var count = 0
  while count < limit, left[left.count - count - 1] == right[right.count - count - 1] { count += 1 }
  while count > 0, isContinuation(left[left.count - count]) { count -= 1 }
  return count
}

// RFC 3629 §3: only bytes 10xxxxxx go on with a scalar.
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
