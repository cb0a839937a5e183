/// What somebody may have meant who mistyped a word (rule C12).
enum Suggestion {
  /// The one word of some that takes the fewest slips to become another, if these are few: a third of its letters.
  ///
  /// A slip is a letter too many, too few, or another, or two that changed places; case is none.
  ///
  /// - Complexity: O(letters²) a word.
  static func word(for typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased())
    guard typed.count > 2 else { return nil }
    let distances = words.map { (word: $0, slips: slips(from: typed, to: Array($0.lowercased()))) }
    guard let fewest = distances.map(\.slips).min(), fewest <= max(1, typed.count / 3) else {
      return nil
    }
    let nearest = distances.filter { $0.slips == fewest }
    return nearest.count == 1 ? nearest[0].word : nil
  }

  /// `; did you mean WORD?`, or nothing.
  static func hint(for typed: String, among words: [String]) -> String {
    word(for: typed, among: words).map { "; did you mean \($0)?" } ?? ""
  }

  // Optimal string alignment: rows of the usual table, of which the last three are enough.
  private static func slips(from old: [Character], to new: [Character]) -> Int {
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
