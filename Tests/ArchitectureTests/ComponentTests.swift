import Testing

/// Code that asks which component something is, where it should ask the component (rule F20).
///
/// What tells components apart is their registered name, as `case TextInput.component`, or their type,
/// as `is Toggle`, `as? Choice`. Only a component's own file and the registry name it for that. A file
/// that makes records, such as the reader of Questionnaires, writes names and looks at none.
private func kindSwitches(in file: SourceFile) -> [Finding] {
  if file.path.hasPrefix("Sources/EkibenForms/Components/") { return [] }
  if file.path == "Sources/EkibenForms/Form/ComponentRegistry.swift" { return [] }
  let components = [
    "TextInput", "DateInput", "Toggle", "Choice", "Quantity", "Description", "Button", "Activity",
    "Image", "EmptySpace", "DetailedDescription",
  ]
  return SwiftText(file.text).code.enumerated().flatMap { index, line in
    components.filter { line.contains($0) }.flatMap { name in
      [
        "case \(name).component", "== \(name).component", "is \(name) ", "is \(name))",
        "as? \(name)",
      ].filter { (line + " ").contains($0) }
        .map { Finding(path: file.path, line: index + 1, what: "`\($0)`: ask the component") }
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct ComponentTests {
  @Test func `nothing but a component tells components apart`() throws {
    let findings = try productSources().flatMap { kindSwitches(in: $0) }
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: [
    "switch name { case TextInput.component: 1 }", "if component is Toggle { }",
    "let choice = component as? Choice", "where name == Description.component {",
  ])
  func `a switch over kinds is found`(code: String) {
    let file = SourceFile(path: "Sources/Ekiben/X.swift", text: code)
    #expect(!kindSwitches(in: file).isEmpty)
  }
}
