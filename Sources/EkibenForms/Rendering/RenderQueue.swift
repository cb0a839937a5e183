import EkibenDocuments

/// Renders in the order in which they came, one at a time.
///
/// Each ends exactly once (rule T10): one that is not the newest when its turn comes is superseded.
/// Completions run between renders and never inside one, so what they ask for waits in line as well
/// (rule T11).
@MainActor
final class RenderQueue {
  /// What a render is to lead to.
  struct Goal {
    /// What is to be shown.
    var content: TableContent
    /// How to get there, if that is known.
    var plan: TablePlan?
    /// Whether a plan may be used.
    var animated: Bool
  }

  typealias Completion = (RenderOutcome) -> Void

  private var waiting: [(goal: Goal, completion: Completion)] = []
  private var isBusy = false

  /// Whether nothing waits and nothing is being done.
  var isIdle: Bool { !isBusy && waiting.isEmpty }

  /// Puts a render in line, and carries out what is in line unless another call is doing so.
  func add(_ goal: Goal, _ completion: @escaping Completion, carryOut: (Goal) -> RenderOutcome) {
    waiting.append((goal, completion))
    if isBusy { return }
    isBusy = true
    while !waiting.isEmpty {
      let (goal, completion) = waiting.removeFirst()
      if waiting.isEmpty {
        completion(carryOut(goal))
      } else {
        waiting[0].goal.animated = waiting[0].goal.animated && goal.animated
        completion(.superseded)
      }
    }
    isBusy = false
  }

  /// Gives up what waits.
  func dropAll() {
    while !waiting.isEmpty { waiting.removeFirst().completion(.superseded) }
  }
}
