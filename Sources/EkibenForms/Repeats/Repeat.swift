public import EkibenDocuments
public import EkibenExpressions

/// A section that can be filled in several times, as it is written in a form: a template (rule F40).
///
/// ```swift
/// Repeat("household", label: "Child", greatest: 5) {
///   TextInput(.name, title: "Name")
///   Repeat("visits", label: "Visit") { TextInput(.place, title: "Where") }
/// }
/// ```
///
/// An instance that is added has sections and rows of its own, which follow the template's.
public struct Repeat: Sendable {
  /// What stands in a section that repeats.
  public enum Part: Sendable {
    /// A row.
    case row(any Component)
    /// A section with those in it.
    case sections([Section])
  }

  /// The template and the sections in it, in order.
  public private(set) var sections: [Section]

  /// Writes a section that repeats.
  ///
  /// - Parameters:
  ///   - id: The template's identity.
  ///   - header: What stands above all instances.
  ///   - label: What an instance is called before its number, such as `Child`; nil is the header.
  ///   - least: The least number of instances, which a new document begins with.
  ///   - greatest: The greatest number; nil is no limit.
  ///   - parts: The rows of an instance, and the sections in it.
  public init(
    _ id: SectionID, header: String? = nil, label: String? = nil, least: Int = 0,
    greatest: Int? = nil, @FormBuilder<Part> parts: () -> [Part]
  ) {
    var template = Section(id, header: header)
    template.record.repeats(label, least, greatest)
    var (made, isOpen) = ([template], true)
    for part in parts() {
      switch part {
      case .row(let component):
        // Rows behind a section go on in one of their own, since a section is one run of rows.
        if !isOpen { made.append(Section.continuing(id, as: made.count)) }
        isOpen = true
        made[made.count - 1].components.append(component)
      case .sections(let sections):
        made += sections.map { $0.standing(in: id) }
        isOpen = false
      }
    }
    sections = made
  }

  /// Shows what can be added, and each instance, while a formula holds for it (rule F33).
  public func visible(when formula: Formula) -> Repeat {
    changingTemplate { $0.visible(when: formula) }
  }

  /// Names what an expression in FHIRPath gives, for the expressions of each instance, whose item `%context` is.
  public func variable(_ name: String, _ fhirPath: String) -> Repeat {
    changingTemplate { $0.variable(name, fhirPath) }
  }

  /// Puts it on a page, with all of its instances; see ``Section/page(_:)``.
  public func page(_ name: String) -> Repeat {
    changingTemplate { $0.page(name) }
  }

  /// What repeats with a check more, asked of each instance.
  public func checked(_ check: Check) -> Repeat {
    changingTemplate { $0.checked(check) }
  }

  private func changingTemplate(_ change: (Section) -> Section) -> Repeat {
    changed(self) { $0.sections[0] = change(sections[0]) }
  }
}

extension Section {
  fileprivate static func continuing(_ id: SectionID, as number: Int) -> Section {
    var section = Section(SectionID(unchecked: "\(id)~\(number)"))
    section.record[.parent] = .text(id.rawValue)
    section.record[.continues] = .bool(true)
    return section
  }

  // Those deeper inside have a parent already.
  fileprivate func standing(in parent: SectionID) -> Section {
    var copy = self
    if copy.record[.parent] == nil { copy.record[.parent] = .text(parent.rawValue) }
    copy.record[.level] = .integer(Int64(copy.record.level + 1))
    return copy
  }
}

extension Fields {
  mutating func repeats(_ label: String?, _ least: Int, _ greatest: Int?) {
    self[.repeats] = .bool(true)
    // Of a choice several answers would stand in one row.
    if !repeatsAsRow, self[.multiple] == nil { self[.multiple] = false }
    self[.instanceLabel] = label.map(Value.text)
    self[.minOccurs] = least > 0 ? .integer(Int64(least)) : nil
    self[.maxOccurs] = greatest.map { .integer(Int64($0)) }
  }
}
