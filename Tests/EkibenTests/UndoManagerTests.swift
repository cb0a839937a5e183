import Ekiben
import EkibenTesting
import Testing

/// Keeps actions as the platform's undo manager does: what is registered while it undoes is to redo.
@MainActor private final class Manager: UndoRegistering {
  var undos: [(title: String?, action: @MainActor () -> Void)] = []
  var redos: [(title: String?, action: @MainActor () -> Void)] = []
  private var isUndoing = false
  private var isRedoing = false

  func register(_ title: String?, _ action: @escaping @MainActor () -> Void) {
    if isUndoing {
      redos.append((title, action))
    } else {
      if !isRedoing { redos = [] }
      undos.append((title, action))
    }
  }

  func undo() {
    isUndoing = true
    undos.popLast()?.action()
    isUndoing = false
  }

  func redo() {
    isRedoing = true
    redos.popLast()?.action()
    isRedoing = false
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `The platform's undo manager` {
  @Test func `undoes and redoes the steps of a session`() throws {
    try withSession { session, _ in
      let manager = Manager()
      session.undoManager = manager
      try session.set(.name, to: "Ada")
      try session.set(.age, to: 36)
      #expect(manager.undos.map(\.title) == ["Name", "Age"])
      manager.undo()
      #expect(session[.age] == nil)
      manager.undo()
      #expect(session[.name] == nil)
      #expect(manager.undos.isEmpty && manager.redos.count == 2)
      manager.redo()
      #expect(session[.name] == "Ada")
      manager.undo()
      manager.redo()
      manager.redo()
      #expect(session[.age] == 36)
      #expect(manager.undos.count == 2 && manager.redos.isEmpty)
    }
  }

  @Test func `registers a step once, and nothing of what others do`() throws {
    try withSession { session, _ in
      let manager = Manager()
      session.undoManager = manager
      session.stepPause = 60_000
      for text in ["A", "Ad", "Ada"] { try session.type(.text(text), in: "name") }
      #expect(manager.undos.count == 1)
      try session.store.editor("visit", in: .fixed(author: "Bea")).set(.age, to: 1)
      try session.refresh()
      #expect(session[.age] == 1)
      #expect(manager.undos.count == 1)
      try session.undo()
      #expect(manager.undos.count == 1 && manager.redos.isEmpty)
    }
  }

  @Test func `registers a group when it ends, as it is called then`() throws {
    try withSession { session, _ in
      let manager = Manager()
      session.undoManager = manager
      try session.group {
        try session.set(.name, to: "Ada")
        _ = try session.group { try session.set(.age, to: 36) }
        #expect(manager.undos.isEmpty)
      }
      session.group {}
      try session.edit { editor in
        try editor.group {
          try editor.set(.phone, to: "1")
          try editor.set(.consent, to: true)
        }
      }
      #expect(throws: SessionError.self) {
        try session.group {
          try session.set(.age, to: 37)
          try session.set([("nowhere", nil)])
        }
      }
      #expect(manager.undos.map(\.title) == ["Age, Name", "I agree, Phone", "Age"])
      for _ in 0..<3 { manager.undo() }
      #expect(session[.name] == nil && manager.redos.count == 3)
    }
  }

  @Test func `registers nothing that cannot be undone`() throws {
    try withSession { session, _ in
      let manager = Manager()
      session.undoManager = manager
      try session.set(.name, to: "Ada")
      try session.submit()
      try session.perform(.reopen, reason: "again")
      try session.set(.age, to: 36)
      #expect(manager.undos.map(\.title) == ["Name", "Age"])
    }
  }

  @Test func `says where there is nothing left to undo`() throws {
    try withSession { session, _ in
      let manager = Manager()
      session.undoManager = manager
      var errors: [SessionError] = []
      session.onError = { errors.append($0) }
      try session.set(.name, to: "Ada")
      try session.undo()
      manager.undo()
      #expect(errors.count == 1)
      #expect(manager.redos.isEmpty)
    }
  }
}
