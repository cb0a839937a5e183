import Ekiben
import EkibenDocuments
import EkibenForms

/// The sentences that changing commands print.
enum Wording {
  /// An answer as a person gives it, texts in quotes.
  static func answer(_ value: Value?) -> String {
    switch value {
    case .date?, .decimal?, .record?: value.map { Notation.shown(ValueText.bare($0)) } ?? ""
    case .list(let values)?: "[\(values.map { answer($0) }.joined(separator: ", "))]"
    default: Notation.text(of: value)
    }
  }

  /// How many there are of something: `1 row`, `2 rows`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// How many batches a plan has and of what: `1 batch of a table (insert 1, update 2)`.
  ///
  /// So a plan looks in numbers, for people; scripts get it whole.
  static func batches(of plan: TablePlan) -> String {
    "\(count(plan.stages.count, "batch", "batches")) of a table (\(TableTally(plan)))"
  }

  /// Numbers in a row: `12`, `12–20`, or `12, 15` where they do not follow each other.
  static func numbers(_ numbers: [Int]) -> String {
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last, first != last else {
      return sorted.first.map { "\($0)" } ?? "nothing"
    }
    if last - first == sorted.count - 1 { return "\(first)–\(last)" }
    return sorted.map { "\($0)" }.joined(separator: ", ")
  }

  /// The authors of some entries, each once, in the order of the numbers: `Ada and Grace`.
  static func authors(of numbers: [Int], in reading: DocumentReading) throws -> String {
    var names: [String] = []
    for number in numbers.sorted() {
      let name = try reading.entry(number).author
      if !names.contains(name) { names.append(name) }
    }
    return names.map { Notation.shown($0) }.joined(separator: " and ")
  }

  /// A call of this program as one could type it.
  static func command(_ words: [String]) -> String {
    (["ekiben"] + words.map(quoted)).joined(separator: " ")
  }

  /// A call of a command as one could type it: words that look like options stand behind `--`.
  static func call(
    _ name: String, _ positionals: [String], _ options: [String] = []
  ) -> String {
    let isMistaken = positionals.contains { $0.hasPrefix("-") }
    return command([name] + (isMistaken ? options + ["--"] + positionals : positionals + options))
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_./~:@%+,".unicodeScalars.contains(scalar)
    }
    if plain && !word.isEmpty && !word.hasPrefix("~") { return word }
    let inside = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(Notation.shown(inside.joined(separator: "'\\''")))'"
  }

  /// What an entry is and whose: `edit 4 by Ada`.
  static func origin(of entry: Entry) -> String {
    "\(entry.kind.name) \(entry.number) by \(Notation.shown(entry.author))"
  }
}

extension Call {
  /// A call that takes back what this one did to a document, with a reason where the store wants one; what ends
  /// `fill` is taken back outside of it.
  func back(
    _ command: String, _ name: DocumentName, _ words: [String] = [], _ options: [String] = [],
    in store: Store, endsFill: Bool = false
  ) throws -> String {
    // A change without a reason was made where none is wanted.
    let isWanted =
      try arguments.spec.isChanging && reason == nil ? false : store.settings().needsReasons
    let options = options + (isWanted ? ["--reason", "…"] : [])
    return endsFill
      ? Wording.call(command, [path, name.rawValue] + words, options)
      : typed(command, on: name, words, options)
  }

  /// Says what an entry made of something: `edit 4 by Ada: visit is deleted`.
  func report(_ entry: Entry?, _ name: String, is state: String) {
    guard let entry else { return console.write("nothing changed") }
    console.write("\(Wording.origin(of: entry)): \(Notation.name(name)) is \(state)")
  }

  /// A call on a document as one could type it: inside `fill` an order, which is on its document.
  func typed(
    _ name: String, on document: DocumentName, _ words: [String] = [], _ options: [String] = []
  ) -> String {
    if !environment.isInsideFill {
      return Wording.call(name, [path, document.rawValue] + words, options)
    }
    return ":" + Wording.call(name, words, options).dropFirst("ekiben ".count)
  }
}
