import EkibenDocuments
import EkibenExpressions

@testable import EkibenForms

/// Which rules an edit affects, by what stands in the texts of their formulas: beside the analysis of paths and
/// the index of who reads what.
struct AffectedRules {
  /// How many rules say what holds.
  private(set) var conditions = 0
  // The rules that read a row, by its template.
  private var readers: [RowID: Set<RuleKey>] = [:]
  // The rules of a row that read its own answer, of what repeats in its own instance.
  private var ownReaders: [RowID: Set<RuleKey>] = [:]
  private var calculated: Set<RowID> = []
  private var templates: [RowID: RowID] = [:]
  // The question that each row of the form stands under.
  private var questions: [RowID: RowID] = [:]

  init(_ structure: DocumentStructure) {
    for section in structure.content.sections {
      let fields = structure.definition(of: section)
      if structure.template(around: section) == nil {
        add(.section(section.id), fields, fields)
      }
      for row in section.rows {
        templates[row.id] = row.fields.text(.template).map { RowID(unchecked: $0) }
        questions[row.id] = row.fields.text(.parentRow).map { RowID(unchecked: $0) }
        if [nil, .row(row.id)].contains(structure.template(around: row)) {
          add(.row(row.id), structure.definition(of: row), fields)
        }
      }
    }
  }

  /// How many conditions and calculations an edit asks.
  ///
  /// - Parameters:
  ///   - answered: The rows that have another answer than before.
  ///   - shown: Those that count or do not count otherwise than before.
  ///   - asked: Those that are asked whatever has changed.
  ///   - mayBeCalculated: Whether a row counts, and nobody has given it another answer.
  func count(
    answered: Set<RowID>, shown: Set<RowID>, asked: Set<RowID>, mayBeCalculated: (RowID) -> Bool
  ) -> (conditions: Int, calculations: Int) {
    var affected: Set<RuleKey> = []
    for row in answered {
      // What reads its own answer reads it once.
      let own = RuleKey(record: .row(row), aspect: .calculated)
      affected.formUnion(all(reading: row).filter { $0 != own })
    }
    for row in shown { affected.formUnion(all(reading: row)) }
    for row in shown.union(asked).intersection(calculated) {
      affected.insert(RuleKey(record: .row(row), aspect: .calculated))
    }
    let calculations = affected.count { key in
      guard key.aspect == .calculated, case .row(let row) = key.record else { return false }
      return mayBeCalculated(row)
    }
    return (affected.count { $0.aspect != .calculated }, calculations)
  }

  private func all(reading row: RowID) -> Set<RuleKey> {
    readers[templates[row] ?? row, default: []].union(ownReaders[row] ?? [])
  }

  private mutating func add(_ record: RecordID, _ fields: Fields, _ section: Fields) {
    for (name, aspect) in [
      (FieldName.visible, RuleAspect.visible), (.required, .required), (.calculated, .calculated),
    ] {
      guard let text = fields[name]?.asRecord?.text(.fhirPath) else { continue }
      if aspect != .calculated { conditions += 1 }
      if aspect == .calculated, case .row(let row) = record { calculated.insert(row) }
      let key = RuleKey(record: record, aspect: aspect)
      for row in rows(in: text, of: record, section) { readers[row, default: []].insert(key) }
      if text.contains("%context"), case .row(let row) = record {
        ownReaders[row, default: []].insert(key)
      }
    }
  }

  private func rows(in text: String, of record: RecordID, _ section: Fields) -> Set<RowID> {
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    var rows = Set(quoted.filter { $0.offset % 2 == 1 }.map { RowID(unchecked: "\($0.element)") })
    for variable in section.variables where text.contains("%\(variable.name)") {
      rows.formUnion(self.rows(in: variable.text ?? "", of: record, section))
    }
    // With the answer of a question what is under it gets another place.
    var under = Array(rows)
    if text.contains("%context"), case .row(let row) = record {
      under.append(templates[row] ?? row)
    }
    for row in under {
      var around = questions[row]
      while let question = around, rows.insert(question).inserted { around = questions[question] }
    }
    return rows
  }
}
