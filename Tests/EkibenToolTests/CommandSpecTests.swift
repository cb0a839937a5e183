import Testing

@testable import EkibenTool

/// What a command says of itself, from the one list of what it takes.
@Suite(.timeLimit(.minutes(20))) struct `A command's list of words` {
  // Of a line of a hundred columns nothing is left out.
  @Test(arguments: [(78, true), (79, false)])
  func `names its options while they fit on a line`(letters: Int, isShown: Bool) {
    let name = String(repeating: "x", count: letters)
    let spec = CommandSpec(name: "try", summary: "try it", options: [.init("--\(name)", "nothing")])
    #expect(spec.usage == "usage: ekiben try " + (isShown ? "[--\(name)]" : "[OPTION…]"))
  }

  @Test func `names what can be left out or repeated, and no option that all have`() {
    let spec = CommandSpec(
      name: "try", summary: "try it", positionals: ["STORE", "[A]", "[B…]"],
      options: [.init("-a, --all", "all of them")] + CommandSpec.editing)
    #expect(spec.usage == "usage: ekiben try STORE [A] [B…] [-a, --all] [--given NAME=FILE]")
  }

  @Test func `names an author who is asked for, and does nothing`() {
    let author = CommandSpec.Option("--author NAME", "only what NAME did")
    let spec = CommandSpec(name: "try", summary: "try it", options: [author] + CommandSpec.reading)
    #expect(spec.usage == "usage: ekiben try [--author NAME]")
  }

  @Test func `is shown whole by its help`() {
    let options = [
      CommandSpec.Option("-n K", "how many"), .init("-o, --output FILE", "where to"),
    ]
    let short = CommandSpec(name: "try", summary: "try it", options: options)
    let table = """
      options:
        -n K               how many
        -o, --output FILE  where to
        -h, --help         show this help
      """
    let usage = "usage: ekiben try [-n K] [-o, --output FILE]"
    #expect(short.help == "try it\n\n\(usage)\n\n\(table)")
    let long = CommandSpec(
      name: "try", summary: "try it", options: options, discussion: "Try it\ntwice.")
    #expect(long.help == "try it\n\n\(usage)\n\nTry it\ntwice.\n\n\(table)")
  }

  @Test(arguments: [
    ("STORE", true), ("FILE", true), ("BACKUP", true), ("DOC", false), ("NAME", false),
    ("FORM", false), ("ROW VALUE", false),
  ])
  func `knows which words are files`(name: String, isFile: Bool) {
    #expect(CommandSpec.Positional(usage: name).isFile == isFile)
  }

  @Test func `finds an option by its name or its letter, and help always`() {
    let spec = ExportCommand.spec
    #expect(spec.option(named: "output")?.short == Character("o"))
    #expect(spec.option(short: "o")?.name == "output")
    #expect(spec.option(named: "o") == nil && spec.option(short: "f") == nil)
    for spec in Dispatcher.commands.map({ $0.spec }) {
      #expect(spec.option(named: "help")?.name == "help")
      #expect(spec.option(short: "h")?.name == "help")
    }
  }

  @Test func `says where any text is a value`() {
    let taking = Dispatcher.commands.map { $0.spec }.filter(\.takesValues).map(\.name)
    #expect(taking == ["set", "settings"])
  }

  @Test(arguments: [
    ("a", 3, "a  "), ("abc", 3, "abc"), ("abcd", 3, "abcd"), ("é", 2, "é "), ("", 0, ""),
    ("駅弁", 6, "駅弁  "), ("駅弁", 3, "駅弁"), ("🚀", 4, "🚀  "),
  ])
  func `stands in columns`(text: String, width: Int, expected: String) {
    #expect(text.padded(to: width) == expected)
  }
}
