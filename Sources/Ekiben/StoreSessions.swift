import Dispatch
import EkibenDocuments
import EkibenStore
import Synchronization

/// The sessions of one store: what one of them writes the others on the document show before the call
/// returns; what comes from elsewhere they show on the main actor's next turn (rule H23).
@MainActor
final class StoreSessions: StoreCompanion {
  /// What was written and not shown yet, from any thread.
  private struct Pending {
    var counts: [DocumentName: Int] = [:]
    var isAnyDocument = false
    var isScheduled = false
    /// How many edits of sessions are under way: those look for themselves when they are done.
    var editing = 0
  }

  private struct Member { weak var session: Session? }

  private var members: [DocumentName: [Member]] = [:]
  private var (count, mostMembers) = (0, 16)
  /// The sets of options that there were when sessions looked last.
  private var optionSets: [OptionSetSummary] = []
  private nonisolated let pending = Mutex(Pending())
  /// Runs the store's asynchronous calls one after the other, on the system's threads, which may block.
  nonisolated let queue = DispatchQueue(label: "ekiben.store", qos: .userInitiated)

  nonisolated init() {}

  nonisolated static func of(_ store: Store) -> StoreSessions {
    store.companion(StoreSessions.init)
  }

  /// Adds a session; those that nobody holds any more are forgotten, before there are twice as many.
  func add(_ session: Session) {
    if count >= mostMembers {
      members = members.compactMapValues { members in
        let living = members.filter { $0.session != nil }
        return living.isEmpty ? nil : living
      }
      count = members.values.reduce(0) { $0 + $1.count }
      mostMembers = max(16, 2 * count)
    }
    if members.isEmpty { _ = noteOptionSets(of: session) }
    members[session.editor.document.name, default: []].append(Member(session: session))
    count += 1
  }

  /// Takes note of the sets of options that the store has; whether they are others than before.
  private func noteOptionSets(of session: Session) -> Bool {
    let known = optionSets
    do throws(StoreError) { optionSets = try session.store.optionSets() } catch {
      session.report(.store(error))
    }
    return optionSets != known
  }

  /// All other sessions on the document of one, in the order in which they were opened.
  func others(than session: Session) -> [Session] {
    guard let members = members[session.editor.document.name], members.count > 1 else { return [] }
    return members.compactMap(\.session).filter { $0 !== session }
  }

  nonisolated func didCommit(to document: DocumentName?, count: Int) {
    change { pending in
      if let document {
        pending.counts[document] = max(count, pending.counts[document] ?? 0)
      } else {
        pending.isAnyDocument = true
      }
    }
  }

  /// Says that a session begins to edit, so that what it writes needs no further turn.
  nonisolated func beginEdit() { pending.withLock { $0.editing += 1 } }

  /// Says that an edit is over, and how many entries are shown everywhere; what others wrote meanwhile gets its turn.
  nonisolated func endEdit(of name: DocumentName, shown: Int) {
    change { pending in
      pending.editing -= 1
      if let count = pending.counts[name], count <= shown { pending.counts[name] = nil }
    }
  }

  private nonisolated func change(_ body: (inout Pending) -> Void) {
    let mustSchedule = pending.withLock { pending in
      body(&pending)
      let isEmpty = pending.counts.isEmpty && !pending.isAnyDocument
      if isEmpty || pending.isScheduled || pending.editing > 0 { return false }
      pending.isScheduled = true
      return true
    }
    if mustSchedule { Task { @MainActor in self.showPending() } }
  }

  private func showPending() {
    let found = pending.withLock { pending in
      defer { pending = Pending(editing: pending.editing) }
      return pending
    }
    let isAny = found.isAnyDocument
    let first = isAny ? members.values.joined().lazy.compactMap(\.session).first : nil
    let hasOtherOptions = first.map(noteOptionSets) ?? false
    for name in (isAny ? Array(members.keys) : Array(found.counts.keys)).sorted() {
      let sessions = (members[name] ?? []).compactMap(\.session)
      let behind = sessions.filter { session in
        isAny || session.editor.document.count < found.counts[name] ?? 0
      }
      for session in behind { session.catchUp() }
      for session in behind { session.present() }
      for session in behind { session.notify() }
      if hasOtherOptions { for session in sessions { session.showOptions() } }
    }
  }
}
