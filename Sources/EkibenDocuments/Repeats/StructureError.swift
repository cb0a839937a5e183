/// Why sections and rows cannot be added, removed or moved as asked; nothing has changed.
public enum StructureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such section or row.
  case unknown(RecordID)
  /// The section or row does not repeat, so that there is nothing to add to it.
  case repeatsNot(RecordID)
  /// It belongs to a template: only its instances are filled in.
  case template(RecordID, of: RecordID)
  /// It is left over from an instance of something that does not repeat there any more.
  case retired(RecordID, following: RecordID)
  /// There are already as many instances as are allowed.
  case tooMany(RecordID, greatest: Int)
  /// There are no more instances than are required.
  case tooFew(RecordID, least: Int)
  /// It is a part of an instance and stays with it.
  case partOfInstance(RecordID)
  /// It cannot stand beside the other one.
  case notBeside(RecordID, RecordID)
  /// It cannot stand in that section.
  case notInto(RecordID, SectionID)
  /// An id of the instance would be too long.
  case name(InvalidName)
  /// Repeating sections and questions are nested deeper than this.
  case tooDeep(limit: Int)
  /// An instance with all that it must contain would have more records than this.
  case tooLarge(limit: Int)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .unknown(let record): "there is no \(Self.name(record))"
    case .repeatsNot(let record): "\(Self.name(record)) does not repeat: nothing can be added to it"
    case .template(let record, let template):
      "\(Self.name(record)) is part of the template \(Self.name(template)); "
        + "add an instance, and fill that in"
    case .retired(let record, let template):
      "\(Self.name(record)) is retired: \(Self.name(template)), which it follows, does not repeat there "
        + "any more"
    case .tooMany(let record, let greatest):
      "that would be the \(Self.ordinal(greatest + 1)) of at most "
        + "\(Self.instances(greatest)) of \(Self.name(record))"
    case .tooFew(let record, let least):
      "\(Self.name(record)) has to keep at least \(Self.instances(least))"
    case .partOfInstance(let record):
      "\(Self.name(record)) is part of an instance and stays with it; remove or move the instance"
    case .notBeside(let record, let other):
      "\(Self.name(record)) cannot be moved beside \(Self.name(other)): they do not stand in the same "
        + "place"
    case .notInto(let record, let section):
      "\(Self.name(record)) cannot be moved to \(Self.name(.section(section)))"
    case .name(let error): "a record of an instance would have a name that is none: \(error)"
    case .tooDeep(let limit): "repeats stand in each other more than \(limit) deep"
    case .tooLarge(let limit): "one step would give instances more than \(limit) sections and rows"
    }
  }

  /// Why a record is not filled in, given the template that it is part of or left over from.
  package init(_ record: RecordID, _ fields: Fields, of template: RecordID) {
    let id = fields.followed ?? ""
    let followed = [RecordID.row(RowID(unchecked: id)), .section(SectionID(unchecked: id))]
    self =
      followed.contains(template)
      ? .retired(record, following: template) : .template(record, of: template)
  }

  private static func name(_ record: RecordID) -> String {
    switch record {
    case .document: "document"
    case .section(let id): "section \(Notation.name(id.rawValue))"
    case .row(let id): "row \(Notation.name(id.rawValue))"
    }
  }

  private static func instances(_ count: Int) -> String {
    "\(count) \(count == 1 ? "instance" : "instances")"
  }

  private static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    switch (number % 10, isTeen) {
    case (1, false): return "\(number)st"
    case (2, false): return "\(number)nd"
    case (3, false): return "\(number)rd"
    default: return "\(number)th"
    }
  }
}
