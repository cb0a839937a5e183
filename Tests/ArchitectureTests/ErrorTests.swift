import Testing

/// The public error types that a file declares.
private func publicErrors(in file: SourceFile) -> [String] {
  SwiftText(file.text).code.compactMap { line in
    guard line.hasPrefix("public struct ") || line.hasPrefix("public enum ") else { return nil }
    let parts = line.split(whereSeparator: { ":,{<".contains($0) })
    guard line.contains(": Error") || line.contains("Error,") else { return nil }
    return parts.first?.split(separator: " ").last.map(String.init)
  }
}

// Rule F21.
@Suite(.timeLimit(.minutes(20))) struct ErrorTests {
  @Test func `every public error is a sentence for a person`() throws {
    // What a test is told is for its author.
    let files = try productSources().filter { $0.module != "EkibenTesting" }
    let declared = files.flatMap { publicErrors(in: $0) }
    #expect(declared.count > 15)
    let worded = files.flatMap { SwiftText($0.text).code }
      .filter { $0.hasSuffix(": LocalizedError {") }
    // The problem of an input is part of its error, which knows the row.
    for name in declared where name != "InputProblem" {
      #expect(worded.contains("extension \(name): LocalizedError {"), "\(name)")
    }
  }
}
