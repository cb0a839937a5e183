import Foundation
import TestSupport
import Testing

/// What a module shows to those who import it, as the compiler prints it.
///
/// Without comments, and without the names of our own modules before those of types, so that what
/// changes in it is what somebody outside can notice.
struct PublicSurface {
  private let printed: [Substring]

  /// Asks the compiler about a module that was built with the tests.
  init(of module: String) throws {
    let modules = try builtProduct(named: "ekiben").deletingLastPathComponent()
      .appending(path: "Modules")
    let headers = projectRoot.appending(path: "Sources/CEkibenSQLite")
    let result = try runProcess(
      URL(filePath: "/usr/bin/env"),
      [
        "swift-synthesize-interface", "-module-name", module, "-I", modules.path, "-I",
        headers.path,
      ])
    try #require(result.status == 0, "\(result.stderr)")
    self.init(printed: result.stdout)
  }

  init(printed: String) {
    self.printed = printed.split(separator: "\n").filter { !$0.hasPrefix("//") }
  }

  /// All of it.
  var lines: [String] {
    printed.filter { line in
      let start = line.drop { $0 == " " }
      return !start.isEmpty && !start.hasPrefix("//") && !start.hasPrefix("import ")
    }
    .map { line in
      String(line).replacing(/\bEkiben[A-Za-z]*\./, with: "")
        // Of a module that is optimized the compiler prints the other of the type's two names.
        .replacing(/\bFields\.Value\b/, with: "Value")
    }
  }

  /// The names of the types that stand in no other.
  var topLevelTypes: [String] {
    printed.filter { !$0.hasPrefix(" ") }.compactMap { line in
      let parts = words(of: line)
      guard parts.contains("public") || parts.contains("open"),
        let index = parts.firstIndex(where: Self.kinds.contains), index + 1 < parts.count
      else { return nil }
      return parts[index + 1]
    }
  }

  private static let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
}

/// What `import Ekiben` brings into scope of one module: all, or the names that it lists.
struct Reexport: Equatable {
  var module: String
  /// Nil is everything.
  var names: Set<String>?

  /// Reads the re-exports of the module that users import.
  static func all() throws -> [Reexport] {
    let file = try fileBytes(at: projectRoot.appending(path: "Sources/Ekiben/Exports.swift"))
    return read(String(decoding: file, as: UTF8.self))
  }

  static func read(_ source: String) -> [Reexport] {
    var found: [Reexport] = []
    for line in SwiftText(source).code where line.contains("@_exported") {
      let parts = words(of: line)
      guard let last = parts.last, let keyword = parts.firstIndex(of: "import") else { continue }
      let isScoped = parts.count > keyword + 2
      let module = isScoped ? parts[keyword + 2] : last
      guard let index = found.firstIndex(where: { $0.module == module }) else {
        found.append(.init(module: module, names: isScoped ? [last] : nil))
        continue
      }
      if isScoped { found[index].names?.insert(last) } else { found[index].names = nil }
    }
    return found
  }
}
