import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

/// A check on a form of stays in a hospital, answers, and the issues that there are then.
struct CheckCase: Sendable, CustomTestStringConvertible {
  /// Where the check stands; nil is the form.
  let section: SectionID?
  let check: Check
  /// How many nurses each stay has.
  let stays: [Int]
  let answers: [(String, Value)]
  /// The rows with an issue, those of a warning with `?`.
  let issues: String
  let policies: RulePolicies

  init(
    _ section: SectionID?, _ condition: Check.Condition, at row: RowID? = nil,
    severity: ValidationIssue.Severity = .error, stays: [Int] = [],
    policies: RulePolicies = RulePolicies(), _ answers: [(String, Value)], _ issues: String
  ) {
    self.section = section
    check = Check("c", condition, severity: severity, at: row)
    (self.stays, self.answers, self.issues) = (stays, answers, issues)
    self.policies = policies
  }

  var testDescription: String {
    let answers = answers.map { "\($0.0) \(Notation.text(of: $0.1))" }.joined(separator: ", ")
    return "\(section?.rawValue ?? "form"): \(check.condition), \(stays), \(answers): \(issues)"
  }

  /// Rows of a plan, of stays, and of the nurses of each stay.
  static let form = Form("hospital") {
    Section("plan") {
      DateInput(Field<DateText>("start"), title: "Start")
      DateInput(Field<DateText>("end"), title: "End")
      TextInput(Field<Int>("low"), title: "Low")
      TextInput(Field<Int>("high"), title: "High")
      TextInput(Field<String>("phone"), title: "Phone")
      TextInput(Field<String>("email"), title: "Email")
      Toggle(Field<Bool>("ongoing"), title: "Ongoing")
      TextInput(Field<String>("reason"), title: "Reason")
        .visible(when: Field<Bool>("ongoing") == true)
      Choice(
        several: Field("colours"), title: "Colours",
        options: [.init("r"), .init("g"), .init("b")])
    }
    Section("extra") {
      TextInput(Field<Int>("least"), title: "Least")
      TextInput(Field<Int>("most"), title: "Most")
    }
    .visible(when: Field<Bool>("ongoing") == true)
    Repeat("stays", label: "Stay") {
      DateInput(Field<DateText>("from"), title: "From")
      DateInput(Field<DateText>("to"), title: "To")
      TextInput(Field<Int>("bed"), title: "Bed")
      TextInput(Field<String>("note"), title: "Note")
      TextInput(Field<Int>("ward"), title: "Ward").visible(when: Field<Bool>("ongoing") == true)
      Repeat("nurses", label: "Nurse") { TextInput(Field<String>("nurse"), title: "Nurse") }
    }
  }

  /// The form with the check.
  var checkedForm: Form {
    let list = Value.list([.record(check.record)])
    let form = Self.form.policies(policies)
    return Form(
      form.name, fields: section == nil ? form.fields.setting(.checks, list) : form.fields,
      sections: form.sections.map { section in
        var section = section
        if section.id == self.section { section.fields[.checks] = list }
        return section
      })
  }

  /// Fills in the form; `bed#2` is that of the second stay, `nurse#2.1` of its first nurse.
  @MainActor func fill(_ session: Session) throws -> [RowID: String] {
    var names: [RowID: String] = [:]
    for (at, nurses) in stays.enumerated() {
      let stay = try session.add(to: "stays")
      for row in ["from", "to", "bed", "note", "ward"] {
        names[stay.row(RowID(unchecked: row))] = "\(row)#\(at + 1)"
      }
      for number in 0..<nurses {
        let nurse = try session.add(to: "nurses", in: stay)
        names[nurse.row("nurse")] = "nurse#\(at + 1).\(number + 1)"
      }
    }
    for (name, value) in answers {
      let row = names.first { $0.value == name }?.key ?? RowID(unchecked: name)
      try session.set([(row, value)])
    }
    return names
  }
}

func date(_ text: String) -> Value { DateText(text).map(Value.date) ?? .null }
