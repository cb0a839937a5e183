import EkibenDocuments
import EkibenForms

/// When somebody may change the content in the middle of something else: each time he is called.
enum GestureMoment: CaseIterable {
  case event, focus, refusal, request, select, deselect, decide, deleted, moved, action, begin, end
  case display, rendered
}

/// Whoever keeps the rows refuses an answer.
struct GestureRefusal: Error {}

/// Who keeps the rows of a table, writes down what he is told, and at times renders in the middle.
@MainActor final class GestureOwner {
  let table = HeadlessTable()
  let renderer: Renderer
  let ledger: GestureLedger
  private(set) var history = GestureHistory()
  /// What was said since the gesture began.
  var lines: [String] = []
  /// Whether answers and requests are refused.
  var refuses = false
  /// What is to be changed when somebody is called next.
  var meddling: (moment: GestureMoment, edit: GestureList.Edit)?
  /// How many renders were asked for, and how many have ended.
  private(set) var renders = (begun: 0, ended: 0)
  /// The first render that did not end well.
  private(set) var failure: String?
  private var decisions: [(row: RowID, decide: @MainActor (SelectionDecision) -> Void)] = []

  init(_ ledger: GestureLedger) {
    self.ledger = ledger
    renderer = Renderer(table)
    table.recordsLifecycle = false
    ledger.onDisplay = { [weak self] in self?.meddle(.display) }
    table.callbacks.onEvent = { [weak self] event in try self?.take(event) }
    table.callbacks.onFocus = { [weak self] in self?.note("focus \($0?.rawValue ?? "-")", .focus) }
    table.callbacks.onRefusal = { [weak self] in self?.note("refusal \($0)", .refusal) }
    table.callbacks.onRequest = { [weak self] in self?.grant($0) ?? false }
    table.onRendered = { [weak self] in self?.meddle(.rendered) }
  }

  func note(_ line: String, _ moment: GestureMoment) {
    lines.append(line)
    meddle(moment)
  }

  private func meddle(_ moment: GestureMoment) {
    guard let meddling, meddling.moment == moment else { return }
    self.meddling = nil
    commit(history.list.after(meddling.edit))
  }

  func commit(_ new: GestureList) {
    history.commit(new)
    render()
  }

  func undo() { if history.undo() { render() } }
  func redo() { if history.redo() { render() } }

  /// Answers the oldest question whether a row becomes selected.
  func decide(_ decision: SelectionDecision) {
    if !decisions.isEmpty { decisions.removeFirst().decide(decision) }
  }

  private func take(_ event: FormEvent) throws {
    note("event \(event)", .event)
    if refuses { throw GestureRefusal() }
    if let new = history.list.after(event) { commit(new) }
  }

  private func grant(_ request: TableRequest) -> Bool {
    note("request \(request)", .request)
    guard !refuses, let new = history.list.after(request) else { return false }
    commit(new)
    return true
  }

  private func render() {
    renders.begun += 1
    do throws(RenderError) {
      try renderer.render(Form("list") { sections() }) { [weak self] outcome in
        self?.renders.ended += 1
        if case .failed(let violation) = outcome {
          self?.failure = self?.failure ?? violation.description
        }
      }
    } catch { failure = failure ?? error.description }
  }

  private func sections() -> [Section] {
    history.list.parts.map { part in
      Section(part.id, header: part.hasHeader ? part.id.rawValue : nil) {
        part.rows.map { component(of: $0) }
      }
    }
  }

  func decideLater(
    _ row: RowID, _ decide: @escaping @MainActor (SelectionDecision) -> Void
  ) { decisions.append((row, decide)) }
}
