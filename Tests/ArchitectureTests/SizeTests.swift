import Testing

/// What a type and a function may have at most (decision 0029).
private let mostExtensions = 12
private let mostMembers = 60
private let mostLines = 40

/// Types that are larger, and why each is.
private let largeTypes = [
  "Store": """
  Its methods are what an app can do with a file, in groups by what they are for; behind the lock each \
  is a few lines that hand on to the type whose job it is.
  """,
  "Connection": """
  All that is done with an open file, a file of ours for each job; it cannot be copied, nor can a value \
  keep it borrowed, so that a part of it would be handed it on every call.
  """,
  "Document": """
  The value that every module speaks of: each adds what belongs to its own job in extensions, and the \
  type itself has two properties.
  """,
  "Fields": """
  What every record is made of: each module reads the fields that belong to its own job in an extension, \
  and the type itself is a sorted list.
  """,
  "Component": """
  The protocol itself is small; each behaviour, decorator and field that a row may have adds its modifier \
  in an extension beside it.
  """,
  "ExpressionEvaluation": """
  The functions and operators of the language, a file a chapter and few lines each; all of them count what \
  they do against one budget, which is its only state.
  """,
  "FieldName": """
  The list of the names that mean something to Ekiben, each a constant that stands once.
  """,
  "Session": """
  The object that an app holds: hosts, observation, undo manager, form state, pages and checks are files of their own, \
  and what they decide is in values (FormState, DocumentIssues, DrawnDocument, Page).
  """,
  "HeadlessTable": """
  The table that a person would touch: its methods are what can be done to it, and what it is made of \
  (model, screen, layout) are types of their own.
  """,
]

/// How many extensions and members the types of some sources have, and how long functions are.
private struct SizeScan {
  /// A function, an initializer, a subscript or a property with a body.
  struct Function: Equatable {
    var name: String
    var line: Int
    var lines: Int
  }

  private enum Block {
    case type(String)
    case function(Function)
    case other
  }

  private(set) var extensions: [String: Int] = [:]
  private(set) var members: [String: Int] = [:]
  private(set) var functions: [(path: String, function: Function)] = []
  private var blocks: [Block] = []
  private var pending: Block?
  private var parentheses = 0

  /// Types that are declared private in two files are two.
  mutating func scan(_ file: SourceFile) {
    (blocks, pending, parentheses) = ([], nil, 0)
    for (index, line) in SwiftText(file.text).code.enumerated() {
      let bytes = Array(line.utf8)
      var rest = bytes[...]
      var isPrivate = false
      while let byte = rest.first {
        guard isPartOfWord(byte) else {
          take(byte, at: index + 1, of: file.path)
          rest = rest.dropFirst()
          continue
        }
        let word = String(decoding: rest.prefix(while: isPartOfWord), as: UTF8.self)
        let isMember = rest.startIndex > 0 && [0x2e, 0x60].contains(bytes[rest.startIndex - 1])
        rest = rest.drop(while: isPartOfWord)
        if word == "private" || word == "fileprivate" { isPrivate = true }
        guard !isMember, parentheses == 0, isAmongDeclarations else { continue }
        declare(word, rest, isPrivate ? file.path : nil, at: index + 1)
      }
    }
  }

  /// Whether everything around is a type, so that declarations are members.
  private var isAmongDeclarations: Bool {
    blocks.allSatisfy { if case .type = $0 { true } else { false } }
  }

  private var outer: String? {
    if case .type(let name)? = blocks.last { name } else { nil }
  }

  private mutating func declare(
    _ keyword: String, _ rest: ArraySlice<UInt8>, _ privateTo: String?, at line: Int
  ) {
    let name = String(
      decoding: rest.drop { $0 == 0x20 }.prefix { isPartOfWord($0) || $0 == 0x2e }, as: UTF8.self)
    switch keyword {
    case "extension":
      extensions[name, default: 0] += 1
      pending = .type(name)
    case "struct", "enum", "actor", "protocol", "class":
      if ["func", "var"].contains(name) { return }
      pending = .type(outer.map { "\($0).\(name)" } ?? privateTo.map { "\(name) of \($0)" } ?? name)
    case "func", "var", "let", "init", "subscript":
      if let outer { members[outer, default: 0] += 1 }
      let shown = ["init", "subscript"].contains(keyword) ? keyword : name
      pending = .function(
        Function(name: outer.map { "\($0).\(shown)" } ?? shown, line: line, lines: 0))
    default: return
    }
  }

  private mutating func take(_ byte: UInt8, at line: Int, of path: String) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
    case UInt8(ascii: "{"):
      blocks.append(parentheses == 0 ? pending ?? .other : .other)
      if parentheses == 0 { pending = nil }
    case UInt8(ascii: "}"):
      guard case .function(var function)? = blocks.popLast() else { return }
      function.lines = line - function.line + 1
      functions.append((path, function))
    default: break
    }
  }

  /// The types that are larger than a type may be.
  var large: Set<String> {
    Set(extensions.filter { $0.value > mostExtensions }.keys)
      .union(members.filter { $0.value > mostMembers }.keys)
  }

  /// The functions that are longer than one may be.
  var long: [Finding] {
    functions.filter { $0.function.lines > mostLines }.map {
      Finding(
        path: $0.path, line: $0.function.line,
        what: "\($0.function.name) has \($0.function.lines) lines")
    }
  }
}

// Rule: one job a type (decision 0029).
@Suite(.timeLimit(.minutes(20))) struct SizeTests {
  private func scan(_ files: [SourceFile]) -> SizeScan {
    var scan = SizeScan()
    for file in files { scan.scan(file) }
    return scan
  }

  @Test func `a type is small, or stands on the list with its reason`() throws {
    let found = scan(try productSources())
    #expect(found.members.count > 300)
    for type in found.large where largeTypes[type] == nil {
      Issue.record(
        "\(type): \(found.extensions[type] ?? 0) extensions, \(found.members[type] ?? 0) members")
    }
    for type in largeTypes.keys where !found.large.contains(type) {
      Issue.record("\(type) is small now and needs no reason")
    }
  }

  @Test func `no function is longer than a page`() throws {
    let found = scan(try productSources())
    #expect(found.functions.count > 2000)
    for finding in found.long { Issue.record("\(finding)") }
  }

  @Test(arguments: [
    ("struct A { var a = 1; func b() { let c = 2 } }", 2),
    ("struct A {}\nextension A { init(b: Int = { 1 }()) {} ; subscript(c: Int) -> Int { 0 } }", 2),
    ("class A { static let a = A.init(); class func b() {} }", 2),
    ("enum A { case b, c; struct D { var e = 0 } }", 0),
    ("// struct A { var a }\nlet b = \"struct A { var a }\"", 0),
    ("protocol A { var a: Int { get }\n func b(c: Int) }", 2),
  ])
  func `counts the members of a type`(code: String, count: Int) {
    let found = scan([SourceFile(path: "Sources/EkibenForms/A.swift", text: code)])
    #expect(found.members["A", default: 0] == count)
  }

  @Test func `finds a type that has grown, also over several files`() {
    let parts = (0...mostExtensions).map { index in
      SourceFile(path: "Sources/EkibenForms/\(index).swift", text: "extension A { func a() {} }")
    }
    #expect(scan(parts).large == ["A"])
    #expect(scan(parts.dropLast()).large == [])
    let members = (0...mostMembers).map { "  var a\($0) = 0\n" }
    let whole = "struct A {\n\(members.joined())}"
    #expect(scan([SourceFile(path: "A.swift", text: whole)]).large == ["A"])
    let own = "private \(whole)"
    let files = [SourceFile(path: "A.swift", text: own), SourceFile(path: "B.swift", text: own)]
    #expect(scan(files).large == ["A of A.swift", "A of B.swift"])
  }

  @Test(arguments: [
    "func a()", "static func a(b: () -> Void = {})", "init()", "var a: Int",
    "subscript(b: Int) -> Int",
  ])
  func `finds a function that is too long`(head: String) {
    func text(_ lines: Int) -> SourceFile {
      let body = String(repeating: "    if b { c() }\n", count: lines - 2)
      return SourceFile(path: "A.swift", text: "struct A {\n  \(head) {\n\(body)  }\n}\n")
    }
    #expect(scan([text(mostLines)]).long == [])
    #expect(scan([text(mostLines + 1)]).long.map(\.line) == [2])
  }
}
