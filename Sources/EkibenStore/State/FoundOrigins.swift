internal import EkibenDocuments
internal import Synchronization

/// Which entry wrote each field that is not the form's: as a document that was edited knows it, or as it was read.
enum KnownOrigins {
  case known(Origins)
  case found(FoundOrigins)
}

/// Which entry wrote what a document holds, as it was read: made to be looked up in when somebody asks.
///
/// Whoever only reads answers does not.
final class FoundOrigins: Sendable {
  typealias Answer = (row: RowID, origin: Origins.Origin)

  private let state: Mutex<(answers: [Answer], others: Origins)>

  /// Takes those of answers, a row once, and what is known besides.
  init(_ answers: [Answer], beside others: Origins) { state = Mutex((answers, others)) }

  /// All of them.
  ///
  /// - Complexity: O(answers) once, then O(1).
  var origins: Origins {
    state.withLock { state in
      if !state.answers.isEmpty {
        state.others.reserveCapacity(state.answers.count)
        for at in state.answers.indices {
          let target = Change.Target(.row(state.answers[at].row), .value)
          state.others[target] = state.answers[at].origin
        }
        state.answers = []
      }
      return state.others
    }
  }
}
