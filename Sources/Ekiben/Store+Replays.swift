internal import Dispatch
package import EkibenStore
internal import Synchronization

extension Store {
  /// Checks the file as ``EkibenStore/Store/verify(_:progress:)`` does, and meanwhile shows every document's
  /// journal to a table, on another thread and through the other store, which is the same file opened once more.
  ///
  /// Progress is reported on the one thread or the other; each entry counts for both.
  ///
  /// - Returns: What was found, and of each document whose replay breaks off, where and why.
  /// - Throws: ``EkibenStore/StoreError`` when the file cannot be read at all.
  /// - Complexity: O(file).
  package func verify(
    replayingThrough other: Store,
    progress: @escaping @Sendable (Verification.Progress) -> Void = { _ in }
  ) throws(StoreError) -> (Verification, replayed: [String]) {
    typealias Results = (verified: Result<Verification, StoreError>?, replayed: [String])
    let results = Mutex<Results>((nil, []))
    let both = BothPasses(progress)
    DispatchQueue.concurrentPerform(iterations: 2) { at in
      if at == 0 {
        let verified: Result<Verification, StoreError>
        do throws(StoreError) {
          verified = .success(try verify { checked in both.note { $0.checked = checked } })
        } catch { verified = .failure(error) }
        results.withLock { $0.verified = verified }
      } else {
        let replayed = other.replayFindings { entries in both.note { $0.replayed = entries } }
        results.withLock { $0.replayed = replayed }
      }
    }
    let (verified, replayed) = results.withLock { $0 }
    guard let verified else { preconditionFailure("both have run") }
    return (try verified.get(), replayed)
  }

  /// Of each document whose journal cannot be shown, where that breaks off and why.
  private func replayFindings(progress: (Int) -> Void) -> [String] {
    var findings: [String] = []
    var entries = 0
    do {
      for summary in try documents() {
        defer { entries += summary.entries }
        do {
          try Replay(of: try document(summary.name), in: self).runInStrides {
            progress(entries + $0)
          }
        } catch { findings.append("\(summary.name), replay: \(error)") }
      }
    } catch { findings.append("the documents cannot be listed: \(error)") }
    return findings
  }
}

/// How far the checking and the replaying of the same entries have come.
private final class BothPasses: Sendable {
  typealias Known = (checked: Verification.Progress, replayed: Int)
  private let known = Mutex<Known>((Verification.Progress(entries: 0, total: 0), 0))
  private let progress: @Sendable (Verification.Progress) -> Void

  init(_ progress: @escaping @Sendable (Verification.Progress) -> Void) { self.progress = progress }

  func note(_ change: (inout Known) -> Void) {
    let known = known.withLock { known in
      change(&known)
      return known
    }
    let total = known.checked.total
    // Until the check has come to entries, it is not known how many there are.
    guard total > 0 else { return }
    progress(
      Verification.Progress(
        entries: known.checked.entries + min(known.replayed, total), total: 2 * total))
  }
}
