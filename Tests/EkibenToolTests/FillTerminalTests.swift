import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Filling a form in at a terminal, where a secret is not to be seen.
  @Suite(.timeLimit(.minutes(20))) struct `Filling in at a terminal` {
    /// Runs a line of shell, in which `$EKIBEN` is the command, on a terminal; there is a visit that asks for a name,
    /// for a secret and for an end.
    private func shell(
      _ script: String, typing lines: [String], _ variables: [String: String] = [:], rows: Int = 40,
      _ check: (ToolFolder, (status: Int32?, shown: String)) throws -> Void
    ) throws {
      try ToolFolder.with { folder in
        try folder.write(
          """
          { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
            { "id": "name", "component": "TextInput", "title": "Name" },
            { "id": "pin", "component": "TextInput", "kind": "secret", "title": "PIN" },
            { "id": "end", "component": "TextInput", "title": "End" } ] } ] }
          """, to: "f.json")
        try folder.succeed("import STORE f.json")
        try folder.succeed("new STORE f --as visit")
        let own = ["TERM": "xterm", "EKIBEN": try builtProduct(named: "ekiben").path]
        let environment = folder.environment.merging(own) { $1 }.merging(variables) { $1 }
        let result = try runInTerminal(
          URL(filePath: "/bin/sh"), ["-c", script], environment: environment, columns: 80,
          rows: rows, typing: lines, in: folder.url)
        try check(folder, result)
      }
    }

    @Test func `a terminal shows a prompt, and no secret as it is typed`() throws {
      try shell("$EKIBEN fill STORE visit", typing: ["Ada", "1234", ":quit"]) { _, result in
        #expect(result.status == 0)
        #expect(result.shown.contains("> Ada\n") && result.shown.contains("> :quit\n"))
        #expect(!result.shown.contains("1234"), "\(result.shown)")
        #expect(result.shown.contains("pin – → \"••••••••\""))
      }
    }

    // Rule C16. What is said of the terminal while a secret is asked, after each signal, and at the end.
    @Test(arguments: [
      ("INT", "hidden shown", 130), ("TERM", "hidden shown", 143), ("HUP", "hidden shown", 129),
      ("TSTP CONT TERM", "hidden shown hidden shown", 143),
    ])
    func `what ends or stops it leaves the terminal as it was`(
      signals: String, states: String, code: Int
    ) throws {
      let script = """
        state() { stty -a <&3 | grep -Eq -- '(^| )-echo( |$)' && echo hidden || echo shown; }
        await() {
          n=0; until [ "$(state)" = $1 ] || [ $n = 200 ]; do n=$((n+1)); sleep 0.05; done; state
        }
        exec 3<&0
        { await hidden; for signal in \(signals); do
          kill -$signal "$(cat pid)"; [ $signal = TSTP ] && await shown; [ $signal = CONT ] && await hidden
        done; } >states &
        sh -c 'echo $$ >pid; exec "$EKIBEN" fill STORE visit'
        echo $? >code; wait; await shown >>states
        """
      try shell(script, typing: ["Ada"]) { folder, result in
        let found = try ["states", "code"].map {
          String(decoding: try fileBytes(at: folder.file($0)), as: UTF8.self)
        }
        let expected = [states.replacing(" ", with: "\n") + "\n", "\(code)\n"]
        #expect(found == expected, "\(result.shown)")
      }
    }

    @Test func `what is paged within it takes no signal away from it`() throws {
      // While the pager is there, it alone is interrupted.
      let script = """
        { n=0; until [ -s paged ] || [ $n = 200 ]; do n=$((n+1)); sleep 0.05; done
          n=0; while [ $n != 200 ] && kill -INT "$(cat pid)"; do n=$((n+1)); sleep 0.05; done
          kill "$(cat pid)"; } 2>/dev/null &
        sh -c 'echo $$ >pid; exec "$EKIBEN" fill STORE visit'
        code=$?; wait; exit $code
        """
      try shell(script, typing: [":log"], ["PAGER": "cat >paged"], rows: 1) { folder, result in
        #expect(result.status == 130, "\(result.shown)")
        let paged = String(decoding: try fileBytes(at: folder.file("paged")), as: UTF8.self)
        #expect(paged == "1 create  (Ada, 2026-11-21 10:00:00Z)\n")
      }
    }
  }
#endif
