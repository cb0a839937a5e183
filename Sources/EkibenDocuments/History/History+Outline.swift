extension History {
  /// What the undo tree needs to know of an entry.
  package struct Outline: Hashable, Sendable {
    package let number: Int
    package let kind: Entry.Kind
    package let parent: Int?
    package let head: Int
    package let step: Int
    package let mark: String?

    package init(number: Int, kind: Entry.Kind, parent: Int?, head: Int, step: Int, mark: String?) {
      (self.number, self.kind, self.parent) = (number, kind, parent)
      (self.head, self.step, self.mark) = (head, step, mark)
    }

    package init(_ entry: Entry) {
      self.init(
        number: entry.number, kind: entry.kind, parent: entry.parent, head: entry.head,
        step: entry.step, mark: entry.mark)
    }
  }
}
