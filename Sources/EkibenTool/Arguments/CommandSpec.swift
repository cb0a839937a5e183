/// What a command takes: the source of parsing, usage and help alike.
struct CommandSpec: Sendable {
  /// A word that stands by its place.
  struct Positional: Sendable {
    /// How usage shows it: `[ROW…]` may be missing, and be given more than once; only the last one can.
    let usage: String
    /// What it can be, where that is one of a few words.
    var choices: [String] = []

    /// How it is called, in capitals.
    var name: String { usage.filter { !"[…]".contains($0) } }
    var isOptional: Bool { usage.hasPrefix("[") }
    var repeats: Bool { usage.contains("…") }
    var isFile: Bool { ["STORE", "FILE", "BACKUP"].contains(name) }
  }

  /// A word that begins with `--`.
  struct Option: Sendable {
    /// How help shows it, such as `-o, --output FILE`; one that can be given more than once ends in `…`.
    private let usage: String
    let summary: String

    init(_ usage: String, _ summary: String) { (self.usage, self.summary) = (usage, summary) }

    /// How it is written, such as `-n K`.
    var spelling: String { repeats ? String(usage.dropLast()) : usage }
    /// Its spellings as words of a command line.
    var words: [String] {
      parts.filter { $0.hasPrefix("-") }.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }
    /// Its name without the dashes.
    var name: String { words.last.map { String($0.drop { $0 == "-" }) } ?? "" }
    /// One letter that stands for it after a single dash.
    var short: Character? { words.first.flatMap { $0.count == 2 ? $0.last : nil } }
    /// How usage calls its value; nil is a switch.
    var value: String? { parts.last.flatMap { $0.hasPrefix("-") ? nil : $0 } }
    var repeats: Bool { usage.hasSuffix("…") }
    var isFile: Bool { ["FILE", "FOLDER"].contains(value) }

    // By bytes: each option that a command has is split to find the one that is meant.
    private var parts: [String] {
      spelling.utf8.split(separator: UInt8(ascii: " ")).compactMap(String.init)
    }
  }

  let name: String
  let summary: String
  var positionals: [Positional] = []
  var options: [Option] = []
  /// More for `help COMMAND`: what the summary leaves out.
  var discussion = ""
  /// Whether it writes to a file without changing a document, so that nobody is its author.
  var isMaintenance = false
  /// The words that are files which may be a stream: `-` is standard input.
  var streams: [String] = []
  /// The options without which it cannot be called.
  var needed: [String] = []
  /// Whether it prints a list, whose lines are cut where they are longer than the screen is wide.
  var isList = false

  static let json = Option("--json", "print JSON, for scripts")
  static let author = Option("--author NAME", "who does it")
  static let reason = Option("--reason TEXT", "why, for the history")
  static let timeout = Option("--timeout SECONDS", "how long to wait for other programs (5)")
  static let durability = Option(
    "--durability D", "power-loss, or the faster process-crash, instead of what the store is set to"
  )
  static let language = Option(
    "--language LANG", "the language of texts, as in de-AT; several with commas, best first")
  static let given = Option(
    "--given NAME=FILE…", "JSON that formulas read as %NAME, such as a Patient; once for each")
  static let at = Option("--at N|TIME", "as it stood after an entry, or at a time; \(moment)")
  /// What help says of options that take a time.
  static let moment = "a date is its first moment"
  static let ids = Option("--ids", "the id of each row beside it")
  static let status = Option("--status S", "only documents that are draft, final or deleted")
  static let help = Option("-h, --help", "show this help")
  /// What every command takes and its help does not repeat.
  static let noPager = Option("--no-pager", "show all at once, also on a terminal")

  static let reading = [json, timeout]
  /// What says who changes something, why and how.
  static let authorship = [author, reason, timeout, durability]
  static let changing = [json] + authorship
  /// The options of a command that changes what a document holds, which conditions and formulas follow.
  static let editing = [given] + changing

  /// Whether the command writes to a store, or a copy of one.
  var isChanging: Bool {
    isMaintenance || options.contains { $0.spelling == Self.durability.spelling }
  }

  /// Whether any text can stand among its words.
  var takesValues: Bool { positionals.contains { $0.name.hasSuffix("VALUE") } }

  func option(named name: String) -> Option? {
    (options + [Self.help, Self.noPager]).first { $0.name == name }
  }

  func option(short: Character) -> Option? { (options + [Self.help]).first { $0.short == short } }

  /// The line that shows how to call it, such as `usage: ekiben get STORE DOC ROW`.
  var usage: String {
    let common = (isChanging ? Self.changing : Self.reading).map(\.name)
    let required = options.filter { needed.contains($0.name) }
    let others = options.filter { !common.contains($0.name) && !needed.contains($0.name) }
    let call = ["usage: ekiben", name] + positionals.map(\.usage) + required.map(\.spelling)
    let usage = (call + others.map { "[\($0.spelling)]" }).joined(separator: " ")
    return usage.count > 100 ? (call + ["[OPTION…]"]).joined(separator: " ") : usage
  }

  /// What `help COMMAND` prints.
  var help: String {
    let rows = (options + [Self.help]).map { ($0.spelling, $0.summary) }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { "  \($0.0.padded(to: width))  \($0.1)" }
    let middle = discussion.isEmpty ? [] : ["", discussion]
    return ([summary, "", usage] + middle + ["", "options:"] + lines).joined(separator: "\n")
  }
}

extension CommandSpec.Positional: ExpressibleByStringLiteral {
  init(stringLiteral usage: String) { self.init(usage: usage) }
}

extension String {
  /// The text with spaces behind it, up to so many columns of a terminal.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - FittedLine.width(of: self)))
  }
}
