internal import EkibenDocuments
internal import EkibenStore

/// What an undo manager of the platform does, as far as a session needs it.
@MainActor
public protocol UndoRegistering: AnyObject {
  /// Registers an action to undo, which is called at most once, with what is undone, such as `Name`; while the
  /// manager undoes, one to redo.
  func register(_ title: String?, _ action: @escaping @MainActor () -> Void)
}

extension Session {
  /// Registers the steps that the session's author has made, once each, and a group when it has ended.
  ///
  /// Keystrokes that join a step register nothing more, and neither does what others write or no undo takes back.
  func register(_ entries: [JournalChange] = []) {
    guard let undoManager else { return }
    for entry in entries.lazy.map(\.entry)
    where entry.kind.isNode && !entry.kind.isBarrier && entry.author == environment.author
      && entry.step != registeredStep
    {
      registeredStep = entry.step
      stepsToRegister += 1
    }
    while stepsToRegister > 0, !editor.steps.isGrouping {
      stepsToRegister -= 1
      registerTravel(with: undoManager)
    }
  }

  // The history keeps the steps; the manager only says when. So both can be used beside each other:
  // an action that finds nothing to do says so to `onError`.
  private func registerTravel(with manager: any UndoRegistering, back isBack: Bool = true) {
    manager.register(isBack ? stepTitle : nil) { [weak self, weak manager] in
      guard let self, let manager else { return }
      do throws(SessionError) { _ = isBack ? try self.undo() : try self.redo() } catch {
        return self.report(error)
      }
      self.registerTravel(with: manager, back: !isBack)
    }
  }
}

#if canImport(FoundationEssentials)
  // Off Apple's platforms there is no undo manager to bridge to.
#else
  public import Foundation

  /// Lets an `UndoManager`, of a window or a responder, undo the steps of a session.
  ///
  /// ```swift
  /// session.undoManager = SystemUndoManager(window.undoManager)
  /// ```
  @MainActor
  public final class SystemUndoManager: UndoRegistering {
    private weak var manager: UndoManager?

    /// Takes a manager, which its window keeps.
    public init(_ manager: UndoManager?) { self.manager = manager }

    /// Registers the action with the system's manager.
    public func register(_ title: String?, _ action: @escaping @MainActor () -> Void) {
      guard let manager else { return }
      manager.registerUndo(withTarget: self) { _ in
        // Undo managers call back where they are called: menus and gestures, on the main thread.
        MainActor.assumeIsolated { action() }
      }
      if let title { manager.setActionName(title) }
    }
  }
#endif
