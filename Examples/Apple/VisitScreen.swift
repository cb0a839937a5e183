import Ekiben
import Foundation
import SwiftUI

extension Field<String> { static let name = Field("name") }
extension Field<Int> { static let age = Field("age") }
extension Field<Bool> { static let consent = Field("consent") }

// Its parts have the names of SwiftUI's; what is written in the parentheses tells them apart.
@MainActor func visitForm() -> Ekiben.Form {
  Form("visit", title: "Visit") {
    Section("person", header: "About you") {
      TextInput(.name, title: "Name").required()
      TextInput(.age, title: "Age")
      Toggle(.consent, title: "I agree to take part")
    }
  }
}

/// A visit in controls of the app's own.
///
/// No table host is needed: a session is observable row by row, so that the body runs again when an answer
/// that it read has changed, whoever changed it.
struct VisitScreen: View {
  let session: Session
  @State private var age = ""
  @State private var refusal: String?

  var body: some View {
    List {
      Section("About you") {
        TextField("Name", text: name)
        issues(of: "name")
        // Text that is no number is kept as a draft, and said below the row once it is left.
        TextField("Age", text: $age).onSubmit { attempt { try session.type(age, in: .age) } }
        issues(of: "age")
        Toggle("I agree to take part", isOn: consent)
      }
      Button("Send") { attempt { try session.submit() } }
      if let refusal { Text(refusal) }
    }
    .onAppear {
      age = session.draft(in: "age") ?? session[.age].map(String.init) ?? ""
      session.onError = { refusal = $0.localizedDescription }
    }
    .toolbar {
      Button(session.undoTitle ?? "Undo") { attempt { try session.undo() } }
        .disabled(!session.canUndo)
      Button(session.redoTitle ?? "Redo") { attempt { try session.redo() } }
        .disabled(!session.canRedo)
    }
  }

  private var name: Binding<String> {
    Binding(
      get: { @MainActor in session[.name] ?? "" },
      set: { @MainActor in session.binding(.name).value = $0 })
  }

  private var consent: Binding<Bool> {
    Binding(
      get: { @MainActor in session[.consent] == true },
      set: { @MainActor in session.binding(.consent).value = $0 })
  }

  /// What is wrong with a row, when it is time to say so.
  private func issues(of row: RowID) -> some View {
    ForEach(session.shownIssues.filter { $0.row == row }.map(\.message), id: \.self) { Text($0) }
  }

  /// Does what may be refused, and says what is wrong in a sentence.
  private func attempt(_ action: () throws -> Void) {
    do {
      try action()
      refusal = nil
    } catch {
      refusal = error.localizedDescription
    }
  }
}

/// Opens the store of an app and shows one visit.
struct VisitLoader: View {
  @State private var session: Session?
  @State private var failure: String?

  var body: some View {
    if let session {
      VisitScreen(session: session)
    } else {
      Text(failure ?? "").onAppear(perform: open)
    }
  }

  private func open() {
    do {
      let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      let store = try Store(folder.appending(path: "visits.ekiben").path)
      session = try store.open("visit-17", from: visitForm())
    } catch {
      failure = error.localizedDescription
    }
  }
}
