import Ekiben
import EkibenTesting

/// A form with repeats in repeats, a question that repeats in each, and conditions among them.
let nestedRepeats = Form("nested", title: "Nested") {
  Section("top", header: "Top") {
    TextInput(Field<String>("name"), title: "Name")
    TextInput(Field<String>("note"), title: "Note").repeated()
      .visible(when: Field<String>("name") != "0")
  }
  Repeat("a", header: "All of a", label: "A", greatest: 6) {
    TextInput(Field<String>("x"), title: "X")
    TextInput(Field<String>("q"), title: "Q").repeated(least: 1, greatest: 4)
      .visible(when: Field<String>("x") < "7" || !Field<String>("x").isAnswered)
    Section("inside", header: "Inside") { TextInput(Field<String>("y"), title: "Y") }
      .visible(when: (Field<String>("q") == "4").of(.any) || Field<String>("last").isAnswered)
    Repeat("b", label: "B", least: 1) {
      TextInput(Field<String>("z"), title: "Z").required(when: Field<String>("y") > "4")
      Repeat("c", label: "C") { TextInput(Field<String>("w"), title: "W") }
        .visible(when: (Field<String>("z") != "5").of(.every))
    }
    TextInput(Field<String>("last"), title: "Last")
  }
  Section("end") {
    TextInput(Field<String>("bye"), title: "Bye")
      .visible(when: (Field<String>("w") == "1").of(.any) || Field<String>("z") != "2")
  }
}

/// What a person would say that the document holds: instances in instances, by name, with answers.
struct NaiveInstance: Equatable {
  var id: String
  var answers: [String: String] = [:]
  /// Instances by the template that they follow, in order.
  var inside: [String: [NaiveInstance]] = [:]

  /// What stands in an instance of each template: questions, questions that repeat, and repeats.
  static let shape: [String: (rows: [String], questions: [String], repeats: [String])] = [
    "": (["name", "bye"], ["note"], ["a"]), "a": (["x", "y", "last"], ["q"], ["b"]),
    "b": (["z"], [], ["c"]), "c": (["w"], [], []),
  ]
  static let greatest = ["a": 6, "q": 4]
  static let least = ["b": 1, "q": 1]
}

extension NaiveInstance {
  /// Reads what a document holds by the public face alone.
  @MainActor init(_ session: Session, _ id: String = "", as kind: String = "") {
    self.id = id
    let instance = id.isEmpty ? nil : Instance(SectionID(unchecked: id))
    guard let shape = Self.shape[kind] else { return }
    for row in shape.rows {
      answers[row] = session[Field<String>(RowID(unchecked: row)), in: instance]
    }
    for question in shape.questions {
      let field = Field<String>(RowID(unchecked: question))
      inside[question] = session.instances(of: field, in: instance).map { found in
        var leaf = NaiveInstance(id: found.row.rawValue)
        leaf.answers["value"] = session[found]
        return leaf
      }
    }
    for section in shape.repeats {
      inside[section] = session.instances(of: SectionID(unchecked: section), in: instance).map {
        NaiveInstance(session, $0.section.rawValue, as: section)
      }
    }
  }

  /// Every place where instances may stand: whose they are, as ids from the top, and their kind.
  func places(_ path: [String] = [], as kind: String = "") -> [(path: [String], kind: String)] {
    guard let shape = Self.shape[kind] else { return [] }
    return (shape.questions + shape.repeats).map { (path, $0) }
      + shape.repeats.flatMap { name in
        (inside[name] ?? []).flatMap { $0.places(path + [name, $0.id], as: name) }
      }
  }

  /// Every question that can be answered, and where.
  func rows(_ path: [String] = [], as kind: String = "") -> [(path: [String], row: String)] {
    guard let shape = Self.shape[kind] else { return [(path, "value")] }
    return shape.rows.map { (path, $0) }
      + (shape.questions + shape.repeats).flatMap { name in
        (inside[name] ?? []).flatMap {
          $0.rows(path + [name, $0.id], as: shape.repeats.contains(name) ? name : "-")
        }
      }
  }

  mutating func change(at path: ArraySlice<String>, _ body: (inout NaiveInstance) -> Void) {
    guard let name = path.first, let id = path.dropFirst().first else { return body(&self) }
    guard let at = inside[name]?.firstIndex(where: { $0.id == id }) else { return }
    inside[name]?[at].change(at: path.dropFirst(2), body)
  }

  mutating func clear() {
    answers = [:]
    for name in inside.keys {
      for at in (inside[name] ?? []).indices { inside[name]?[at].clear() }
    }
  }

  /// How many rows stand in instances: one for each question, also one that repeats, and for each of its instances.
  func instanceRows(as kind: String = "") -> Int {
    guard let shape = Self.shape[kind] else { return 1 }
    let inner = (shape.questions + shape.repeats).reduce(0) { count, name in
      count
        + (inside[name] ?? []).reduce(0) {
          $0 + $1.instanceRows(as: shape.repeats.contains(name) ? name : "-")
        }
    }
    return inner + (kind.isEmpty ? 0 : shape.rows.count + shape.questions.count)
  }

  /// All ids, this one's among them.
  var ids: [String] { [id] + inside.values.flatMap { $0.flatMap(\.ids) } }
}
