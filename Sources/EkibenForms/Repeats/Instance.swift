public import EkibenDocuments
public import EkibenExpressions

/// A handle on one instance of a section that repeats: its fields are read and set as
/// `session[.name, in: member]`.
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
  public func `in`(_ instance: Instance?) -> Field {
    instance.map { Field($0.row(row)) } ?? self
  }
}
