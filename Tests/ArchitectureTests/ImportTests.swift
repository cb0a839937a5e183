import Testing

/// Which module may import which, as data. The compiler passes an import of anything that is built
/// on the way, so only this table keeps the two legs apart.
private let mayImport: [String: Set<String>] = [
  "EkibenDocuments": [],
  "EkibenSQLite": ["CEkibenSQLite"],
  "EkibenMigrations": [],
  "EkibenSchemas": [],
  "EkibenStore": ["EkibenDocuments", "EkibenSQLite", "EkibenMigrations", "Synchronization"],
  "EkibenExpressions": ["EkibenDocuments"],
  "EkibenForms": ["EkibenDocuments", "EkibenExpressions"],
  "EkibenOperators": ["EkibenForms", "EkibenDocuments"],
  "EkibenInterchange": ["EkibenDocuments", "EkibenExpressions", "EkibenForms"],
  // Locks, to note on any thread what the main actor has to show: decision 0012.
  "Ekiben": [
    "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenStore", "EkibenInterchange",
    "Observation",
    "FoundationEssentials", "Synchronization",
    // For what waits on files: asynchronous calls of a store, decision 0016.
    "Dispatch",
    // The platform's C library for file events: decision 0017.
    "Darwin", "Glibc", "Musl",
  ],
  "EkibenTesting": [
    "Ekiben", "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenStore",
    "EkibenInterchange", "FoundationEssentials", "Synchronization",
  ],
  // The platform's C library for writing to file descriptors: decision 0008. Locks, since several threads say
  // how far they have come: decision 0064.
  "EkibenTool": [
    "Ekiben", "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenInterchange",
    "EkibenSchemas", "EkibenStore", "FoundationEssentials", "Synchronization", "Darwin", "Glibc",
    "Musl",
  ],
]

/// The imports of a file that its module may not have.
///
/// Apple's platforms have no module `FoundationEssentials`; who may import it may therefore fall back
/// on `Foundation` in the `#else` of `#if canImport(FoundationEssentials)`, and nowhere else.
private func forbiddenImports(
  in file: SourceFile, allowed: [String: Set<String>] = mayImport
) -> [Finding] {
  guard let module = file.module else { return [] }
  guard let names = allowed[module] else {
    return [Finding(path: file.path, line: 1, what: "\(module) is not in the table of modules")]
  }
  return imports(in: SwiftText(file.text)).compactMap { found in
    if names.contains(found.module) { return nil }
    let isFallback = found.module == "Foundation" && found.replaces == "FoundationEssentials"
    if isFallback, names.contains("FoundationEssentials") { return nil }
    return Finding(
      path: file.path, line: found.line, what: "\(module) must not import \(found.module)")
  }
}

private struct Import: Equatable {
  var line: Int
  var module: String
  /// The module that this import stands in for where it cannot be had.
  var replaces: String?
}

private func imports(in text: SwiftText) -> [Import] {
  var conditions: [(module: String?, isElse: Bool)] = []
  var found: [Import] = []
  for (index, line) in text.code.enumerated() {
    let parts = words(of: line)
    switch parts.first.map({ line.trimmed.hasPrefix("#") ? "#" + $0 : $0 }) {
    case "#if":
      let isPlain = parts.count == 3 && parts[1] == "canImport" && !line.contains("!")
      conditions.append((isPlain ? parts[2] : nil, false))
    case "#elseif": if !conditions.isEmpty { conditions[conditions.count - 1] = (nil, false) }
    case "#else": if !conditions.isEmpty { conditions[conditions.count - 1].isElse = true }
    case "#endif": conditions.removeLast(conditions.isEmpty ? 0 : 1)
    default:
      let fallback = conditions.last.flatMap { $0.isElse ? $0.module : nil }
      found += importedModules(line).map {
        Import(line: index + 1, module: $0, replaces: fallback)
      }
    }
  }
  return found
}

/// The modules that a line imports; several statements can share a line.
private func importedModules(_ line: String) -> [String] {
  line.split(separator: ";").compactMap { statement in
    let parts = words(of: statement)
    guard let keyword = parts.firstIndex(of: "import") else { return nil }
    let before: Set = ["public", "package", "internal", "fileprivate", "private"]
    let attributes: Set = [
      "testable", "_exported", "preconcurrency", "_implementationOnly", "_spi",
    ]
    guard
      parts[..<keyword].allSatisfy({ before.contains($0) || attributes.contains($0) })
        || statement.contains("@_spi")
    else { return nil }
    let kinds: Set = [
      "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
    ]
    return parts[(keyword + 1)...].first { !kinds.contains($0) }
  }
}

extension StringProtocol {
  /// Without the spaces around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

@Suite(.timeLimit(.minutes(20))) struct ImportTests {
  @Test func `no module imports what it may not`() throws {
    let files = try productSources()
    try #require(!files.isEmpty)
    for file in files {
      for finding in forbiddenImports(in: file) { Issue.record("\(finding)") }
    }
  }

  @Test(arguments: [
    ("import Foundation", "EkibenForms"),
    ("  public import struct Foundation.Date", "Ekiben"),
    ("@_exported public import EkibenSQLite", "Ekiben"),
    ("@testable import EkibenStore", "EkibenForms"),
    ("package import EkibenStore // for tests", "EkibenDocuments"),
    ("import EkibenDocuments; import EkibenStore", "EkibenForms"),
    ("@_spi(Tools) import EkibenSQLite", "EkibenTool"),
    ("import EkibenForms", "Surprise"),
    ("#if canImport(FoundationEssentials)\nimport Foundation\n#endif", "Ekiben"),
    ("#if canImport(FoundationEssentials)\n#else\nimport Foundation\n#endif", "EkibenForms"),
    ("#if canImport(Glibc)\n#else\nimport Foundation\n#endif", "Ekiben"),
    ("#if !canImport(FoundationEssentials)\n#else\nimport Foundation\n#endif", "Ekiben"),
  ])
  func `finds an import that is not allowed`(source: String, module: String) {
    let file = SourceFile(path: "Sources/\(module)/A.swift", text: source)
    #expect(forbiddenImports(in: file).count == 1)
  }

  @Test(arguments: [
    ("import EkibenDocuments\npackage import EkibenDocuments", "EkibenForms"),
    (
      "// import Foundation\n/* import Foundation\n */\nlet a = \"\"\"\n  import Foundation\n  \"\"\"",
      "EkibenForms"
    ),
    ("let import1 = important(Foundation)", "EkibenForms"),
    (
      "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif",
      "Ekiben"
    ),
  ])
  func `lets an allowed import pass`(source: String, module: String) {
    let file = SourceFile(path: "Sources/\(module)/A.swift", text: source)
    #expect(forbiddenImports(in: file) == [])
  }

  @Test func `says file and line`() {
    let file = SourceFile(path: "Sources/EkibenForms/A.swift", text: "\n\nimport EkibenStore\n")
    #expect(
      forbiddenImports(in: file).map(\.description)
        == ["Sources/EkibenForms/A.swift:3: EkibenForms must not import EkibenStore"])
  }

  @Test(arguments: [
    ("Migrations/Migration.swift", "EkibenMigrations"), ("Schemas/Schema.swift", "EkibenSchemas"),
    ("Sources/EkibenForms/Host/TableHost.swift", "EkibenForms"), ("Package.swift", nil),
  ])
  func `knows the module of a file`(path: String, module: String?) {
    #expect(SourceFile(path: path, text: "").module == module)
  }
}
