import Testing

/// What articles show of Ekiben is compiled: each block of Swift stands word for word in a file of tests or
/// examples.
@Suite(.timeLimit(.minutes(20))) struct `Articles` {
  @Test func `show what is compiled`() throws {
    let articles = try sourceFiles(under: ["Sources/Ekiben/Ekiben.docc"], ending: ".md")
    let compiled = try sourceFiles(under: ["Examples", "Tests"], ending: ".swift")
    var count = 0
    for article in articles {
      for block in article.text.split(separator: "```swift\n").dropFirst() {
        let code = String(block[..<(block.firstRange(of: "```")?.lowerBound ?? block.endIndex)])
        count += 1
        #expect(compiled.contains { $0.text.contains(code) }, "\(article): \(code)")
      }
    }
    #expect(count >= 18)
  }
}
