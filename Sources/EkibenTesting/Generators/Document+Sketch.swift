import Ekiben
public import EkibenDocuments

extension Document {
  /// Makes a document from a line such as `a b+ | c`, for tests that want to be read.
  ///
  /// Sections are separated by ` | ` and called `s1`, `s2`, … unless they say their names:
  /// `person: a b | study: c`. Rows are separated by spaces. Behind the id of a row, each `+` makes
  /// other content and each `!` another component; behind the name of a section, each `+` makes
  /// another header and each `!` another footer. An empty line is a document without sections.
  ///
  /// ```swift
  /// try expectLaws(from: Document(sketch: "a b c | d"), to: Document(sketch: "d+ a c"))
  /// ```
  ///
  /// - Throws: ``SketchError`` for ids that are illegal or occur twice.
  public init(sketch: String) throws(SketchError) {
    var sections: [Section] = []
    if !sketch.allSatisfy({ $0 == " " }) {
      for part in sketch.split(separator: "|", omittingEmptySubsequences: false) {
        sections.append(try Section(sketch: String(part), number: sections.count + 1))
      }
    }
    do { try self.init(sections: sections) } catch { throw .duplicates(error) }
  }
}

/// Why a sketch is not a document.
public enum SketchError: Error, Equatable, Sendable {
  /// An id is none.
  case name(InvalidName)
  /// Ids occur more than once.
  case duplicates(DuplicateIDs)
}

extension Document.Section {
  fileprivate init(sketch: String, number: Int) throws(SketchError) {
    let parts = sketch.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let named = parts.count == 2
    let (name, marks) = marked(named ? trimmed(parts[0]) : "s\(number)")
    let id: SectionID
    do { id = try SectionID(name) } catch { throw .name(error) }
    var fields: Fields = [:]
    fields[.header] = marks.header
    fields[.footer] = marks.footer
    let rows = try (parts.last ?? "").split(separator: " ").map { word throws(SketchError) in
      try Document.Row(sketch: String(word))
    }
    self.init(id: id, fields: fields, rows: rows)
  }
}

extension Document.Row {
  fileprivate init(sketch: String) throws(SketchError) {
    let (name, marks) = marked(sketch)
    let id: RowID
    do { id = try RowID(name) } catch { throw .name(error) }
    let component = marks.others == 0 ? "textInput" : "component\(marks.others)"
    var fields: Fields = [.component: .text(component), .title: .text(name)]
    if marks.changes > 0 { fields[.value] = .text(plusses(marks.changes)) }
    self.init(id: id, fields: fields)
  }
}

/// The `+` and `!` behind an id, counted.
private struct Marks {
  var changes = 0
  var others = 0

  var header: Value? { Self.supplement(changes) }
  var footer: Value? { Self.supplement(others) }

  private static func supplement(_ count: Int) -> Value? {
    count == 0 ? nil : .record([.component: "description", .text: .text(plusses(count))])
  }
}

private func plusses(_ count: Int) -> String { String(repeating: "+", count: count) }

private func marked(_ word: String) -> (name: String, marks: Marks) {
  var name = word
  var marks = Marks()
  while let last = name.last, last == "+" || last == "!" {
    if last == "+" { marks.changes += 1 } else { marks.others += 1 }
    name.removeLast()
  }
  return (name, marks)
}

private func trimmed(_ text: Substring) -> String {
  String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}
