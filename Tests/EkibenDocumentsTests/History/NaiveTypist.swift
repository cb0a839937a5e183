import EkibenDocuments

/// A model of a person who types: it knows where the caret was, and need not find out.
struct NaiveTypist {
  struct Keystroke {
    var row: RowID
    var isInserting: Bool
    // In scalars.
    var start: Int
    var length: Int
    var author: String
    var time: Int64
  }

  static let pause: Int64 = 500

  // The keystroke that was the last thing to happen, if it was one.
  private var last: Keystroke?
  private(set) var depth = 0
  // The step of what has been done in the group, as long as nothing else was done.
  private var groupStep: Int?

  /// The step that an edit belongs to.
  func step(of keystroke: Keystroke?, number: Int, headStep: Int) -> Int {
    if depth > 0 { return groupStep ?? number }
    guard let last, let keystroke, last.row == keystroke.row,
      last.isInserting == keystroke.isInserting,
      Array(last.author.utf8) == Array(keystroke.author.utf8),
      (0...Self.pause).contains(keystroke.time - last.time)
    else { return number }
    let caret = last.isInserting ? last.start + last.length : last.start
    let isAfter = keystroke.start == caret
    let isBefore = !keystroke.isInserting && keystroke.start + keystroke.length == caret
    return isAfter || isBefore ? headStep : number
  }

  mutating func edited(_ keystroke: Keystroke?, step: Int) {
    last = keystroke
    groupStep = step
  }

  mutating func travelled() { (last, groupStep) = (nil, nil) }
  mutating func marked() { last = nil }
  mutating func focusChanged() { last = nil }

  mutating func begin() {
    if depth == 0 { travelled() }
    depth += 1
  }

  mutating func end() {
    depth -= 1
    if depth == 0 { travelled() }
  }
}
