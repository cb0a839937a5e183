public import EkibenDocuments
public import EkibenForms
internal import EkibenStore

/// Where a new or moved instance goes among its siblings.
public enum InstancePlace<Sibling: Sendable>: Sendable {
  /// Behind all others.
  case last
  /// Before another one.
  case before(Sibling)
  /// Behind another one.
  case after(Sibling)

  fileprivate func structural(_ record: (Sibling) -> RecordID) -> StructurePlace {
    switch self {
    case .last: .last
    case .before(let sibling): .before(record(sibling))
    case .after(let sibling): .after(record(sibling))
    }
  }
}

extension DocumentEditing {
  /// The answer of a field in an instance; nil is no answer, or one of another type.
  ///
  /// - Complexity: O(1).
  public subscript<Answer>(field: Field<Answer>, in instance: Instance?) -> Answer? {
    self[field.in(instance)]
  }

  /// Gives a field of an instance an answer, as a step of its own; nil takes the answer away.
  ///
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  @discardableResult
  public func set<Answer>(
    _ field: Field<Answer>, in instance: Instance?, to answer: Answer?, reason: String? = nil
  ) throws(SessionError) -> Entry? { try set(field.in(instance), to: answer, reason: reason) }

  /// The instances of a section that repeats, in order.
  ///
  /// - Complexity: O(instances).
  public func instances(of section: SectionID, in instance: Instance? = nil) -> [Instance] {
    document.structure.instances(of: instance?.section(section) ?? section).map { Instance($0) }
  }

  /// The instances of a question that repeats, in order: each is a field of its own.
  ///
  /// - Complexity: O(instances and the rows under them).
  public func instances<Answer>(
    of field: Field<Answer>, in instance: Instance? = nil
  ) -> [Field<Answer>] {
    document.structure.instances(of: field.in(instance).row).map { Field($0) }
  }

  /// Adds an instance of a section that repeats, as a step of its own (rule F41).
  ///
  /// - Parameters:
  ///   - section: The template.
  ///   - instance: The instance that it repeats in; nil where it repeats in the form itself.
  ///   - place: Where it goes among the others.
  ///   - reason: Why, for the journal.
  /// - Returns: The new instance.
  /// - Throws: ``SessionError/store(_:)`` with a ``EkibenDocuments/StructureError`` when nothing can be
  ///   added there, such as the sixth of at most five.
  /// - Complexity: O(records added · log n).
  @discardableResult
  public func add(
    to section: SectionID, in instance: Instance? = nil, at place: InstancePlace<Instance> = .last,
    reason: String? = nil
  ) throws(SessionError) -> Instance {
    let anchor = instance?.section(section) ?? section
    let new = try added(to: .section(anchor), at: place.structural { .section($0.section) }, reason)
    guard case .section(let id) = new else { throw .store(.structure(.repeatsNot(new))) }
    return Instance(id)
  }

  /// Adds an instance of a question that repeats, as a step of its own (rule F41).
  ///
  /// - Throws: As ``add(to:in:at:reason:)-(SectionID,_,_,_)``.
  @discardableResult
  public func add<Answer>(
    to field: Field<Answer>, in instance: Instance? = nil,
    at place: InstancePlace<Field<Answer>> = .last, reason: String? = nil
  ) throws(SessionError) -> Field<Answer> {
    let anchor = field.in(instance).row
    let new = try added(to: .row(anchor), at: place.structural { .row($0.row) }, reason)
    guard case .row(let id) = new else { throw .store(.structure(.repeatsNot(new))) }
    return Field(id)
  }

  /// Takes an instance away, or a section of the form that an ``EkibenForms/Instance`` is made of, with all in it;
  /// undo brings it back, ids and all.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is no such section, or it has to stay.
  @discardableResult
  public func remove(_ instance: Instance, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.remove(.section(instance.section)), reason: reason)
  }

  /// Takes an instance of a question away, or a row of the form, with the rows under it.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is no such row, or it has to stay.
  @discardableResult
  public func remove<Answer>(
    _ field: Field<Answer>, reason: String? = nil
  ) throws(SessionError) -> Entry? { try perform(.remove(.row(field.row)), reason: reason) }

  /// Moves an instance among its siblings, as a step of its own.
  ///
  /// - Returns: The entry, or nil if it stands there already.
  /// - Throws: ``SessionError/store(_:)`` when it cannot stand there.
  @discardableResult
  public func move(
    _ instance: Instance, to place: InstancePlace<Instance>, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try perform(
      .move(.section(instance.section), to: place.structural { .section($0.section) }),
      reason: reason)
  }

  /// Moves an instance of a question among its siblings, or a row of the form, with the rows under it.
  ///
  /// - Returns: The entry, or nil if it stands there already.
  /// - Throws: ``SessionError/store(_:)`` when it cannot stand there.
  @discardableResult
  public func move<Answer>(
    _ field: Field<Answer>, to place: InstancePlace<Field<Answer>>, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try perform(.move(.row(field.row), to: place.structural { .row($0.row) }), reason: reason)
  }

  func seed() -> [UInt8] { edit { $0.environment.uid() } }

  private func added(
    to anchor: RecordID, at place: StructurePlace, _ reason: String?
  ) throws(SessionError) -> RecordID {
    let entry = try perform(.add(to: anchor, at: place, seed: seed()), reason: reason)
    // The first record of its kind that comes as a whole.
    let new = entry?.changes.changes.first { change in
      change.field == nil && change.before == nil
        && (change.record.row == nil) == (anchor.row == nil)
    }
    guard let new else { throw .store(.structure(.repeatsNot(anchor))) }
    return new.record
  }
}
