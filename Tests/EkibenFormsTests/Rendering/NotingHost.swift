import EkibenDocuments
import EkibenForms
import EkibenTesting

/// A host that notes what it is asked for, and calls back in the middle of it.
@MainActor final class NotingHost: TableHost {
  let table = HeadlessTable()
  var calls: [String] = []
  /// Is called once, inside the next call of the host.
  var inside: (() -> Void)?
  var refusal: TableViolation?

  var isAttached: Bool { table.isAttached }
  var callbacks: TableCallbacks {
    get { table.callbacks }
    set { table.callbacks = newValue }
  }

  private func callBack() {
    let body = inside
    inside = nil
    body?()
  }

  func reload(_ content: TableContent) {
    calls.append("reload")
    callBack()
    table.reload(content)
  }

  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    let tally = plan.stages.reduce(into: TableTally()) { $0 += TableTally($1.operations) }
    calls.append("perform \(tally)")
    callBack()
    if let refusal { throw refusal }
    try table.perform(plan, to: content)
  }

  func rebind(_ content: TableContent) {
    calls.append("rebind")
    table.rebind(content)
  }

  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }
}
