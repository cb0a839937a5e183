internal import Dispatch
package import EkibenStore
internal import Synchronization

extension Store {
  /// Checks the file as ``EkibenStore/Store/verify(_:progress:)`` does, and meanwhile shows every document's
  /// journal to a table, on another thread.
  ///
  /// - Parameters:
  ///   - other: The same file, opened once more: what is replayed is read through it.
  ///   - progress: Called now and then, on the one thread or the other; each entry counts for both.
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
        do throws(StoreError) { verified = .success(try verify(progress: both.checked)) } catch {
          verified = .failure(error)
        }
        results.withLock { $0.verified = verified }
      } else {
        let replayed = other.replayFindings(progress: both.replayed)
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
        } catch {
          findings.append("\(summary.name), replay: \(error)")
        }
      }
    } catch {
      findings.append("the documents cannot be listed: \(error)")
    }
    return findings
  }
}

/// How far the checking and the replaying of the same entries have come.
private final class BothPasses: Sendable {
  private typealias Known = (checked: Verification.Progress, replayed: Int)
  private let known = Mutex<Known>((Verification.Progress(entries: 0, total: 0), 0))
  private let progress: @Sendable (Verification.Progress) -> Void

  init(_ progress: @escaping @Sendable (Verification.Progress) -> Void) { self.progress = progress }

  func checked(_ checked: Verification.Progress) {
    report(
      known.withLock { known in
        known.checked = checked
        return known
      })
  }

  func replayed(_ entries: Int) {
    report(
      known.withLock { known in
        known.replayed = entries
        return known
      })
  }

  // Until the check has come to entries, it is not known how many there are.
  private func report(_ known: Known) {
    let total = known.checked.total
    guard total > 0 else { return }
    progress(
      Verification.Progress(
        entries: known.checked.entries + min(known.replayed, total), total: 2 * total))
  }
}
