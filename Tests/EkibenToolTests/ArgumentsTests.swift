import Testing

@testable import EkibenTool

/// How the words of a command line are sorted, by the conventions of the platform.
@Suite(.timeLimit(.minutes(20))) struct `The words of a command line` {
  /// A command with words and options of every kind.
  private static func spec(lastWord: String = "VALUE") -> CommandSpec {
    CommandSpec(
      name: "try", summary: "try it",
      positionals: [
        "STORE", "KEY", .init(usage: "[\(lastWord)]"),
      ],
      options: [
        CommandSpec.json, .init("-o, --output FILE", "where to"), .init("-n K", "how many"),
        CommandSpec.given,
      ], streams: ["STORE"])
  }

  /// The words of a line, in which `∅` is an empty one.
  private static func split(_ line: String) -> [String] {
    words(of: line).map { $0.replacing("∅", with: "") }
  }

  /// The words that stand by their place, and behind a bar the options with their values.
  private static func sorted(_ line: String) throws -> String {
    let arguments = try Arguments(split(line), for: spec())
    let options = (spec().options + [CommandSpec.help]).filter { arguments.has($0.name) }
    let told = options.map { option in
      let values = arguments.all(option.name).joined(separator: ",")
      return option.value == nil ? option.name : "\(option.name)=\(values)"
    }
    let words = arguments.positionals.map { $0.isEmpty ? "∅" : $0 }
    return (words + ["|"] + told).joined(separator: " ")
  }

  @Test(arguments: [
    ("s k", "s k |"), ("s k v", "s k v |"), ("s ∅", "s ∅ |"), ("s ∅ ∅", "s ∅ ∅ |"),
    ("--json s k", "s k | json"), ("s --json k", "s k | json"), ("s k --json", "s k | json"),
    ("s k --output f", "s k | output=f"), ("s k --output=f", "s k | output=f"),
    ("s -o f k", "s k | output=f"), ("s k -o=f", "s k | output=f"),
    ("s k --output=f=g", "s k | output=f=g"), ("s k --given=", "s k | given="),
    ("s k --given ∅", "s k | given="), ("s k --output -", "s k | output=-"),
    ("s k -n 3", "s k | n=3"), ("s k -n=3", "s k | n=3"), ("s k -n -3", "s k | n=-3"),
    ("s k --given a=1 --given=b=2", "s k | given=a=1,b=2"),
    ("s k -n 3 --json -o f", "s k | json output=f n=3"),
    // A dash alone, and one before a number, begin a value.
    ("s -5", "s -5 |"), ("s -.5 -5e3", "s -.5 -5e3 |"), ("- -", "- - |"),
    // Behind two dashes everything is a value, these too.
    ("s k -- --json", "s k --json |"), ("-- s k -n", "s k -n |"), ("s -- k --", "s k -- |"),
    ("--json -- s --output", "s --output | json"),
    // Whoever asks for help need not know the rest.
    ("--help", "| help"), ("-h", "| help"), ("s k v w -h", "s k v w | help"),
    ("∅ -h", "∅ | help"),
  ])
  func `stand by their place, or are options`(line: String, expected: String) throws {
    #expect(try Self.sorted(line) == expected)
  }

  private static func refusal(_ line: String, lastWord: String = "VALUE") -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try Arguments(split(line), for: spec(lastWord: lastWord))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "STORE is missing"), ("--json", "STORE is missing"), ("s", "KEY is missing"),
    ("s --json", "KEY is missing"), ("--", "STORE is missing"),
    ("s k v w", "unexpected word w"), ("s k v w x", "unexpected word w"),
    ("∅ k", "STORE is empty"), ("∅ ∅", "STORE is empty"),
    ("s k --json=yes", "--json takes no value"), ("s k --json=", "--json takes no value"),
    ("s k -h=x", "-h takes no value"),
    ("s k --output", "--output needs a value: -o, --output FILE"),
    ("s k -o", "-o needs a value: -o, --output FILE"), ("s k -n", "-n needs a value: -n K"),
    ("s k -o ∅", "-o needs a value: -o, --output FILE"),
    ("s k --output=", "--output needs a value: -o, --output FILE"),
    ("s k -o f -o g", "-o is given twice"), ("s k -o f --output=f", "--output is given twice"),
    ("s k --json --json", "--json is given twice"), ("s k -h --help", "--help is given twice"),
  ])
  func `are refused where one is missing, too many or not to be had`(
    line: String, message: String
  ) throws {
    let refusal = try #require(Self.refusal(line))
    #expect(refusal.code == .usage && refusal.message == message)
    #expect(refusal.isOfCommand)
  }

  @Test(arguments: [
    ("s k --nothing", "--nothing"), ("s k --nothing=x", "--nothing"), ("s k -x", "-x"),
    ("s k -n3", "-n3"), ("s k --n 3", "--n"), ("s k --o f", "--o"), ("s k -output f", "-output"),
    ("s k -json", "-json"), ("s k --h", "--h"), ("s k --=x", "--"), ("s k -=x", "-"),
    ("s k --Json", "--Json"),
    // Digits of other scripts begin no number.
    ("s k -٣", "-٣"), ("s k -½", "-½"),
  ])
  func `are no option where the command has none of that name`(line: String, name: String) throws {
    let refusal = try #require(Self.refusal(line))
    let message = refusal.message.split(separator: ";")[0]
    #expect(message == "unknown option \(name) (if it is a value, write -- before it)")
    // Only where any text can be a value.
    let plain = try #require(Self.refusal(line, lastWord: "DOC"))
    #expect(plain.message.split(separator: ";")[0] == "unknown option \(name)")
  }

  @Test func `are found by their place and their name`() throws {
    let arguments = try Arguments(Self.split("s k --given a=1 --given b=2"), for: Self.spec())
    #expect(arguments[0] == "s" && arguments[1] == "k")
    #expect(arguments.optional(1) == "k" && arguments.optional(2) == nil)
    #expect(arguments["given"] == "b=2" && arguments["output"] == nil)
    #expect(arguments.has("given") && !arguments.has("json"))
    #expect(arguments.all("given") == ["a=1", "b=2"] && arguments.all("output") == [])
  }

  @Test(
    arguments: [
      ("", 1, nil), ("-n 1", 1, 1), ("-n 12", 1, 12), ("-n 0", 0, 0), ("-n 2", 2, 2),
    ] as [(String, Int, Int?)])
  func `are numbers from the least on`(line: String, least: Int, expected: Int?) throws {
    let arguments = try Arguments(Self.split("s k " + line), for: Self.spec())
    #expect(try arguments.number("n", atLeast: least) == expected)
  }

  @Test(arguments: ["0", "-1", "1.0", "x", "", "1 ", "99999999999999999999"])
  func `are refused where no such number stands`(text: String) throws {
    let arguments = try Arguments(["s", "k", "-n", text], for: Self.spec())
    let refusal = #expect(throws: CommandFailure.self) {
      try arguments.number("n", atLeast: 1)
    }
    #expect(refusal?.code == .usage)
    #expect(refusal?.message == "-n takes a whole number from 1, not \"\(text)\"")
  }

  // Rule C5.
  @Test func `are quoted where they are not what an option takes`() throws {
    let arguments = try Arguments(["s", "k", "--output", "a\u{1b}\"b"], for: Self.spec())
    let refusal = arguments.wrongValue("output", takes: "a name")
    #expect(refusal.message == #"--output takes a name, not "a\u001b\"b""#)
  }
}
