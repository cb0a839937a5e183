enum CompletionsCommand: Command {
  static let spec = CommandSpec(
    name: "completions", summary: "print what completes this command in a shell",
    positionals: [.init(usage: "SHELL", choices: ["bash", "zsh", "fish"])],
    discussion: """
      SHELL is bash, zsh or fish. Commands, options and names of files are completed.

      bash   ekiben completions bash > ~/.local/share/bash-completion/completions/ekiben
      zsh    ekiben completions zsh > _ekiben, in a folder of $fpath, before compinit
      fish   ekiben completions fish > ~/.config/fish/completions/ekiben.fish
      """)

  static func run(_ call: Call) throws {
    let commands = Dispatcher.commands.map { $0.spec }
    switch call.arguments[0] {
    case "bash": call.console.write(BashCompletion.script(commands))
    case "zsh": call.console.write(ZshCompletion.script(commands))
    case "fish": call.console.write(FishCompletion.script(commands))
    default: throw CommandFailure.usage("there are completions for bash, zsh and fish")
    }
  }
}
