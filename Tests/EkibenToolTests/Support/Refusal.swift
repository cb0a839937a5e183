import Ekiben
import EkibenInterchange
import TestSupport
import Testing

/// What a refused call has to look like.
struct Refusal {
  let code: Int32
  /// What standard error has to mention, each of them.
  let mentions: [String]

  /// Runs words that are wrong, for people and for scripts, and checks that both are told so and
  /// that nothing on disk is another.
  func expect(
    _ words: [String], in folder: ToolFolder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try (files: folder.files(), dump: folder.dump())
    let result = try folder.run(words)
    check(result, words, sourceLocation)
    // Before `--`, behind which it would be a value.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let inJSON = try folder.run(words[..<end] + ["--json"] + words[end...])
    checkJSON(inJSON, words, sourceLocation)
    #expect(try folder.dump() == before.dump, "\(words)", sourceLocation: sourceLocation)
    let after = try folder.files()
    #expect(
      after.keys.sorted() == before.files.keys.sorted(), "\(words)", sourceLocation: sourceLocation)
    for (name, bytes) in before.files where after[name] != bytes {
      Issue.record("\(words): \(name) has changed", sourceLocation: sourceLocation)
    }
  }

  /// Checks how one call ended, and that a person is told why.
  func check(_ result: ProcessResult, _ words: [String], _ sourceLocation: SourceLocation) {
    let told = Comment(rawValue: "\(words): \(result.stderr)")
    #expect(result.status == code, told, sourceLocation: sourceLocation)
    #expect(result.stdout == "", told, sourceLocation: sourceLocation)
    #expect(result.stderr.hasPrefix("error: "), told, sourceLocation: sourceLocation)
    #expect(
      result.stderr.contains("\nusage: ") == (code == 64), told, sourceLocation: sourceLocation)
    for text in mentions {
      #expect(result.stderr.contains(text), told, sourceLocation: sourceLocation)
    }
  }

  private func checkJSON(
    _ result: ProcessResult, _ words: [String], _ sourceLocation: SourceLocation
  ) {
    let told = Comment(rawValue: "\(words) --json: \(result.stderr)")
    #expect(result.status == code, told, sourceLocation: sourceLocation)
    #expect(result.stdout == "", told, sourceLocation: sourceLocation)
    do {
      let last = result.stderrBytes.split(separator: UInt8(ascii: "\n")).last ?? []
      let error = try JSON(parsing: Array(last))["error"]
      #expect(error?["code"]?.number == "\(code)", told, sourceLocation: sourceLocation)
      let message = error?["message"]?.string ?? ""
      #expect(result.stderr.hasPrefix("error: "), told, sourceLocation: sourceLocation)
      #expect(!message.isEmpty, told, sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, told, sourceLocation: sourceLocation)
    }
  }
}
