import EkibenDocuments
import EkibenExpressions

// How expressions give rows and sections their texts (rule F68).
extension RuleAnswers {
  /// The text that a rule gives now; none leaves the record its own.
  ///
  /// - Throws: ``RuleFailure`` where there are several, or the expression cannot be evaluated.
  func text(of rule: Int, _ formula: Formula) throws(RuleFailure) -> String? {
    begin(rule)
    guard case .fhirPath(let expression) = formula else { return nil }
    let items = try items(of: expression)
    if items.count > 1 { throw .several(items.count) }
    return items.first.map { $0.written ?? "" }
  }
}

extension Fields {
  /// Shows a text in place of the record's own, in all languages.
  mutating func show(_ text: String) {
    if var header = self[.header]?.asRecord {
      header.replace(header.textName(isHeader: true), text)
      self[.header] = .record(header)
    } else {
      replace(textName(isHeader: false), text)
    }
  }

  private mutating func replace(_ name: FieldName, _ text: String) {
    self[name] = .text(text)
    for beside in [FieldName.translations, .markup] {
      guard let said = self[beside]?.asRecord else { continue }
      var kept = Fields()
      for said in said where said.name != name {
        let others = said.value.asRecord.map { Value.record($0.setting(name, nil)) }
        kept[said.name] = others ?? said.value
      }
      self[beside] = .record(kept)
    }
  }
}
