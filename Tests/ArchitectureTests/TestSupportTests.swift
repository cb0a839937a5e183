import EkibenTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct GoldenTests {
  @Test func `a golden file is recorded, kept, and compared byte by byte`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Golden/a.txt")
      #expect(try checkGolden("a\n", file: file, recording: false)?.contains("RECORD=1") == true)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      #expect(try checkGolden("caf\u{e9}\n", file: file, recording: true) == nil)
      #expect(try checkGolden("caf\u{e9}\n", file: file, recording: false) == nil)
      let complaint = try checkGolden("cafe\u{301}\n", file: file, recording: false)
      #expect(complaint?.contains("-1: caf\u{e9}\n+1: cafe\\u{301}") == true)
      #expect(try fileBytes(at: file) == Array("caf\u{e9}\n".utf8))
      #expect(try checkGolden("new", file: file, recording: true) == nil)
      #expect(try fileBytes(at: file) == Array("new".utf8))
    }
  }

  @Test func `a difference is a recorded issue`() throws {
    try withTemporaryFolder { folder in
      let beside = folder.appending(path: "SomeTests.swift").path
      withKnownIssue { expectGolden("a", named: "missing.txt", filePath: beside) }
    }
  }

  @Test(arguments: [
    ("a\nb\nc", "a\nx\nc", "    a\n-2: b\n+2: x\n    c"),
    ("a\nb", "a\nb\n", "    a\n    b\n+3: "),
    ("a", "a ", "-1: a\n+1: a ⏎"),
    ("1\n2\n3\n4\n5", "1\n2\n3\n5", "    2\n    3\n-4: 4\n    5"),
    ("1\n2\n3\n4\n5\n6", "1\nx\n3\n4\n5\n6", "    1\n-2: 2\n+2: x\n    3\n    4"),
    ("a\tb", "a b", "-1: a\\u{9}b\n+1: a b"),
  ])
  func `shows the lines that differ`(expected: String, actual: String, shown: String) {
    #expect(lineDifference(from: expected, to: actual) == shown)
  }

  @Test func `cuts a long difference off`() {
    let old = (0..<5_000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<5_000).map { "new \($0)" }.joined(separator: "\n")
    let shown = lineDifference(from: old, to: new).split(separator: "\n")
    #expect(shown.count == 201)
    #expect(shown.last == "… 5000 lines expected, 5000 came")
    #expect(shown.first == "-1: old 0" && shown[100] == "+1: new 0")
    let later = lineDifference(from: "same\n" + old, to: "same\n" + new).split(separator: "\n")
    #expect(later[0] == "    same" && later[1] == "-2: old 0" && later[101] == "+2: new 0")
  }
}

@Suite(.timeLimit(.minutes(20))) struct RunProcessTests {
  private let shell = URL(filePath: "/bin/sh")

  @Test func `gives status, output and errors, and passes input, variables and folder`() throws {
    let script = "cat; echo \"$A\" >&2; pwd >&2; exit 7"
    let folder = URL(filePath: "/")
    let result = try runProcess(
      shell, ["-c", script], environment: ["A": "b"], stdin: [0, 255], in: folder)
    #expect(result.status == 7)
    #expect(result.signal == nil)
    #expect(result.stdoutBytes == [0, 255])
    #expect(result.stderr == "b\n/\n")
  }

  @Test func `is not blocked by much output`() throws {
    let result = try runProcess(
      shell, ["-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"])
    #expect(result.status == 0)
    #expect(result.stdoutBytes.count == 3_000_000)
    #expect(result.stderrBytes.count == 3_000_000)
  }

  @Test func `tells a signal from an exit code`() throws {
    let result = try runProcess(shell, ["-c", "kill -9 $$"])
    #expect(result.signal == 9)
    #expect(result.status == 137)
  }

  @Test func `ends what takes too long`() throws {
    #expect(throws: TookTooLong.self) {
      try runProcess(shell, ["-c", "exec sleep 60"], timeout: 0.1)
    }
  }

  @Test func `says that there is no such program`() throws {
    #expect(throws: (any Error).self) { try runProcess(URL(filePath: "/nowhere/at-all")) }
  }

  @Test(arguments: 0..<8) func `can run beside others`(number: Int) throws {
    #expect(try runProcess(shell, ["-c", "echo \(number)"]).stdout == "\(number)\n")
  }
}

@Suite(.timeLimit(.minutes(20))) struct PathTests {
  @Test func `the project's root holds the manifest`() {
    let manifest = projectRoot.appending(path: "Package.swift")
    #expect(FileManager.default.fileExists(atPath: manifest.path))
  }

  @Test func `finds the command where the tests were built`() throws {
    let command = try builtProduct(named: "ekiben")
    #expect(command.lastPathComponent == "ekiben")
    #expect(FileManager.default.isExecutableFile(atPath: command.path))
  }

  @Test func `says where it looked for what is not built`() {
    #expect(throws: NotFound.self) { try builtProduct(named: "no such product") }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A test` {
  /// Files whose tests stand to the letter elsewhere: in the README, and in what the command exports.
  private let copies = [
    "Tests/EkibenTests/ReadmeTests.swift", "Tests/EkibenToolTests/Exported/visit.swift",
  ]

  @Test func `has a time limit, so that none can hang`() throws {
    let files = try sourceFiles(under: ["Tests"], ending: ".swift")
    let tests = files.filter { file in
      SwiftText(file.text).code.contains { $0.contains("@Test") }
    }
    #expect(tests.count > 150)
    for file in tests where !copies.contains(file.path) {
      // Of a class of suites each has one: as many limits as types that begin with `@Suite`.
      let code = SwiftText(file.text).code
      let suites = code.count { $0.contains("@Suite") }
      let limits = code.count { $0.contains(".timeLimit(") }
      #expect(limits > 0 && limits >= suites, "\(file.path)")
    }
  }
}
