import Ekiben
import EkibenForms
import Synchronization

/// A component with one fault, each of a sort that a machine has to find.
struct Impure: Component {
  enum Fault: CaseIterable {
    /// Draws something on one branch and does not erase it on the other.
    case forgetsBranch
    /// Adds to what is there.
    case appends
    /// Does something when it is mounted and does not take it back.
    case leavesMark
    /// Does something when it gets to the screen and does not take it back.
    case staysLit
    /// Does something when it leaves the screen and does not take it back.
    case staysPaused
    /// Does something when it loses its view.
    case leavesNote
    /// Looks different each time it gets to the screen.
    case counts
  }

  struct View: ViewModel {
    var title = ""
    var badge: String?
    var items: [String] = []
    var isMarked = false
    var isLit = false
    var isPaused = false
    var note: String?
    var times = 0

    var look: RowLook { RowLook(content: .words(title)) }
  }

  /// How often it got to the screen.
  final class Times: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  let id: RowID = "r"
  var record: Fields
  let fault: Fault
  private let times = Times()

  init(_ fault: Fault, badge: String? = nil) {
    self.fault = fault
    record = [.component: "Impure", .title: "title"]
    record[.badge] = badge.map(Value.text)
  }

  func render(in view: inout View) {
    view.title = record.text(.title) ?? ""
    let badge = record.text(.badge)
    if badge != nil || fault != .forgetsBranch { view.badge = badge }
    view.items = (fault == .appends ? view.items : []) + ["item"]
  }

  func didMount(to view: inout View, storage: inout ViewStorage) {
    if fault == .leavesMark { view.isMarked = true }
  }

  func willUnmount(from view: inout View, storage: inout ViewStorage) {
    if fault == .leavesNote { view.note = "gone" }
  }

  func willDisplay(_ view: inout View) {
    if fault == .staysLit { view.isLit = true }
    if fault == .counts { view.times = times.next() }
  }

  func didEndDisplaying(_ view: inout View) {
    if fault == .staysPaused { view.isPaused = true }
    view.times = 0
  }
}

/// A decorator that does not pass on what takes something back.
struct ForgetfulDecorator<Base: Component>: Decorator {
  enum Forgotten: CaseIterable { case unmount, endDisplaying }

  var base: Base
  let forgotten: Forgotten

  func willUnmount(from view: inout Base.View, storage: inout ViewStorage) {
    if forgotten != .unmount { base.willUnmount(from: &view, storage: &storage) }
  }

  func didEndDisplaying(_ view: inout Base.View) {
    if forgotten != .endDisplaying { base.didEndDisplaying(&view) }
  }
}

/// A component that only on the screen erases what another one drew.
struct LateEraser: Component {
  struct View: ViewModel {
    var badge: String?

    var look: RowLook { RowLook(content: .words(badge ?? "")) }
  }

  let id: RowID = "late"
  var record: Fields = [.component: "LateEraser"]

  init(badge: String? = nil) { record[.badge] = badge.map(Value.text) }

  func render(in view: inout View) {
    if let badge = record.text(.badge) { view.badge = badge }
  }

  func willDisplay(_ view: inout View) { view.badge = record.text(.badge) }
}

/// A component that is lit on the screen, and takes that back.
struct Lamp: Component {
  struct View: ViewModel {
    var isLit = false

    var look: RowLook { RowLook(content: .words(isLit ? "on" : "off")) }
  }

  let id: RowID = "lamp"
  var record: Fields = [.component: "Lamp"]

  func render(in view: inout View) { view.isLit = false }
  func willDisplay(_ view: inout View) { view.isLit = true }
  func didEndDisplaying(_ view: inout View) { view.isLit = false }
}

/// A component that leaves a trace in a view that has no properties.
struct Switch: Component {
  enum View: ViewModel {
    case off, on

    init() { self = .off }

    var look: RowLook { RowLook(content: .words("switch")) }
  }

  let id: RowID = "switch"
  var record: Fields = [.component: "Switch"]
  let isOn: Bool

  func render(in view: inout View) { if isOn { view = .on } }
}

/// A component that leaves a trace in a view that says nothing of it.
struct Secretive: Component {
  struct View: ViewModel, CustomReflectable, CustomDebugStringConvertible {
    var trace = 0

    var look: RowLook { RowLook(content: .words("")) }
    var customMirror: Mirror { Mirror(self, children: [:]) }
    var debugDescription: String { "a view" }
  }

  let id: RowID = "secretive"
  var record: Fields = [.component: "Secretive"]

  func render(in view: inout View) { view.trace += 1 }
}
