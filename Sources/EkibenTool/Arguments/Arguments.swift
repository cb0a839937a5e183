import Ekiben
import EkibenDocuments

/// A command line, sorted into what its command takes.
///
/// The conventions of the platform: `--opt value` and `--opt=value`, `--` ends the options, a word
/// such as `-5` is a value, an option that is not known is an error, and so is an empty word where a
/// file is meant.
struct Arguments {
  let spec: CommandSpec
  private(set) var positionals: [String] = []
  private var values: [String: [String]] = [:]

  /// Sorts words; those of an order stand behind the words of the call that takes it, and have its options where they
  /// give none of their own.
  init(
    _ words: [String], for spec: CommandSpec, within call: Arguments? = nil
  ) throws(CommandFailure) {
    self.spec = spec
    positionals = call?.positionals ?? []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      }
      // What looks like a number is none.
      if word.hasPrefix("-"), let second = word.dropFirst().first,
        second != ".", !second.isASCII || !second.isNumber
      {
        try takeOption(word, &rest)
      } else {
        positionals.append(word)
      }
    }
    for (name, given) in call?.values ?? [:]
    where values[name] == nil && spec.option(named: name) != nil { values[name] = given }
    if !has("help") { try checkCount() }
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = option(spelled: name) else {
      let hint = spec.takesValues ? " (if it is a value, write -- before it)" : ""
      let known = (spec.options + [CommandSpec.help, CommandSpec.noPager]).flatMap(\.words)
      throw .usage("unknown option \(name)\(hint)" + Suggestion.hint(for: name, among: known))
    }
    if values[option.name] != nil, !option.repeats { throw .usage("\(name) is given twice") }
    let isSwitch = option.value == nil
    if isSwitch, parts.count == 2 { throw .usage("\(name) takes no value") }
    guard let value = isSwitch ? "" : parts.count == 2 ? String(parts[1]) : rest.popFirst(),
      !value.isEmpty || !option.isFile
    else {
      throw .usage("\(name) needs a value: \(option.spelling)")
    }
    values[option.name, default: []].append(value)
  }

  private func option(spelled name: String) -> CommandSpec.Option? {
    if name.hasPrefix("--"), name.count > 3 { return spec.option(named: String(name.dropFirst(2))) }
    guard name.count == 2, let letter = name.last else { return nil }
    return spec.option(short: letter)
  }

  private func checkCount() throws(CommandFailure) {
    let needed = spec.positionals.filter { !$0.isOptional }
    if positionals.count < needed.count {
      throw .usage("\(needed[positionals.count].name) is missing")
    }
    let takesMore = spec.positionals.last?.repeats ?? false
    if positionals.count > spec.positionals.count, !takesMore {
      throw .usage("unexpected word \(positionals[spec.positionals.count])")
    }
    for (kind, word) in zip(spec.positionals, positionals) where kind.isFile {
      if word.isEmpty { throw .usage("\(kind.name) is empty") }
      if !spec.streams.contains(kind.name) { try Self.checkIsFile(word, kind.name) }
    }
  }

  /// Refuses `-`, which is no name but a stream, for what has to be a file or a folder.
  static func checkIsFile(_ word: String, _ name: String) throws(CommandFailure) {
    if word == "-" { throw .usage("\(name) cannot be a stream; for what is called -, write ./-") }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  subscript(option: String) -> String? { values[option]?.last }

  /// The values of an option that can be given more than once.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// A positional that is there because it is not optional.
  subscript(position: Int) -> String { positionals[position] }

  /// A positional that may be missing.
  func optional(_ position: Int) -> String? { positionals.dropFirst(position).first }

  /// The value of an option as a whole number of at least `minimum`.
  func number(_ option: String, atLeast minimum: Int) throws(CommandFailure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= minimum else {
      throw wrongValue(option, takes: "a whole number from \(minimum)")
    }
    return number
  }

  /// The value of an option that takes one of some words.
  func word<Word: RawRepresentable<String>>(
    _ option: String, takes words: String
  ) throws(CommandFailure) -> Word? {
    guard let text = self[option] else { return nil }
    guard let word = Word(rawValue: text) else { throw wrongValue(option, takes: words) }
    return word
  }

  /// Says that the value of an option is not what the option takes.
  func wrongValue(_ option: String, takes kind: String) -> CommandFailure {
    let dashes = option.count == 1 ? "-" : "--"
    let value = Notation.quoted(self[option] ?? "")
    return .usage("\(dashes)\(option) takes \(kind), not \(value)")
  }
}
