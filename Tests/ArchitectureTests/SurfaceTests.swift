import TestSupport
import Testing

/// The names of the package that an app sees, and all that stands behind them, as files: a change of
/// either is read before it is kept (`RECORD=1` writes them).
///
/// The compiler prints the surface; another one may print it in other words, and on Apple's platforms
/// the modules lie elsewhere, so only Linux compares.
@Suite(.enabled(if: isLinux), .timeLimit(.minutes(20))) struct `The public surface` {
  @Test func `of one import is at most 120 types`() throws {
    let seen = try Self.seen.get()
    let count = seen.reduce(0) { $0 + $1.names.count }
    #expect(count <= mostTypes, "import Ekiben shows \(count) types")
    let text = seen.map { module, names in
      "\(module): \(names.count)\n" + names.map { "  \($0)\n" }.joined()
    }
    expectGolden("\(count) types\n" + text.joined(), named: "import-ekiben.txt")
  }

  @Test(arguments: products) func `of a module is as it was`(module: String) throws {
    let surface = try PublicSurface(of: module)
    try #require(!surface.lines.isEmpty)
    expectGolden(surface.lines.joined(separator: "\n") + "\n", named: "\(module).txt")
  }

  @Test(arguments: swiftsOwn) func `has no name that a module of Swift has`(module: String) throws {
    let theirs = try PublicSurface(of: module).topLevelTypes
    try #require(!theirs.isEmpty)
    #expect(Set(theirs).intersection(try Self.seen.get().flatMap(\.names)) == [])
  }

  @Test func `is what the compiler prints, without comments and names of modules`() {
    let printed = """
      import EkibenDocuments

      /// A change.
      @MainActor final public class Change : EkibenDocuments.Thing {

          /// A part.
          public struct Part {
          }
      }

      extension Int {
      }

      indirect public enum Tree<Leaf> : Sendable {
      }
      """
    let surface = PublicSurface(printed: printed)
    #expect(surface.lines[0] == "@MainActor final public class Change : Thing {")
    #expect(surface.lines.count == 8)
    #expect(surface.topLevelTypes == ["Change", "Tree"])
  }

  @Test func `of a re-export is a module, or the names that it lists`() {
    let source = """
      // @_exported public import Comment
      @_exported public import Whole
      @_exported public import struct Part.One
      @_exported public import protocol Part.Two
      public import Other
      """
    #expect(
      Reexport.read(source) == [
        Reexport(module: "Whole", names: nil), Reexport(module: "Part", names: ["One", "Two"]),
      ])
  }

  /// The modules that an import of `Ekiben` shows, each with the types that it brings into scope.
  private static let seen = Result {
    try (Reexport.all() + [Reexport(module: "Ekiben")]).map { export in
      let types = try PublicSurface(of: export.module).topLevelTypes
      let unknown = (export.names ?? []).subtracting(types)
      #expect(unknown == [], "\(export.module) has no public types of these names")
      return (
        module: export.module,
        names: types.filter { export.names?.contains($0) ?? true }.sorted()
      )
    }
  }
}

private let mostTypes = 120

/// Every module whose public declarations somebody outside can use.
private let products = [
  "Ekiben", "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenInterchange",
  "EkibenOperators", "EkibenStore", "EkibenTesting",
]

/// What an app or its tests import beside ours.
private let swiftsOwn = [
  "Swift", "_Concurrency", "Observation", "Synchronization", "Dispatch", "FoundationEssentials",
  "Foundation", "Testing", "XCTest",
]

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
