import Foundation
import TestSupport
import Testing

/// What articles show of Ekiben is compiled: each block of Swift stands word for word in a file of tests.
@Suite(.timeLimit(.minutes(20))) struct `Articles for those who come from another library` {
  @Test(arguments: ["Bento", "FunctionalTableData", "Braid"])
  func `show what is compiled`(library: String) throws {
    let article = try text("Sources/Ekiben/Ekiben.docc/ComingFrom\(library).md")
    let compiled = try text("Tests/EkibenTests/ComingFromTests.swift")
    let blocks = article.split(separator: "```swift\n").dropFirst().map { rest in
      String(rest[..<(rest.firstRange(of: "```")?.lowerBound ?? rest.endIndex)])
    }
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(compiled.contains(block), "\(block)") }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try fileBytes(at: projectRoot.appending(path: path)), as: UTF8.self)
  }
}
