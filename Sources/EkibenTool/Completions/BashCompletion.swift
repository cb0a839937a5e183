/// What completes the command in bash, which has no words for what an option is for.
///
/// It works with the bash that macOS has (3.2), and needs nothing besides.
enum BashCompletion {
  static func script(_ commands: [CommandSpec]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # Completes ekiben in bash; made by: ekiben completions bash
      _ekiben_files() {
          local IFS=$'\\n'
          COMPREPLY=($(compgen -f -- "$word"))
      }
      _ekiben() {
          local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
          local commands="\(names) help"
          local options="" values="" files="" positionals="" choices="" place=0 at
          COMPREPLY=()
          if [ "$COMP_CWORD" -eq 1 ]; then
              COMPREPLY=($(compgen -W "$commands --help --version" -- "$word"))
              return
          fi
          case ${COMP_WORDS[1]} in
          help) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "$commands" -- "$word")); return ;;
      \(commands.map(branch).joined(separator: "\n"))
          *) return ;;
          esac
      \(words)
      }
      complete -o filenames -F _ekiben ekiben
      """
  }

  /// Finds what can stand where somebody is, once it is known what the command takes.
  private static let words = """
        # Options that take a value, and of these the ones that take a file.
        case " $files " in *" $before "*) _ekiben_files; return ;; esac
        case " $values " in *" $before "*) return ;; esac
        case $word in -*) COMPREPLY=($(compgen -W "$options --help" -- "$word")); return ;; esac
        # Which word it is, not counting options and their values.
        for ((at = 2; at < COMP_CWORD; at++)); do
            case ${COMP_WORDS[at]} in
            -*) case " $files $values " in *" ${COMP_WORDS[at]} "*) ((at++)) ;; esac ;;
            *) ((place++)) ;;
            esac
        done
        # One letter for each word that stands by its place: a file, a choice, or what only the store knows.
        case ${positionals:place:1} in
        f) _ekiben_files ;;
        c) COMPREPLY=($(compgen -W "$choices" -- "$word")) ;;
        esac
    """

  private static func branch(_ command: CommandSpec) -> String {
    let options = command.options.flatMap(\.words)
    let files = command.options.filter(\.takesFile).flatMap(\.words)
    let values = command.options.filter { $0.value != nil && !$0.takesFile }.flatMap(\.words)
    let positionals = command.positionals.map { positional in
      positional.isFile ? "f" : positional.choices.isEmpty ? "." : "c"
    }
    let parts = [
      ("options", options.joined(separator: " ")), ("files", files.joined(separator: " ")),
      ("values", values.joined(separator: " ")), ("positionals", positionals.joined()),
      ("choices", command.positionals.flatMap(\.choices).joined(separator: " ")),
    ]
    let said = parts.filter { !$0.1.isEmpty }.map { "\($0.0)=\"\($0.1)\"" }
    return "    \(command.name)) \(said.joined(separator: " ")) ;;"
  }
}

extension CommandSpec.Option {
  /// Whether its value names a file or a folder.
  var takesFile: Bool {
    value.map { ["FILE", "FOLDER", "RESPONSE", "FINGERPRINT|FILE"].contains($0) } ?? false
  }
}
