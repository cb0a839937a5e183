import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// `ekiben completions SHELL` (rule C13).
@Suite(.timeLimit(.minutes(20))) struct CompletionsTests {
  private static let sample = [
    CommandSpec(
      name: "walk", summary: "go: to [here], and say what's there",
      positionals: [
        "STORE", "[ROW]", "FILE…",
      ],
      options: [
        .init("-n K", "how far"), .init("-f, --from FILE", #"a \ file"#),
        .init("--given NAME=FILE…", "JSON"),
      ])
  ]

  @Test func `say in zsh what each word is for, with what would end a part escaped`() {
    let script = ZshCompletion.script(Self.sample)
    #expect(script.hasPrefix("#compdef ekiben\n"))
    #expect(script.contains(#"        'walk:go: to [here], and say what'\''s there'"#))
    #expect(
      script.contains(
        #"""
            walk) _arguments \
                    '-n[how far]:K: ' \
                    '(-f --from)'{-f,--from}'[a \\ file]:FILE:_files' \
                    '*--given[JSON]:NAME=FILE: ' \
                    '(-h --help)'{-h,--help}'[show this help]' \
                    ':STORE:_files' \
                    '::ROW: ' \
                    '*:FILE:_files' && ret=0 ;;

        """#))
  }

  @Test func `say the same in fish`() {
    #expect(
      FishCompletion.script(Self.sample).hasSuffix(
        #"""

        complete -c ekiben -n '__fish_seen_subcommand_from help' -a 'walk'
        complete -c ekiben -n __fish_use_subcommand -a walk -d 'go: to [here], and say what\'s there'
        complete -c ekiben -n '__fish_seen_subcommand_from walk' -F
        complete -c ekiben -n '__fish_seen_subcommand_from walk' -s n -x -d 'how far'
        complete -c ekiben -n '__fish_seen_subcommand_from walk' -s f -l from -rF -d 'a \\ file'
        complete -c ekiben -n '__fish_seen_subcommand_from walk' -l given -x -d 'JSON'
        complete -c ekiben -n '__fish_seen_subcommand_from walk' -s h -l help -d 'show this help'
        """#))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `know every command and every option`(shell: String) throws {
    let script = try ToolFolder.with { try $0.succeed("completions \(shell)") }
    for command in Dispatcher.commands.map({ $0.spec }) {
      #expect(script.contains(command.name))
      for option in command.options { #expect(script.contains(option.name), "\(command.name)") }
    }
  }

  private static let words: [([String], [String])] = [
    (["re"], ["remove", "redo", "revert", "recalculate", "replay", "reopen", "restore", "report"]),
    (["--v"], ["--version"]), (["help", "sub"], ["submit"]), (["completions", "f"], ["fish"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["nothing", ""], []),
    (["verify", "--q"], ["--quick"]), (["verify", ""], ["a.ekiben", "b c.ekiben", "f.json"]),
    (["set", "b"], ["b c.ekiben"]), (["set", "a.ekiben", ""], []),
    (["set", "a.ekiben", "d", ""], []), (["set", "--author", ""], []),
    (["set", "--author", "Ada", "a"], ["a.ekiben"]), (["set", "--json", "a"], ["a.ekiben"]),
    (["import", "a.ekiben", "--as", "x", "f"], ["f.json"]),
    (["new", "a.ekiben", "f", "--from", ""], ["a.ekiben", "b c.ekiben", "f.json"]),
    (["undo", "a.ekiben", "d", "--m"], ["--mine"]), (["undo", "-n", "3", "a"], ["a.ekiben"]),
    (["get", "a.ekiben", "d", "--"], ["--at", "--json", "--timeout", "--help"]),
  ]

  @Test(arguments: words.indices)
  func `complete in bash the word where somebody is`(at: Int) throws {
    let (words, expected) = Self.words[at]
    try ToolFolder.with { folder in
      let script = try folder.succeed("completions bash")
      try folder.makeFolder("files")
      for name in ["a.ekiben", "b c.ekiben", "f.json"] { try folder.write("", to: "files/\(name)") }
      let end = "\n_ekiben; for found in \"${COMPREPLY[@]}\"; do echo \"$found\"; done"
      let ask = "COMP_WORDS=(ekiben \"$@\"); COMP_CWORD=$#" + end
      let result = try runProcess(
        URL(filePath: "/bin/bash"), ["-c", script + "\n" + ask, "bash"] + words,
        in: folder.file("files"))
      #expect(result.stderr == "" && result.status == 0)
      let found = result.stdout.split(separator: "\n").map(String.init)
      #expect(Set(found) == Set(expected) && found.count == expected.count, "\(words)")
    }
  }

  @Test func `are for shells that are known`() throws {
    try ToolFolder.with { folder in
      let result = try folder.run("completions tcsh")
      #expect(result.status == 64 && result.stdout == "")
      #expect(
        result.stderr.hasPrefix("error: there are completions for bash, zsh and fish\n"))
      #expect(try folder.run("completions").status == 64)
    }
  }
}
