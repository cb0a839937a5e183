/// Which fields a record has of those that say where it stands, what it follows and when it is shown.
///
/// Most records of a form have none of them: what asks each record finds that out in one pass.
package struct RecordTraits: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let hidden = RecordTraits(rawValue: 1)
  package static let visible = RecordTraits(rawValue: 2)
  package static let required = RecordTraits(rawValue: 4)
  package static let readOnly = RecordTraits(rawValue: 8)
  package static let template = RecordTraits(rawValue: 16)
  package static let repeats = RecordTraits(rawValue: 32)
  package static let parent = RecordTraits(rawValue: 64)
  package static let parentRow = RecordTraits(rawValue: 128)
  package static let optionsOf = RecordTraits(rawValue: 256)
  package static let options = RecordTraits(rawValue: 512)
  /// Whether an expression gives the answer, always or once.
  package static let calculated = RecordTraits(rawValue: 1024)
  package static let checks = RecordTraits(rawValue: 2048)
  /// Whether an expression gives the text.
  package static let text = RecordTraits(rawValue: 4096)
  /// Of what repeats, and of what stands in its instances.
  static let repeating: RecordTraits = [.repeats, .template]

  /// Whether both have one in common: a comparison of bits, also for callers of other modules.
  package func meets(_ other: RecordTraits) -> Bool { rawValue & other.rawValue != 0 }

  /// The one that a field is; none for most.
  package init(_ name: FieldName) {
    // Lengths tell nearly all names apart.
    switch name.rawValue.utf8.count {
    case 6 where name == .checks: self = .checks
    case 6: self = name == .hidden ? .hidden : name == .parent ? .parent : []
    case 7 where name == .options: self = .options
    case 7: self = name == .visible ? .visible : name == .repeats ? .repeats : []
    case 8 where name == .template: self = .template
    case 8: self = name == .required ? .required : name == .readOnly ? .readOnly : []
    case 9: self = name == .parentRow ? .parentRow : name == .optionsOf ? .optionsOf : []
    case 10 where name == .calculated: self = .calculated
    case 14 where name == .textExpression: self = .text
    case 17 where name == .initialExpression: self = .calculated
    default: self = []
    }
  }
}

extension ChunkedList<Document.Row> {
  /// Which of those fields each row has: the rows are looked at where they are, and not copied.
  ///
  /// - Complexity: O(n).
  package var traits: [RecordTraits] {
    var found: [RecordTraits] = []
    found.reserveCapacity(count)
    while found.count < count {
      let chunk = chunk(at: found.count)
      for at in chunk.indices { found.append(chunk[at].fields.traits) }
    }
    return found
  }
}
