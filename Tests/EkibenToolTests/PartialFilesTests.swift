import Ekiben
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Files that are written into a folder, all or none. Rule I24.
@Suite(.timeLimit(.minutes(20))) struct `Files of a folder` {
  /// Files for which more is written than is kept back, in turns.
  private func write(_ output: PartialFiles, lines: Int) -> [String] {
    let texts = (0..<lines).map { "\($0) " + String(repeating: "x", count: 999) + "\n" }
    for (at, text) in texts.enumerated() { #expect(output.write(text, to: at % 2)) }
    return [0, 1].map { file in
      texts.enumerated().filter { $0.offset % 2 == file }.map(\.element).joined()
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [0, 2, 3, 500])
  func `hold what was written, in a folder that is made with those around it`(lines: Int) throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "a/b")
      let output = try PartialFiles(place.path, ["one", "two"], isReplacing: false)
      #expect(try names(in: place) == ["one-partial", "two-partial"])
      let expected = write(output, lines: lines)
      #expect(output.files.map(\.lines) == [(lines + 1) / 2, lines / 2])
      #expect(output.files.map(\.path) == ["\(place.path)/one", "\(place.path)/two"])
      #expect(try names(in: place) == ["one-partial", "two-partial"])
      try output.finish()
      #expect(try names(in: place) == ["one", "two"])
      for (name, text) in zip(["one", "two"], expected) {
        #expect(try fileBytes(at: place.appending(path: name)) == Array(text.utf8))
      }
    }
  }

  @Test func `are discarded without a trace`() throws {
    try withTemporaryFolder { folder in
      let output = try PartialFiles(folder.path, ["one", "two"], isReplacing: false)
      _ = write(output, lines: 300)
      output.discard()
      #expect(try names(in: folder) == [] && output.files.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `are replaced only where that is asked for`(isReplacing: Bool) throws {
    try withTemporaryFolder { folder in
      try Data("old".utf8).write(to: folder.appending(path: "two"))
      do {
        let output = try PartialFiles(folder.path, ["one", "two"], isReplacing: isReplacing)
        _ = write(output, lines: 2)
        try output.finish()
        #expect(isReplacing)
        #expect(try names(in: folder) == ["one", "two"])
      } catch let error as CommandFailure {
        #expect(!isReplacing && error.code == .refused)
        #expect(
          error.message
            == "\(folder.path)/two is there already; name another folder, or replace it "
            + "with --force")
        #expect(try names(in: folder) == ["two"])
      }
      let text = String(decoding: try fileBytes(at: folder.appending(path: "two")), as: UTF8.self)
      #expect((text == "old") != isReplacing)
    }
  }

  // Another run is writing them, or has left them.
  @Test func `are not begun where one of them is begun already, and the others go`() throws {
    try withTemporaryFolder { folder in
      try Data("theirs".utf8).write(to: folder.appending(path: "two-partial"))
      let error = #expect(throws: CommandFailure.self) {
        _ = try PartialFiles(folder.path, ["one", "two", "three"], isReplacing: true)
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.message.hasPrefix("\(folder.path)/two-partial cannot be made: ") == true)
      #expect(try names(in: folder) == ["two-partial"])
    }
  }

  @Test func `are not given a name that somebody took meanwhile`() throws {
    try withTemporaryFolder { folder in
      let output = try PartialFiles(folder.path, ["one"], isReplacing: false)
      #expect(output.write("mine", to: 0))
      try Data("theirs".utf8).write(to: folder.appending(path: "one"))
      let error = #expect(throws: CommandFailure.self) { try output.finish() }
      #expect(error?.message.hasPrefix("\(folder.path)/one cannot be written: ") == true)
      output.discard()
      #expect(try fileBytes(at: folder.appending(path: "one")) == Array("theirs".utf8))
      #expect(try names(in: folder) == ["one"])
    }
  }
}
