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
        if !isOpen {
          made.append(
            Section(SectionID(unchecked: "\(id)~\(made.count)"))
              .setting(.parent, to: .text(id.rawValue)).setting(.continues, to: true))
        }
        isOpen = true
        made[made.count - 1].components.append(component)
      case .sections(let sections):
        // Those deeper inside have a parent already.
        made += sections.map {
          $0.setting(.parent, to: $0.record[.parent] ?? .text(id.rawValue))
            .setting(.level, to: .integer(Int64(min($0.record.level, .max - 1) + 1)))
        }
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
  public func page(_ name: String) -> Repeat { changingTemplate { $0.page(name) } }

  /// What repeats with a check more, asked of each instance.
  public func checked(_ check: Check) -> Repeat { changingTemplate { $0.checked(check) } }

  private func changingTemplate(_ change: (Section) -> Section) -> Repeat {
    changed(self) { $0.sections[0] = change(sections[0]) }
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

/// A handle on an instance of a section that repeats, whose fields are `session[.name, in: member]`.
public struct Instance: Hashable, Sendable {
  /// The instance's section.
  public let section: SectionID

  /// Names an instance.
  public init(_ section: SectionID) { self.section = section }

  /// The section of the instance that follows one of the template.
  public func section(_ template: SectionID) -> SectionID {
    SectionID(unchecked: "\(section)/\(template)")
  }

  /// The row of the instance that follows one of the template.
  public func row(_ template: RowID) -> RowID { RowID(unchecked: "\(section)/\(template)") }
}

extension Field {
  /// The same field in an instance; nil is the form's own.
  public func `in`(_ instance: Instance?) -> Field { instance.map { Field($0.row(row)) } ?? self }
}
