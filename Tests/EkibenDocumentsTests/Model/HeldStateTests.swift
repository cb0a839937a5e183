import EkibenDocuments
import Testing

@Suite(.timeLimit(.minutes(20))) struct `What a document holds beyond its form` {
  private func write(_ changes: Change...) -> [Change.Target: Value?] {
    var held = HeldState()
    for change in changes { held.write(change) }
    return held.values
  }

  private let made: Value = .record([.component: "TextInput", .title: "Pet"])
  private let other = Change(.row("other"), .value, before: nil, after: "Ada")

  // Rule P16.
  @Test func `of a record that is made again is what it is made with, and nothing from before`() {
    let title = Change(.row("pet"), .title, before: "Pet", after: "Animal")
    let value = Change(.row("pet"), .value, before: nil, after: "Fido")
    let gone = Change(.row("pet"), nil, before: made, after: nil)
    let back = Change(.row("pet"), nil, before: nil, after: made)
    #expect(write(value, other, gone, back) == write(other, back))
    #expect(write(back, title, value, other, gone) == write(gone, other))
    #expect(write(back, title, value, gone, back, other) == write(back, other))
  }

  // Rule P16.
  @Test func `of a record that is made are its fields, each as if it had been written`() {
    let back = Change(.row("pet"), nil, before: nil, after: made)
    #expect(
      write(back) == [
        Change.Target(.row("pet"), nil): made,
        Change.Target(.row("pet"), .component): "TextInput",
        Change.Target(.row("pet"), .title): "Pet",
      ])
  }
}
