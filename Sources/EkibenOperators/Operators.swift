public import EkibenForms

// Bento's operators: `|-+` puts a section behind sections, `|---+` a row behind rows. They bind as they
// did there: rows before sections, and both before `+`.

/// Of what joins sections: after rows have been joined.
precedencegroup SectionPrecedence {
  associativity: left
  higherThan: AdditionPrecedence
}

/// Of what joins rows: before anything else does.
precedencegroup RowPrecedence {
  associativity: left
  higherThan: SectionPrecedence
}

/// Puts sections behind sections.
infix operator |-+ : SectionPrecedence
/// Puts a section, if there is one, behind sections.
infix operator |-? : SectionPrecedence
/// Puts a row behind rows.
infix operator |---+ : RowPrecedence
/// Puts several rows behind rows.
infix operator |---* : RowPrecedence
/// Puts rows, if there are some, behind rows.
infix operator |---? : RowPrecedence

/// Sections, and one more.
public func |-+ (sections: [Section], section: Section) -> [Section] { sections + [section] }
/// Two sections.
public func |-+ (first: Section, second: Section) -> [Section] { [first, second] }
/// Sections, and more of them.
public func |-+ (sections: [Section], more: [Section]) -> [Section] { sections + more }
/// Sections, and one more if there is one.
public func |-? (sections: [Section], section: Section?) -> [Section] {
  sections + (section.map { [$0] } ?? [])
}
/// A section, and one more if there is one.
public func |-? (first: Section, second: Section?) -> [Section] { [first] |-? second }

/// A section with one more row.
public func |---+ (section: Section, row: any Component) -> Section { section.adding([row]) }
/// Two rows.
public func |---+ (first: any Component, second: any Component) -> [any Component] {
  [first, second]
}
/// Rows, and one more.
public func |---+ (rows: [any Component], row: any Component) -> [any Component] { rows + [row] }

/// A section with more rows.
public func |---* (section: Section, rows: [any Component]) -> Section { section.adding(rows) }
/// Rows, and more of them.
public func |---* (rows: [any Component], more: [any Component]) -> [any Component] { rows + more }

/// A section with one more row if there is one.
public func |---? (section: Section, row: (any Component)?) -> Section {
  row.map { section.adding([$0]) } ?? section
}
/// A section with more rows if there are some.
public func |---? (section: Section, rows: [any Component]?) -> Section {
  section.adding(rows ?? [])
}
/// Rows, and one more if there is one.
public func |---? (rows: [any Component], row: (any Component)?) -> [any Component] {
  rows + (row.map { [$0] } ?? [])
}
