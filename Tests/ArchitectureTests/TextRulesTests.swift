import Testing

/// Folders of the machine on which something was written have no place in what others read. Put
/// together here, so that this file does not name them itself.
private let machineFolders = ["work", "root", "farm"].map { "/" + $0 + "/" }

/// Where a text names a path that starts in one of those folders.
private func machinePaths(in file: SourceFile) -> [Finding] {
  let lines = Array(file.text.utf8)
    .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return lines.enumerated().flatMap { index, line in
    machineFolders.filter { startsPath(Array($0.utf8), in: line) }
      .map { Finding(path: file.path, line: index + 1, what: "names \($0)") }
  }
}

/// Whether the folder occurs where a path begins, and not in the middle of `a/b/c`.
private func startsPath(_ folder: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
  let within = Set("._-~/})]".utf8)
  return line.indices.contains { index in
    guard line[index] == folder[0], line[index...].starts(with: folder) else { return false }
    guard index > line.startIndex else { return true }
    let before = line[index - 1]
    return !isPartOfWord(before) && !within.contains(before)
  }
}

private let decisionHeadings = ["Status", "Context", "Options", "Evidence", "Consequences"]

/// What is wrong with a page that records a decision.
private func decisionFaults(in page: SourceFile) -> [Finding] {
  let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
  let headings = lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3).trimmed }
  var faults: [Finding] = []
  if headings != decisionHeadings {
    faults.append(.init(path: page.path, line: 1, what: "headings are \(headings)"))
  }
  let name = page.path.split(separator: "/").last ?? ""
  if name.prefix(4).count(where: \.isNumber) != 4 || name.dropFirst(4).first != "-" {
    faults.append(.init(path: page.path, line: 1, what: "not named NNNN-title.md"))
  }
  for (index, line) in lines.enumerated() where line.hasPrefix("## ") {
    let body = lines[(index + 1)...].prefix { !$0.hasPrefix("## ") }
    if body.allSatisfy({ $0.trimmed.isEmpty }) {
      faults.append(.init(path: page.path, line: index + 1, what: "nothing under \(line)"))
    }
  }
  return faults
}

@Suite(.timeLimit(.minutes(20))) struct TextRulesTests {
  @Test func `no text names a folder of one machine`() throws {
    let files = try sourceFiles()
    try #require(files.count > 20)
    for finding in files.flatMap(machinePaths) { Issue.record("\(finding)") }
  }

  @Test(
    arguments: machineFolders.flatMap { ["\($0)a", "see `\($0)a`", "path=\"\($0)a\"", "(\($0)"] })
  func `finds a path of a machine`(text: String) {
    #expect(machinePaths(in: .init(path: "a.md", text: "b\n\(text)")).map(\.line) == [2])
  }

  @Test(arguments: machineFolders.flatMap { ["a\($0)b", "https://example.org\($0)", "..\($0)"] })
  func `lets a longer path pass`(text: String) {
    #expect(machinePaths(in: .init(path: "a.md", text: text)) == [])
  }

  @Test func `every decision is told in full`() throws {
    let pages = try sourceFiles(under: ["Sources/Ekiben/Ekiben.docc/Decisions"], ending: ".md")
    try #require(pages.count >= 7)
    for finding in pages.flatMap(decisionFaults) { Issue.record("\(finding)") }
    let numbers = pages.map { String($0.path.split(separator: "/").last?.prefix(4) ?? "") }
    #expect(Set(numbers).count == numbers.count, "two decisions of one number")
  }

  @Test(arguments: [
    ("0001-a.md", "## Status\nx\n## Context\nx\n## Options\nx\n## Evidence\nx\n"),
    (
      "0001-a.md", "## Status\nx\n## Context\n\n## Options\nx\n## Evidence\nx\n## Consequences\nx\n"
    ),
    ("a.md", "## Status\nx\n## Context\nx\n## Options\nx\n## Evidence\nx\n## Consequences\nx\n"),
  ])
  func `finds a decision that is not told in full`(name: String, text: String) {
    #expect(decisionFaults(in: .init(path: "Decisions/\(name)", text: text)).count == 1)
  }
}
