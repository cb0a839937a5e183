public import EkibenDocuments
public import EkibenForms

// Forms by functions: for those who like neither builders nor operators.

/// A form of sections.
public func form(
  _ name: DocumentName, title: String? = nil, url: String? = nil, _ sections: Section...
) -> Form {
  Form(name, title: title, url: url) { sections }
}

/// A section of rows.
public func section(
  _ id: SectionID, header: String? = nil, footer: String? = nil, _ rows: any Component...
) -> Section {
  Section(id, header: header, footer: footer) { rows }
}

/// Rows, in order; those that are not there are left out.
public func rows(_ rows: (any Component)?...) -> [any Component] { rows.compactMap(\.self) }

/// Sections, in order; those that are not there are left out.
public func sections(_ sections: Section?...) -> [Section] { sections.compactMap(\.self) }
