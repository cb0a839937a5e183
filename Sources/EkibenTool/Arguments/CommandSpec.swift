/// What a command takes: the source of parsing, usage and help alike.
struct CommandSpec: Sendable {
  /// A word that stands by its place.
  struct Positional: Sendable {
    /// How usage calls it, in capitals.
    let name: String
    var isOptional = false
    /// Whether it can be given more than once; only the last one can.
    var repeats = false
    /// What it can be, where that is one of a few words.
    var choices: [String] = []
    /// Whether it names a file.
    var isFile: Bool { ["STORE", "FILE", "BACKUP"].contains(name) }
  }

  /// A word that begins with `--`.
  struct Option: Sendable {
    /// Its name without the dashes.
    let name: String
    /// One letter that stands for it after a single dash.
    var short: Character?
    /// How usage calls its value; nil is a switch.
    var value: String?
    let summary: String
    /// Whether it can be given more than once.
    var repeats = false
  }

  let name: String
  let summary: String
  var positionals: [Positional] = []
  var options: [Option] = []
  /// More for `help COMMAND`: what the summary leaves out.
  var discussion = ""
  /// Whether it writes to a file without changing a document, so that nobody is its author.
  var isMaintenance = false
  /// The options without which it cannot be called.
  var needed: Set<String> = []
  /// Whether it prints a list, whose lines are cut where they are longer than the screen is wide.
  var isList = false

  static let json = Option(name: "json", summary: "print JSON, for scripts")
  static let author = Option(name: "author", value: "NAME", summary: "who does it")
  static let reason = Option(name: "reason", value: "TEXT", summary: "why, for the history")
  static let timeout = Option(
    name: "timeout", value: "SECONDS", summary: "how long to wait for other programs (5)")
  static let durability = Option(
    name: "durability", value: "D",
    summary: "power-loss, or the faster process-crash, instead of what the store is set to")
  static let language = Option(
    name: "language", value: "LANG",
    summary: "the language of texts, as in de-AT; several with commas, best first")
  static let given = Option(
    name: "given", value: "NAME=FILE",
    summary: "JSON that formulas read as %NAME, such as a Patient; once for each", repeats: true)
  static let at = Option(
    name: "at", value: "N|TIME", summary: "as it stood after an entry, or at a time")
  static let ids = Option(name: "ids", summary: "the id of each row beside it")
  static let status = Option(
    name: "status", value: "S", summary: "only documents that are draft, final or deleted")
  static let help = Option(name: "help", short: "h", summary: "show this help")
  /// What every command takes and its help does not repeat.
  static let noPager = Option(name: "no-pager", summary: "show all at once, also on a terminal")

  /// The options of a command that reads.
  static let reading = [json, timeout]
  /// The options of a command that writes.
  static let changing = [json, author, reason, timeout, durability]
  /// The options of a command that changes what a document holds, which conditions and formulas follow.
  static let editing = [given] + changing

  static let store = Positional(name: "STORE")
  static let document = Positional(name: "DOC")
  static let entry = Positional(name: "N")

  /// Whether the command writes to a store, or a copy of one.
  var isChanging: Bool { isMaintenance || option(named: Self.durability.name) != nil }

  /// Whether any text can stand among its words.
  var takesValues: Bool { positionals.contains { $0.name.hasSuffix("VALUE") } }

  func option(named name: String) -> Option? {
    (options + [Self.help, Self.noPager]).first { $0.name == name }
  }

  func option(short: Character) -> Option? {
    (options + [Self.help]).first { $0.short == short }
  }

  /// The line that shows how to call it, such as `usage: ekiben get STORE DOC ROW`.
  var usage: String {
    let words = positionals.map { positional in
      let word = positional.name + (positional.repeats ? "…" : "")
      return positional.isOptional ? "[\(word)]" : word
    }
    let common = Self.changing.map(\.name)
    let (needed, own) = (
      options.filter { self.needed.contains($0.name) },
      options.filter { !common.contains($0.name) && !self.needed.contains($0.name) }
    )
    let shown = own.map { "[\($0.spelling)]" }
    let call = (["usage: ekiben", name] + words + needed.map(\.spelling)).joined(separator: " ")
    let usage = ([call] + shown).joined(separator: " ")
    return usage.count > 100 ? "\(call) [OPTION…]" : usage
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

extension CommandSpec.Option {
  /// How it is written, such as `-n, --steps K`.
  var spelling: String {
    let names = name.count == 1 ? "-\(name)" : (short.map { "-\($0), " } ?? "") + "--\(name)"
    return value.map { "\(names) \($0)" } ?? names
  }
}

extension String {
  /// The text with spaces behind it, up to a width in Characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
