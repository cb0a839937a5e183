/// What completes the command in zsh, with what each word is for.
enum ZshCompletion {
  static func script(_ commands: [CommandSpec]) -> String {
    """
    #compdef ekiben
    # Completes ekiben in zsh; made by: ekiben completions zsh

    _ekiben_commands() {
        local -a commands=(
    \(commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
            'help:tell what a command takes'
        )
        _describe command commands
    }

    _ekiben() {
        local curcontext=$curcontext state line ret=1
        _arguments -C '(- *)--help[show this help]' '(- *)--version[print the version]' \\
            ':command:_ekiben_commands' '*::argument:->arguments' && ret=0
        [[ $state == arguments ]] || return ret
        case $words[1] in
    \(commands.map(branch).joined(separator: "\n"))
        help) _arguments ':command:_ekiben_commands' && ret=0 ;;
        esac
        return ret
    }

    _ekiben "$@"
    """
  }

  private static func branch(_ command: CommandSpec) -> String {
    let options = (command.options + [CommandSpec.help]).map(option)
    let positionals = command.positionals.map { positional in
      let start = positional.repeats ? "*" : positional.isOptional ? ":" : ""
      let choices = positional.choices.joined(separator: " ")
      let action = positional.isFile ? "_files" : choices.isEmpty ? " " : "(\(choices))"
      return quoted("\(start):\(escaped(positional.name)):\(action)")
    }
    let lines = (options + positionals).map { "            \($0)" }
    return "    \(command.name)) _arguments \\\n" + lines.joined(separator: " \\\n")
      + " && ret=0 ;;"
  }

  private static func option(_ option: CommandSpec.Option) -> String {
    let value = option.value.map { ":\(escaped($0)):\(option.takesFile ? "_files" : " ")" } ?? ""
    let said = "[\(escaped(option.summary))]\(value)"
    let words = option.words
    let repeats = option.repeats ? "*" : ""
    if words.count == 1 { return quoted(repeats + words[0] + said) }
    // Either spelling shuts the other out.
    return "'(\(words.joined(separator: " ")))'{\(words.joined(separator: ","))}\(quoted(said))"
  }

  // What ends a part of a specification.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[")
      .replacing("]", with: "\\]")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
