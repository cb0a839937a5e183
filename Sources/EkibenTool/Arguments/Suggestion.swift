/// What somebody may have meant who mistyped a word (rule C12).
enum Suggestion {
  /// The one word of some that begins so, else the one at the least edit distance, if that is at most a third of
  /// the letters.
  ///
  /// Inserting, deleting or replacing a letter and swapping two neighbours count one each (optimal string
  /// alignment); case does not count.
  ///
  /// - Complexity: O(letters²) a word.
  static func word(for typed: String, among words: [String]) -> String? {
    let beginning = typed.lowercased()
    let begun = words.filter { $0.lowercased().hasPrefix(beginning) }
    let typed = Array(beginning)
    guard typed.count > 2 else { return nil }
    if begun.count == 1 { return begun[0] }
    let found = words.map { (word: $0, distance: distance(typed, Array($0.lowercased()))) }
    guard let least = found.map(\.distance).min(), least <= max(1, typed.count / 3) else {
      return nil
    }
    let nearest = found.filter { $0.distance == least }
    return nearest.count == 1 ? nearest[0].word : nil
  }

  /// `; did you mean WORD?`, or nothing.
  static func hint(for typed: String, among words: [String]) -> String {
    word(for: typed, among: words).map { "; did you mean \($0)?" } ?? ""
  }

  // Row by row of the table of all prefixes, of which the last three are enough.
  private static func distance(_ old: [Character], _ new: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...new.count))
    for (i, letter) in old.enumerated() {
      var row = [i + 1]
      for (j, other) in new.enumerated() {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == new[j - 1], old[i - 1] == other {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[new.count]
  }
}
