import Ekiben
import EkibenDocuments
import EkibenInterchange

/// The calculated answers of a store that their formulas would not give any more.
struct DriftReport {
  /// A line each: `drift: visit: bmi is 24.6 (entry 4), and its formula gives 24.7`.
  private(set) var lines: [String] = []
  private var objects: [JSON] = []
  private var unchecked = 0

  /// Evaluates the formulas of all documents again.
  init(of store: Store, _ call: Call) throws {
    for summary in try store.documents() {
      let document = try store.document(summary.name)
      let drift = try store.calculationDrift(
        of: document, given: call.sessionEnvironment.launchContext)
      if drift.isEmpty { continue }
      let words = try ChangeWords(document, store, call)
      for one in drift { note(one, document, words) }
    }
  }

  private mutating func note(
    _ drift: CalculationDrift, _ document: StoredDocument, _ words: ChangeWords
  ) {
    func said(_ value: Value?) -> String {
      document.row(drift.row).map { words.said(value, of: $0) } ?? Notation.text(of: value)
    }
    let name = "\(document.name): \(Notation.name(drift.row.rawValue))"
    if drift.isUnchecked {
      unchecked += 1
      lines.append(
        Notation.shown("not checked: \(name) (entry \(drift.entry)): \(drift.why ?? "")"))
      return
    }
    let gives = drift.result == nil ? "nothing" : said(drift.result)
    let why = drift.why.map { ": \($0)" } ?? ""
    lines.append(
      Notation.shown(
        "drift: \(name) is \(said(drift.value)) "
          + "(entry \(drift.entry)), and its formula gives \(gives)\(why)"))
    objects.append(
      .object([
        "document": document.name, "row": drift.row, "entry": drift.entry, "value": drift.value,
        "result": drift.result, "failure": drift.why,
      ]))
  }

  /// How many there are: `no drift`, `1 answer drifted, 2 calculations not checked`.
  var words: String {
    let drifted = objects.count
    return (drifted == 0 ? "no drift" : "\(Wording.count(drifted, "answer")) drifted")
      + (unchecked == 0 ? "" : ", \(Wording.count(unchecked, "calculation")) not checked")
  }

  var json: JSON { .array(objects) }
}
