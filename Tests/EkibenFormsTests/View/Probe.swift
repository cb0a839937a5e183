import EkibenDocuments
import EkibenForms
import Synchronization

/// What components and hosts said, in order; components are Sendable, so this is, too.
final class EventRecorder: Sendable {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock(\.self) }
  var text: String { lines.joined(separator: "\n") }

  func write(_ line: String) { entries.withLock { $0.append(line) } }
  func clear() { entries.withLock { $0 = [] } }
}

/// Something that is let go when nobody keeps it.
final class Token: Sendable {
  private let recorder: EventRecorder

  init(_ recorder: EventRecorder) { self.recorder = recorder }
  deinit { recorder.write("token released") }
}

/// A component that writes down every call, and keeps a token beside its view.
struct Probe: Component {
  struct View: ViewModel {
    var text = ""

    var look: RowLook { RowLook(content: .words(text)) }
  }

  enum Kept: ViewStorageKey { typealias Value = Token }

  let id: RowID
  var record: Fields
  let recorder: EventRecorder

  init(
    _ id: RowID, as component: String = "Probe", says text: String = "", _ recorder: EventRecorder
  ) {
    self.id = id
    self.recorder = recorder
    record = [.component: .text(component), .text: .text(text)]
  }

  private var text: String { record.text(.text) ?? "" }

  func render(in view: inout View) {
    recorder.write("\(text).render over \"\(view.text)\"")
    view.text = text
  }

  func didMount(to view: inout View, storage: inout ViewStorage) {
    recorder.write("\(text).didMount, storage \(storage.isEmpty ? "empty" : "in use")")
    storage[Probe.self, Kept.self] = Token(recorder)
  }

  func willUnmount(from view: inout View, storage: inout ViewStorage) {
    let token = storage[Probe.self, Kept.self]
    recorder.write("\(text).willUnmount, token \(token == nil ? "missing" : "kept")")
  }

  func willDisplay(_ view: inout View) { recorder.write("\(text).willDisplay") }
  func didEndDisplaying(_ view: inout View) { recorder.write("\(text).didEndDisplaying") }
}
