/// The words of a line as a shell would split it: at blanks, but for those in quotes and behind a backslash.
///
/// Nothing else means anything: no variable, no pattern, no comment.
enum ShellWords {
  /// Splits a line; `''` is an empty word.
  ///
  /// - Throws: A failure that says which quote has no end, or that the line ends in a backslash.
  static func split(_ line: Substring) throws(CommandFailure) -> [String] {
    var (words, word) = ([String](), String.UnicodeScalarView())
    var (isWord, quote) = (false, Unicode.Scalar?.none)
    // Scalars, since a mark that joins the quote before it is no part of that.
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      if quote == nil, scalar == " " || scalar == "\t" {
        if isWord { words.append(String(word)) }
        (word, isWord) = (String.UnicodeScalarView(), false)
        continue
      }
      isWord = true
      if scalar == "\\", quote != "'" {
        guard let next = rest.popFirst() else {
          throw .usage("the line ends in \\; write \\\\ for the sign itself")
        }
        // In double quotes it stands for itself, but for what would mean something there.
        if quote != nil, !"\"\\$`".unicodeScalars.contains(next) { word.append(scalar) }
        word.append(next)
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        word.append(scalar)
      }
    }
    if let quote { throw .usage("\(quote) has no end; write \\\(quote) for the sign itself") }
    return isWord ? words + [String(word)] : words
  }
}
