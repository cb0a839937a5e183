import EkibenDocuments
import EkibenForms
import Testing

/// A decorator that does something to the view inside it, and takes it back.
private struct Starred<Base: Component>: Decorator where Base.View == Probe.View {
  enum Kept: ViewStorageKey { typealias Value = String }

  var base: Base

  func didMount(to view: inout Probe.View, storage: inout ViewStorage) {
    base.didMount(to: &view, storage: &storage)
    storage[Starred.self, Kept.self] = view.text
    view.text += "*"
  }

  func willUnmount(from view: inout Probe.View, storage: inout ViewStorage) {
    view.text = storage[Starred.self, Kept.self] ?? ""
    base.willUnmount(from: &view, storage: &storage)
  }
}

@MainActor private func lives(_ component: any Component) -> ViewBinding {
  var binding = ViewBinding()
  binding.bind(component)
  binding.willDisplay()
  binding.unbind()
  return binding
}

// Forward every call, do one's own after it, and take it back.
@MainActor @Suite(.timeLimit(.minutes(20))) struct DecoratorTests {
  @Test func `a decorator is called after the component inside it`() {
    let recorder = EventRecorder()
    _ = lives(
      Probe("r", says: "A", recorder)
        .on(
          willDisplay: { recorder.write("inner willDisplay") },
          didEndDisplaying: { recorder.write("inner didEndDisplaying") }
        )
        .deletable()
        .on(
          willDisplay: { recorder.write("outer willDisplay") },
          didEndDisplaying: { recorder.write("outer didEndDisplaying") }))
    #expect(
      recorder.text == """
        A.render over ""
        A.didMount, storage empty
        A.willDisplay
        inner willDisplay
        outer willDisplay
        A.didEndDisplaying
        inner didEndDisplaying
        outer didEndDisplaying
        A.willUnmount, token kept
        token released
        """)
  }

  @Test func `what a decorator does to a view it takes back`() {
    let recorder = EventRecorder()
    let plain = Probe("r", says: "A", recorder)
    let starred = Starred(base: Starred(base: plain))
    var binding = ViewBinding()
    binding.bind(starred)
    #expect(binding.view?.look.text == "A**")
    binding.unbind()
    #expect(binding.view?.look.text == "A")
    #expect(binding.storage.isEmpty)
  }

  @Test func `parts of one row get the same calls in turn`() {
    let recorder = EventRecorder()
    let pair = Combined("r") {
      Probe("r", says: "L", recorder)
      TextInput(Field<String>("r"), title: "R").on(
        willDisplay: { recorder.write("R.willDisplay") },
        didEndDisplaying: { recorder.write("R.didEndDisplaying") })
    }
    _ = lives(pair)
    #expect(
      recorder.text == """
        L.render over ""
        L.didMount, storage empty
        L.willDisplay
        R.willDisplay
        L.didEndDisplaying
        R.didEndDisplaying
        L.willUnmount, token kept
        token released
        """)
  }

  @Test func `parts of a row are those of its record, live where they are of the same kind`() {
    let recorder = EventRecorder()
    let pair = Combined("r") {
      Probe("l", says: "L", recorder)
      Description("d", "D")
    }
    #expect(pair.parts.map(\.id) == ["l", "d"])
    let parts = pair.setting(
      .parts,
      to: .list([
        .record([.component: "Probe", .text: "new"]), .record([.component: "Button"]),
        "no record", .record([.component: "Description", .text: "more"]), .record([:]),
      ])
    ).parts
    #expect(parts.map(\.name) == ["Probe", "Button", "Description", "Opaque"])
    #expect(parts.map(\.id) == ["l", "r", "r", "r"])
    #expect((parts[0] as? Probe)?.record.text(.text) == "new")
    #expect(parts[1] is Button && parts[2] is Description && parts[3] is Opaque)
  }

  // T-B10 and T-B14: through any nesting, the outermost first.
  @Test(arguments: 0...7)
  func `a behaviour is found through any number of others`(depth: Int) {
    let recorder = EventRecorder()
    var row: any Component = Probe("r", recorder).deletable(title: "Remove") {
      recorder.write("gone")
    }
    for turn in 0..<depth { row = turn.isMultiple(of: 2) ? wrapped(row) : moving(row) }
    let found = row.behaviour(DeleteBehaviour.self)
    #expect(found?.title == "Remove")
    found?.didDelete()
    #expect(recorder.lines == ["gone"])
    #expect(row.behaviour(MenuBehaviour.self) == nil)
    #expect(row.name == "Probe")
    #expect(row.deletableAgain.behaviour(DeleteBehaviour.self)?.title == "Away")
  }

  private func wrapped(_ component: some Component) -> any Component { component.on() }
  private func moving(_ component: some Component) -> any Component { component.movable() }

  @Test func `modifiers reach the record through decorators`() {
    let row = TextInput(Field<String>("r"), title: "Name").deletable().required().on()
    #expect(row.record.isTrue(.required))
    #expect(row.id == "r")
  }
}

extension Component {
  fileprivate var deletableAgain: any Component { deletable(title: "Away") }
}
