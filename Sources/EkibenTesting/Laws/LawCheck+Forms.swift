import Ekiben
import EkibenDocuments

/// The laws of what changes and records look like outside memory: bytes, lines and tables.
extension LawCheck {
  func codings() throws(LawViolation) {
    let law = "encoding and decoding is identity"
    for fields in records {
      let encodable = "what a document holds can be encoded"
      let bytes = try succeed(encodable) { try ValueCoding.encode(fields) }
      let same = try succeed("what is encoded can be decoded") {
        try ValueCoding.decodeFields(bytes)
      }
      let again = try succeed(encodable) { try ValueCoding.encode(same) }
      try require(same == fields && again == bytes, law, Notation.text(of: .record(fields)))
    }
  }

  func notation() throws(LawViolation) {
    let lines = changes.changes.map { Notation.text(of: $0) }
    let parsable = "what is printed can be parsed"
    for (change, line) in zip(changes.changes, lines) {
      try require(
        line.unicodeScalars.allSatisfy(isPlain),
        "a change is printed on one line that drives no terminal", line)
      let same = try succeed(parsable) { try Notation.parse(line) }
      try require(same == change, "printing and parsing is identity", line)
    }
    let all = lines.joined(separator: "\n")
    let same = try succeed(parsable) { try Notation.parse(lines: all) }
    try require(same == changes, "printing and parsing is identity", all)
  }

  func table() throws(LawViolation) {
    try succeed("a plan is legal for a table") { try plan.validate(against: old) }
    try require(plan.stages.count <= 4, "a plan has at most four batches", "\(plan.stages.count)")
    let law = "the last table of a plan is the new one"
    if let last = plan.stages.last?.table { try require(last == new, law, "another document") }
    try require(!plan.isEmpty || showsTheSame(old, new), law, "the plan is empty")
    let moves = plan.stages.reduce(0) { $0 + $1.operations.moveRows.count }
    try require(
      moves == fewestRowMoves(), "a plan moves as few rows as possible",
      "\(moves), not \(fewestRowMoves())")
  }

  private var records: [Fields] {
    (old.sections + new.sections).flatMap { section in
      [section.record] + section.rows.map { $0.record(in: section.id) }
    } + [old.fields, new.fields]
  }
}

/// Whether a table that shows one document shows the other as well.
private func showsTheSame(_ left: Document, _ right: Document) -> Bool {
  left.sections.count == right.sections.count
    && zip(left.sections, right.sections).allSatisfy { left, right in
      left.id == right.id && left.rows == right.rows
        && shownFields(of: left) == shownFields(of: right)
    }
}

// Header, footer, level, and what holds the record of a component.
private func shownFields(of section: Document.Section) -> [Fields.Element] {
  section.fields.filter { field in
    if case .record(let record) = field.value, case .text? = record[.component] { return true }
    return [.header, .footer, .level, .separators].contains(field.name)
  }
}

private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: false
  default: !scalar.properties.isBidiControl
  }
}
