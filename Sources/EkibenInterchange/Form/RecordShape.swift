import EkibenDocuments
import EkibenForms

/// What our form JSON says about the members of one kind of record.
///
/// Members that are not listed are kept all the same, as ``FieldShape/any``.
struct RecordShape {
  /// The members with a shape of their own, in the order in which they are written.
  let known: [(name: FieldName, shape: FieldShape)]

  /// What members are called and what fields are called, where that is not the same.
  let names: MemberNames

  /// Knows the components of rows; nil for records without an answer.
  var registry: ComponentRegistry?
  /// Whether what a row begins with was read once, and is taken as it is, and what is typed in it is kept.
  var isOfHistory = false
  /// What rows say whose definition others follow.
  private var definitions: [RowID: Fields] = [:]

  private let shapes: [FieldName: FieldShape]

  init(known: [(name: FieldName, shape: FieldShape)], names: MemberNames = MemberNames()) {
    (self.known, self.names) = (known, names)
    shapes = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.shape) })
  }

  subscript(name: FieldName) -> FieldShape { shapes[name] ?? .any }

  /// More members than any record of a form has; fields are a sorted array, so many take long.
  private static let mostMembers = 1_000

  /// Reads all members but those that are parts of the record, such as its id.
  ///
  /// The answer comes last, since its shape depends on what the other members say.
  func read(_ cursor: JSONCursor) throws(JSONError) -> Fields {
    var fields = Fields()
    var answers: [(name: FieldName, cursor: JSONCursor)] = []
    let members = try cursor.members()
    guard members.count <= Self.mostMembers else {
      throw cursor.error(.invalid("a record has at most \(Self.mostMembers) members"))
    }
    for (text, member) in members {
      let (name, field): (FieldName, FieldName)
      do throws(InvalidName) {
        name = try FieldName(text)
        field = try names.field(of: name)
      } catch {
        throw member.error(
          .invalid("no member can be called so: \(Notation.shown(error.description))"))
      }
      guard !names.parts.contains(name) else { continue }
      if name == .value || name == .initial {
        answers.append((name, member))
      } else {
        fields[field] = try self[name].read(member)
      }
    }
    for (name, answer) in answers {
      let shape = answerShape(fields, of: name, isList: answer.node.array != nil)
      do throws(JSONError) { fields[name] = try shape.read(answer) } catch {
        // Older histories keep there what another format has.
        guard name == .initial, isOfHistory else { throw error }
        fields[name] = FieldShape.readAny(answer)
      }
    }
    return fields
  }

  /// The members in which a record is written.
  func members(of fields: Fields) -> [(String, JSON)] {
    let first = known.map(\.name).filter { $0 != .value && $0 != .source }
    let last = known.map(\.name).filter { $0 == .value || $0 == .source }
    let others = fields.names.filter { shapes[$0] == nil }
    return (first + others + last).compactMap { name in
      guard let value = fields[name], let member = names.member(of: name) else { return nil }
      let isAnswer = name == .value || name == .initial
      let shape = isAnswer ? answerShape(fields, of: name, isList: value.asList != nil) : self[name]
      return (member.rawValue, shape.node(for: value))
    }
  }

  /// Takes note of a row, so that the answers of rows that follow its definition are read as its own.
  mutating func define(_ row: RowID, _ fields: Fields) {
    if fields[.template] == nil { definitions[row] = fields }
  }

  // What a question that repeats begins with can be a list, of one for each instance.
  private func answerShape(_ fields: Fields, of name: FieldName, isList: Bool) -> FieldShape {
    let shape = answerShape(fields)
    guard name == .initial, isList, fields.repeatsAsRow, case .answer(let one) = shape else {
      return shape
    }
    return .answer(.list(of: one))
  }

  // The component says it, since it may be one of an app's own.
  private func answerShape(_ fields: Fields) -> FieldShape {
    guard let registry else { return .any }
    let fields = fields.text(.template).flatMap { definitions[RowID(unchecked: $0)] } ?? fields
    let component = registry.component("row", fields.setting(.value, nil).setting(.initial, nil))
    if let input = component.input { return .answer(input.inputTraits.shape) }
    return component is Opaque ? .source : .noAnswer(component: component.name)
  }
}

// The fields that our own JSON knows: a new one is a line here.
extension RecordShape {
  static let form = RecordShape(
    known: [
      (.title, .text), (.url, .text), ("version", .text), ("description", .text),
      (.language, .text), (.translations, .texts), (.policies, .texts), (.changesNeedReason, .bool),
      (.variables, .variables), (.checks, .checks),
    ], names: MemberNames(parts: ["ekiben-form", "form", "sections"]))

  static let section = RecordShape(
    known: [
      (.header, .supplement), (.footer, .supplement), (.prefix, .text), (.parent, .id),
      (.parentRow, .id), (.page, .text), (.level, .integer), (.visible, .condition),
      (.hidden, .bool), (.required, .condition), (.readOnly, .condition), (.variables, .variables),
      (.textExpression, .expression), (.checks, .checks),
    ] + repeats, names: MemberNames(parts: ["id", "rows"], reserved: [.order]))

  /// A row, whose answer is what its component in a registry says.
  static func row(_ registry: ComponentRegistry, isOfHistory: Bool = false) -> RecordShape {
    var shape = row
    shape.registry = registry
    shape.isOfHistory = isOfHistory
    return shape
  }

  private static let row = RecordShape(
    known: [(.component, .text), (.kind, .text)] + content
      + [(.initial, .any), (.value, .any), (.source, .source)],
    names: MemberNames(parts: ["id"], reserved: [.order, .section], exchanged: [.draft]))

  /// A header or footer: a component without id, place and answer.
  static let supplement = RecordShape(
    known: [(.component, .text), (.kind, .text)] + content + [(.source, .source)])

  static let check = RecordShape(known: [
    ("id", .text), ("formula", .condition), ("unique", .id), (.message, .text), ("severity", .text),
    ("at", .id), (.translations, .texts),
  ])

  static let variable = RecordShape(known: [("name", .text), (.fhirPath, .text)])

  static let option = RecordShape(known: [
    (.code, .text), (.label, .text), (.system, .text), (.prefix, .text), (.help, .text),
    (.image, .text), (.group, .text), (.parent, .text), (.exclusive, .bool), (.offered, .condition),
    (.translations, .texts), (.source, .source),
  ])

  private static let content: [(name: FieldName, shape: FieldShape)] =
    [
      (.prefix, .text), (.title, .text), (.text, .text), (.placeholder, .text),
      (.required, .condition), (.readOnly, .condition), (.minLength, .integer),
      (.maxLength, .integer), (.decimals, .integer), (.pattern, .text), (.minCount, .integer),
      (.maxCount, .integer), (.messages, .texts), (.states, .integer), (.multiple, .bool),
      (.other, .bool), (.options, .options), (.valueSet, .text), (.optionsOf, .id), (.unit, .text),
      (.units, .options), (.control, .text), (.orientation, .text), (.columns, .integer),
    ] + RowNote.Kind.allCases.map { ($0.field, .text) } + [
      (.translations, .texts), (.markup, .texts), (.hidden, .bool), (.visible, .condition),
      (.variables, .variables), (.calculated, .expression), (.initialExpression, .expression),
      (.textExpression, .expression), (.checks, .checks), (.parentRow, .id),
    ] + repeats

  private static let repeats: [(name: FieldName, shape: FieldShape)] = [
    (.repeats, .bool), (.minOccurs, .integer), (.maxOccurs, .integer), (.instanceLabel, .text),
    (.template, .id),
  ]
}
