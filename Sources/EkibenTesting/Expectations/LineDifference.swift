/// The lines that differ between two texts, each with its number: `-` is expected, `+` is what came.
///
/// Lines compare by their bytes, and what the eye would miss (control characters, combining marks, spaces but the
/// usual one, letters that are another spelling of others) is written as an escape; a usual space at the end is marked.
package func lineDifference(from expected: String, to actual: String) -> String {
  let (old, new) = (lines(of: expected), lines(of: actual))
  var start = 0
  while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
  var (oldEnd, newEnd) = (old.count, new.count)
  while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
    oldEnd -= 1
    newEnd -= 1
  }
  var shown = old[max(0, start - 2)..<start].map { "    \(visible($0))" }
  shown += changedLines(Array(old[start..<oldEnd]), Array(new[start..<newEnd]), startingAt: start)
  shown += old[oldEnd..<min(old.count, oldEnd + 2)].map { "    \(visible($0))" }
  return shown.joined(separator: "\n")
}

private func lines(of text: String) -> [[UInt8]] {
  text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
}

/// The changed stretch, line by line.
///
/// The standard library's search is quadratic in what differs,
/// so a long stretch is shown as all out and all in, and cut off.
private func changedLines(_ old: [[UInt8]], _ new: [[UInt8]], startingAt start: Int) -> [String] {
  let limit = 200
  if old.count + new.count > limit {
    let (out, into) = (old.prefix(limit / 2), new.prefix(limit / 2))
    return out.enumerated().map { "-\(start + $0.offset + 1): \(visible($0.element))" }
      + into.enumerated().map { "+\(start + $0.offset + 1): \(visible($0.element))" }
      + ["… \(old.count) lines expected, \(new.count) came"]
  }
  // By line, and what was expected before what came.
  let changes = new.difference(from: old).map { change in
    switch change {
    case .remove(let at, let line, _): (at, 0, "-\(start + at + 1): \(visible(line))")
    case .insert(let at, let line, _): (at, 1, "+\(start + at + 1): \(visible(line))")
    }
  }
  return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
}

private func visible(_ line: [UInt8]) -> String {
  var shown = ""
  for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
    if isMissed(scalar) {
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return line.last == UInt8(ascii: " ") ? shown + "⏎" : shown
}

/// Whether the eye would miss it, or take it for the same text in its usual spelling.
private func isMissed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .nonspacingMark, .spacingMark, .enclosingMark, .lineSeparator,
    .paragraphSeparator:
    true
  case .spaceSeparator: scalar != " "
  // The parts of Hangul syllables are letters.
  default: scalar.properties.isFullCompositionExclusion || 0x1100...0x11FF ~= scalar.value
  }
}
