internal import Dispatch
package import EkibenStore
internal import Synchronization

extension Store {
  /// Checks the file as ``EkibenStore/Store/verify()`` does, and meanwhile shows every document's journal to a
  /// table, on another thread.
  ///
  /// - Parameter other: The same file, opened once more: what is replayed is read through it.
  /// - Returns: What was found, and of each document whose replay breaks off, where and why.
  /// - Throws: ``EkibenStore/StoreError`` when the file cannot be read at all.
  /// - Complexity: O(file).
  package func verify(
    replayingThrough other: Store
  ) throws(StoreError) -> (Verification, replayed: [String]) {
    typealias Results = (verified: Result<Verification, StoreError>?, replayed: [String])
    let results = Mutex<Results>((nil, []))
    DispatchQueue.concurrentPerform(iterations: 2) { at in
      if at == 0 {
        let verified: Result<Verification, StoreError>
        do throws(StoreError) { verified = .success(try verify()) } catch {
          verified = .failure(error)
        }
        results.withLock { $0.verified = verified }
      } else {
        let replayed = other.replayFindings
        results.withLock { $0.replayed = replayed }
      }
    }
    let (verified, replayed) = results.withLock { $0 }
    guard let verified else { preconditionFailure("both have run") }
    return (try verified.get(), replayed)
  }

  /// Of each document whose journal cannot be shown, where that breaks off and why.
  private var replayFindings: [String] {
    var findings: [String] = []
    do {
      for summary in try documents() {
        do {
          try Replay(of: try document(summary.name), in: self).runInStrides()
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
