import Ekiben
import EkibenTesting
import Foundation
import Observation
import SwiftUI
import Testing

#if canImport(UIKit)
  import UIKit
#endif

/// Every name that an app writes, where it imports SwiftUI, UIKit (or what stands in for them), Foundation,
/// Observation and Testing, too: the arguments tell what is meant, and only types need `Ekiben.` before them.
@Observable @MainActor private final class Beside {
  let session: Session
  let opened = Date.now
  var progress: Foundation.Progress?
  var section: Ekiben.Section

  init(in store: Store) throws {
    let section: Ekiben.Section = Section("person", header: "You") {
      TextInput(Field<String>("name"), title: "Name").required()
      Toggle(Field<Bool>("consent"), title: "I agree")
      Button("send", "Send", didTap: {})
      Image("logo", "logo.png", text: "A logo")
      Description("hint", "Stays on this device.").visible(when: Field<Bool>("consent") == true)
    }
    self.section = section
    let form: Ekiben.Form = Form("visit", title: "Visit") { section }
    session = try store.open("visit-17", from: form)
  }
}

private struct BesideView: View {
  let beside: Beside
  @State private var text = ""

  var body: some View {
    Form {
      Section("About you") {
        TextField("Name", text: $text)
          .onSubmit { beside.session.binding(Field("name")).value = text }
        Toggle("I agree", isOn: .constant(beside.session[Field<Bool>("consent")] == true))
        Button("Undo") { _ = beside.session.canUndo }
        Image(systemName: "checkmark")
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct BesideTests {
  @Test(.tags()) func `no name is ambiguous beside those of Apple's modules`() throws {
    try withTemporaryStore { store in
      let beside = try Beside(in: store)
      let data = Data("Ada".utf8)
      try beside.session.set(Field<String>("name"), to: String(decoding: data, as: UTF8.self))
      let entry: Entry? = try beside.session.undo()
      #expect(entry?.kind == .undo && beside.session.issues.map(\.ruleName) == ["required"])
      let value: Value? = beside.session["name"]
      let change = Change(.row("name"), "value", before: value, after: "Ada")
      #expect(change.after == "Ada")
      let view: any View = BesideView(beside: beside)
      if !(view is BesideView) { Issue.record("\(view)") }
      #if canImport(UIKit)
        #expect(UITableView().numberOfSections == 0 && IndexPath(row: 0, section: 1).section == 1)
      #endif
    }
  }
}
