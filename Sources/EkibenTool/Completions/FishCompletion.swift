/// What completes the command in fish, with what each word is for.
enum FishCompletion {
  static func script(_ commands: [CommandSpec]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    let start = [
      "# Completes ekiben in fish; made by: ekiben completions fish", "complete -c ekiben -f",
      "complete -c ekiben -n __fish_use_subcommand -l help -d 'show this help'",
      "complete -c ekiben -n __fish_use_subcommand -l version -d 'print the version'",
      "complete -c ekiben -n __fish_use_subcommand -a help -d 'tell what a command takes'",
      "complete -c ekiben -n '__fish_seen_subcommand_from help' -a '\(names)'",
    ]
    return (start + commands.flatMap(lines)).joined(separator: "\n")
  }

  private static func lines(_ command: CommandSpec) -> [String] {
    let name =
      "complete -c ekiben -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
    let within = "complete -c ekiben -n '__fish_seen_subcommand_from \(command.name)'"
    // Which word it is fish does not say: a command that takes a file has files completed.
    let files = command.positionals.contains(where: \.isFile) ? ["\(within) -F"] : []
    let choices = command.positionals.flatMap(\.choices).joined(separator: " ")
    return [name] + files + (choices.isEmpty ? [] : ["\(within) -a '\(choices)'"])
      + (command.options + [CommandSpec.help]).map { "\(within) \(option($0))" }
  }

  private static func option(_ option: CommandSpec.Option) -> String {
    let names = option.words.map {
      $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
    }
    let value = option.value == nil ? "" : option.takesFile ? " -rF" : " -x"
    return "\(names.joined(separator: " "))\(value) -d \(quoted(option.summary))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
