public import EkibenDocuments
public import EkibenExpressions

/// Ids that an enumeration lists: the compiler knows them all, and a mistyped one is none.
///
/// ```swift
/// enum Part: String { case person, visit }
/// Section(SectionID(Part.person)) { … }
/// ```
extension RecordName {
  /// The id of a case; a raw value that is no legal id is a programmer's mistake and traps.
  public init(_ name: some RawRepresentable<String>) { self.init(stringLiteral: name.rawValue) }
}

extension Field {
  /// Declares a field on the row that a case names.
  public init(_ row: some RawRepresentable<String>) { self.init(RowID(row)) }
}

extension Section {
  /// Writes a section that a case names.
  public init(
    _ id: some RawRepresentable<String>, header: String? = nil, footer: String? = nil,
    @FormBuilder<any Component> rows components: () -> [any Component] = { [] }
  ) { self.init(SectionID(id), header: header, footer: footer, rows: components) }
}
