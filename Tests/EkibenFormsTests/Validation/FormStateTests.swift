import EkibenDocuments
import EkibenForms
import TestSupport
import Testing

// Rules F15 and F61.
@Suite(.timeLimit(.minutes(20))) struct FormStateTests {
  /// A quiet look at everything: what is wrong, whatever shows.
  private func issues(_ answers: [RowID: String], _ draft: String?) -> [ValidationIssue] {
    var issues: [ValidationIssue] = []
    for row: RowID in ["a", "b", "c"] where answers[row, default: ""].isEmpty {
      if row == "b", draft != nil { continue }
      issues.append(ValidationIssue(row: row, rule: .required))
    }
    if let draft {
      issues.append(ValidationIssue(row: "b", rule: .draft(text: draft, message: draft)))
    }
    if let text = answers["b"], let number = Int(text), number < 18 {
      issues.append(ValidationIssue(row: "b", rule: .least(18)))
    }
    return issues.sorted { ($0.row, $0.ruleName) < ($1.row, $1.ruleName) }
  }

  private func shown(after test: FormStateCase, lookingEachTime: Bool) throws -> String {
    var (state, answers) = (FormState(timing: test.timing), [RowID: String]())
    var draft: String?
    for event in test.events.split(separator: " ") {
      switch event {
      case "page": state.leavePage(["a", "b"])
      case "submit": state.submit()
      case _ where event.first == ">":
        state.focus(event.count == 1 ? nil : try RowID(String(event.dropFirst())))
      default:
        let parts = event.split(separator: "=", omittingEmptySubsequences: false)
        let row = try RowID(String(parts[0]))
        let isDraft = row == "b" && !parts[1].isEmpty && Int(parts[1]) == nil
        if isDraft { draft = String(parts[1]) } else { answers[row] = String(parts[1]) }
        if row == "b", !isDraft { draft = nil }
        state.change([row])
      }
      if lookingEachTime { _ = state.shown(issues(answers, draft)) }
    }
    return state.shown(issues(answers, draft)).map { "\($0.row).\($0.ruleName)" }.joined(
      separator: " ")
  }

  @Test(arguments: FormStateCase.standard + FormStateCase.others)
  func `what a person did decides which issues show`(test: FormStateCase) throws {
    #expect(try shown(after: test, lookingEachTime: false) == test.shown)
    // Looking changes nothing.
    #expect(try shown(after: test, lookingEachTime: true) == test.shown)
  }

  @Test func `rows that wait are known until they do not`() {
    var state = FormState()
    #expect(state.pendingRows.isEmpty)
    for row: RowID in ["a", "b"] { state.setPending(true, row) }
    state.setPending(false, "a")
    #expect(state.pendingRows == ["b"] && !state["a"].isPending)
  }

  @Test func `nothing shows until something does`() {
    func shows(after change: (inout FormState) -> Void) -> Bool {
      var state = FormState()
      change(&state)
      return !state.showsNothing
    }
    #expect(!shows { _ in } && !shows { $0.focus("a") } && !shows { $0.setPending(true, "a") })
    #expect(shows { $0.submit() } && shows { $0.leavePage(["a"]) } && shows { $0.change(["a"]) })
    var state = FormState()
    state.submit()
    #expect(state["anywhere"].showsIssues && !state["anywhere"].isTouched)
    #expect(state.showsMissing(in: "anywhere") == true)
    #expect(FormState().showsMissing(in: "a") == nil)
  }

  @Test func `a row that is gone has the focus no longer`() {
    var state = FormState()
    state.focus("a")
    state.forget(["b"])
    #expect(state.focus == "a")
    state.forget(["a", "b"])
    #expect(state.focus == nil)
  }

  @Test func `a row says whether it was touched and changed, and a row that is gone says nothing`()
  {
    var state = FormState()
    state.focus("a")
    #expect(state["a"] == FormState.Row())
    state.focus("b")
    #expect(state["a"].isTouched && !state["a"].isChanged)
    state.change(["b"])
    #expect(!state["b"].isTouched && state["b"].isChanged && !state["b"].showsIssues)
    state.focus(nil)
    #expect(state["b"].isTouched && state["b"].showsIssues)
    state.setPending(true, "b")
    #expect(state["b"].isPending)
    state.forget(["a", "b"])
    #expect(state["b"] == FormState.Row())
  }
}
