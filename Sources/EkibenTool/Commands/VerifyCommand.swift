import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum VerifyCommand: Command {
  static let spec = CommandSpec(
    name: "verify", summary: "check the file, its schema, and that every state equals its journal",
    positionals: ["STORE"],
    options: [
      .init("--against FINGERPRINT|FILE", "also compare with what certify printed, or wrote"),
      .init("--quick", "only what opening documents relies on, not their past"),
      .init("--calculations", "also evaluate again what formulas gave"), CommandSpec.given,
    ] + CommandSpec.reading,
    discussion: """
      Alone it finds what does not fit together. A history that was rewritten as a whole does: to find
      that, keep what certify prints or writes, and compare with --against. A fingerprint says whether
      all is the same; the file also whether entries only came, and whose, or what was changed, taken
      out or cut off.

      Unchecked are rows that format 1 wrote and nothing has written since: they have no checksum yet.
      compact gives it to them.

      With --quick the schema, the forms, the present state of all documents and their undo trees are
      checked, and what is not archived yet; neither the pages and keys of the file, nor what archived
      entries did. It takes a moment however long the history is.

      With --calculations the formula of each answer that is calculated is evaluated again on the
      document as the entry that gave it left it, at the time of that entry. Where it gives something
      else now, that is called drift and no damage: the history says what people saw. A formula that needs
      what a program handed over is not checked, unless --given says it.
      """)

  static func run(_ call: Call) throws {
    let isQuick = call.arguments.has("quick")
    for option in ["against", "calculations"] where isQuick && call.arguments.has(option) {
      throw CommandFailure.usage("--quick does not look at the past, as --\(option) does")
    }
    let witness = try call.arguments["against"].map { text in
      guard !text.isEmpty else {
        throw call.arguments.wrongValue("against", takes: "a fingerprint or a file")
      }
      return try Witness(text)
    }
    let result = try call.withStore(.readOnly) { store in
      let (verification, replayed) =
        isQuick ? (try store.verify(.quick), []) : try verify(store, call)
      let findings = verification.findings + replayed
      let drift =
        call.arguments.has("calculations") && findings.isEmpty
        ? try DriftReport(of: store, call) : nil
      return (verification, findings, try witness?.compare(with: store), drift)
    }
    try report(result, isQuick: isQuick, call)
  }

  private typealias Found = (
    verification: Verification, damage: [String], comparison: Witness.Comparison?,
    drift: DriftReport?
  )

  private static func report(_ found: Found, isQuick: Bool, _ call: Call) throws {
    let (verification, damage, comparison, drift) = found
    let findings = damage + (comparison?.findings ?? [])
    if call.isJSON {
      call.console.write(json(verification, findings, comparison, drift, isQuick: isQuick))
    } else {
      for line in findings + (comparison?.growth ?? []) { call.say(line) }
      for line in drift?.lines ?? [] { call.console.write(line) }
      call.console.write(verdict(verification, findings, comparison, drift))
      if isQuick {
        call.console.write("(what archived entries did was not checked: without --quick it is)")
      } else if comparison == nil {
        call.console.write(
          "(a history rewritten as a whole shows only with --against: ekiben help certify)")
      }
    }
    guard damage.isEmpty else {
      let way = CommandFailure.replacing(call.path)
      throw CommandFailure(.refused, "\(call.path) is damaged\(way)")
    }
    guard findings.isEmpty else {
      throw CommandFailure(.refused, "\(call.path) is not what was certified")
    }
  }

  private static func verdict(
    _ verification: Verification, _ findings: [String], _ comparison: Witness.Comparison?,
    _ drift: DriftReport?
  ) -> String {
    let verdict = findings.isEmpty ? "ok" : Wording.count(findings.count, "finding")
    return "\(verdict): \(Wording.count(verification.documents, "document")), "
      + Wording.count(verification.entries, "entry", "entries")
      + (verification.unchecked == 0
        ? "" : ", \(Wording.count(verification.unchecked, "row")) unchecked")
      + (comparison.map { ", \($0.words)" } ?? "") + (drift.map { ", \($0.words)" } ?? "")
  }

  private static func json(
    _ verification: Verification, _ findings: [String], _ comparison: Witness.Comparison?,
    _ drift: DriftReport?, isQuick: Bool
  ) -> JSON {
    .object([
      "ok": findings.isEmpty, "documents": verification.documents, "entries": verification.entries,
      "unchecked": verification.unchecked, "findings": findings,
      "quick": OptionalMember(isQuick ? true : nil),
      "relation": OptionalMember(comparison?.relation),
      "growth": OptionalMember(comparison?.growth), "drift": OptionalMember(drift?.json),
    ])
  }

  // Both read whole journals, and so each through a connection of its own.
  private static func verify(
    _ store: Store, _ call: Call
  ) throws -> (Verification, replayed: [String]) {
    let other = try call.open(.readOnly)
    let found = Result {
      try call.showingProgress("verifying") { line in
        try store.verify(replayingThrough: other) { line.note($0.entries, of: $0.total) }
      }
    }
    try other.close()
    return try found.get()
  }
}

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
