import Synchronization
import TestSupport
import Testing

@testable import EkibenTool

/// Long work says on a terminal how far it has come.
@Suite(.timeLimit(.minutes(20))) struct ProgressTests {
  /// A terminal, and a clock that a test sets.
  private final class Screen: Sendable {
    let written = Mutex("")
    let time = Mutex(ContinuousClock.now)

    func line() -> ProgressLine {
      ProgressLine(
        "verifying", on: { [self] text in written.withLock { $0 += text } },
        now: { [self] in time.withLock { $0 } })
    }

    func wait(_ duration: Duration) { time.withLock { $0 += duration } }

    /// What was written, with a new line for each return to its beginning.
    var lines: [String] {
      written.withLock { $0 }.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        .map { String($0) }
    }
  }

  @Test func `short work says nothing`() {
    let screen = Screen()
    let line = screen.line()
    line.note(1, of: 4)
    screen.wait(.milliseconds(499))
    line.note(2, of: 4)
    line.end()
    #expect(screen.lines == [""])
  }

  @Test func `long work shows its share ten times a second, and takes that away at its end`() {
    let screen = Screen()
    let line = screen.line()
    screen.wait(.milliseconds(500))
    for done in 1...8 {
      line.note(done, of: 9)
      screen.wait(.milliseconds(50))
    }
    line.note(9, of: 9)
    line.end()
    line.end()
    let shown = [1, 3, 5, 7, 9].map { "verifying: \($0 * 100 / 9) %" }
    #expect(screen.lines == [""] + shown + [""])
  }

  @Test func `more than all is all, and of nothing there is no share`() {
    let screen = Screen()
    let line = screen.line()
    screen.wait(.seconds(1))
    line.note(3, of: 0)
    line.note(12, of: 10)
    #expect(screen.lines == ["", "verifying: 100 %"])
  }

  @Test func `nothing is said where there is no terminal`() throws {
    try ToolFolder.with { folder in
      try folder.succeed("demo STORE")
      let result = try folder.run("verify STORE")
      #expect(result.stderr == "")
    }
  }

  @Test func `a quick check says what it leaves out, and takes nothing that looks at the past`()
    throws
  {
    try ToolFolder.with { folder in
      try folder.succeed("demo STORE")
      let whole = try folder.succeed("verify STORE")
      let quick = try folder.succeed("verify STORE --quick")
      #expect(whole.split(separator: "\n").first == quick.split(separator: "\n").first)
      #expect(
        quick.hasSuffix("\n(what archived entries did was not checked: without --quick it is)\n"))
      let json = try folder.succeed("verify STORE --quick --json")
      #expect(json.contains(#","quick":true}"#))
      #expect(
        try json.replacing(#","quick":true"#, with: "") == folder.succeed("verify STORE --json"))
      for option in ["--calculations", "--against abc"] {
        let refused = try folder.run("verify STORE --quick \(option)")
        #expect(refused.status == 64)
        #expect(refused.stdout == "")
        let name = option.split(separator: " ")[0]
        #expect(
          refused.stderr.hasPrefix("error: --quick does not look at the past, as \(name) does\n"))
      }
    }
  }
}
