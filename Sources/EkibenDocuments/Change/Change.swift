/// One field, or one whole record, going from *before* to *after*; nil is absent.
///
/// A record's section and order key are fields like any other, so a move is a change of those.
/// Where ``field`` is nil the whole record appears (before is nil) or disappears (after is nil), and
/// the value is a ``Value/record(_:)`` of all its fields, `section` and `order` among them.
public struct Change: Hashable, Sendable {
  /// What a change is about: a field of a record, or the whole record.
  public struct Target: Hashable, Comparable, Sendable {
    /// The record.
    public let record: RecordID
    /// The field; nil is the whole record.
    public let field: FieldName?

    /// Names a field of a record, or with nil the whole record.
    public init(_ record: RecordID, _ field: FieldName?) {
      (self.record, self.field) = (record, field)
    }

    package var isAnswer: Bool {
      if case .row = record { field == .value } else { false }
    }

    /// Orders targets by record; of one record, the whole comes before its fields, which are in order
    /// of name.
    public static func < (left: Change.Target, right: Change.Target) -> Bool {
      if left.record != right.record { return left.record < right.record }
      guard let other = right.field else { return false }
      return left.field.map { $0 < other } ?? true
    }
  }

  /// What the change is about.
  public let target: Target
  /// The value before the change; nil if there was none.
  public let before: Value?
  /// The value after the change; nil if there is none then.
  public let after: Value?

  /// Describes a change of one field, or of a whole record where `field` is nil.
  public init(_ record: RecordID, _ field: FieldName?, before: Value?, after: Value?) {
    (target, self.before, self.after) = (Target(record, field), before, after)
  }

  /// The record that changes.
  public var record: RecordID { target.record }
  /// The field that changes; nil is the whole record.
  public var field: FieldName? { target.field }

  /// The inverse change, from ``after`` to ``before``.
  public var inverted: Change { Change(record, field, before: after, after: before) }

  /// A record's going to another place among its siblings.
  static func move(_ record: RecordID, from old: OrderKey, to new: OrderKey) -> Change {
    Change(record, .order, before: .bytes(old.bytes), after: .bytes(new.bytes))
  }

  /// The section that one of its sides puts its row in; nil where that says nothing of it.
  package func section(in side: Value?) -> SectionID? {
    guard case .row = record else { return nil }
    return switch field {
    case nil: side?.asRecord?.section
    case FieldName.section?: side?.asText.map { SectionID(unchecked: $0) }
    default: nil
    }
  }
}
