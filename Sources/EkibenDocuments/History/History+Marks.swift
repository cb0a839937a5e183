/// Names for nodes, so that people need no numbers.
extension History {
  /// The effect of giving the head a name.
  public struct Marking: Hashable, Sendable {
    /// The name.
    public let name: MarkName
    /// The node that has it afterwards.
    public let head: Int
    /// The node that had it before; nil for a new name.
    public let movedFrom: Int?
  }

  /// Works out the effect of giving the head a name.
  ///
  /// A node may have several names, a name only one node.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moving: Whether the name may be taken from the node that has it.
  /// - Returns: The marking to record, or nil when the head has the name already.
  /// - Throws: ``HistoryError/markTaken(_:node:)``, or ``HistoryError/unknownEntry(_:)`` before the
  ///   first entry.
  /// - Complexity: O(1).
  public func mark(_ name: MarkName, moving: Bool = false) throws(HistoryError) -> Marking? {
    guard head > 0 else { throw .unknownEntry(1) }
    let node = marks[name]
    if node == head { return nil }
    if let node, !moving { throw .markTaken(name, node: node) }
    return Marking(name: name, head: head, movedFrom: node)
  }

  /// What people write where an entry is meant: its number, or the name of a mark.
  public enum Reference: Hashable, Sendable {
    /// An entry's number.
    case number(Int)
    /// A name given to a node.
    case mark(MarkName)

    /// Reads a reference; whether there is such an entry is another question.
    ///
    /// - Throws: ``InvalidMarkName`` when the text is neither a number nor a possible name.
    public init(_ text: String) throws(InvalidMarkName) {
      let isNumber = InvalidMarkName.problem(in: text) == .number
      // More digits than an Int has are a number all the same, and no entry has it.
      self = isNumber ? .number(Int(text) ?? .max) : .mark(try MarkName(text))
    }
  }

  /// The entry that a reference means.
  ///
  /// - Throws: ``HistoryError/unknownEntry(_:)`` or ``HistoryError/unknownMark(_:)``.
  /// - Complexity: O(1).
  public func entry(_ reference: Reference) throws(HistoryError) -> Int {
    switch reference {
    case .number(let number):
      guard number > 0, number <= count else { throw .unknownEntry(number) }
      return number
    case .mark(let name):
      guard let node = marks[name] else { throw .unknownMark(name) }
      return node
    }
  }
}
