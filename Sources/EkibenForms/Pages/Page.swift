public import EkibenDocuments

/// Sections that are filled in together, one screen after the other (rule F56).
///
/// A section says by `page` on which page it stands; one that says nothing stands on that of the section
/// around it. A page has its place from its first section, and is there while one of its sections is shown.
public struct Page: Hashable, Sendable, Identifiable {
  /// What sections call the page; nil for those that are on none.
  public let id: String?
  /// What a person reads: the header of the section of that id, or else the id.
  public let title: String?
  /// The sections of it that are shown, in the order of the document.
  public let sections: [SectionID]
}

extension Document {
  /// The pages of what is shown, in order; a document whose sections name none has one.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var pages: [Page] { drawn.drawnPages }

  /// The pages of a document that is drawn already.
  ///
  /// - Complexity: O(sections · depth).
  package var drawnPages: [Page] {
    let ids = pageIDs
    var (order, members) = ([String?](), [String?: [SectionID]]())
    for (section, page) in zip(sections, ids) {
      if members[page] == nil { order.append(page) }
      members[page, default: []].append(section.id)
    }
    var titles: [TextKey: String] = [:]
    for section in sections {
      titles[TextKey(section.id.rawValue)] = section.fields[.header]?.asRecord?.text(.text)
    }
    return order.map { id in
      Page(
        id: id, title: id.map { titles[TextKey($0)] ?? $0 }, sections: members[id] ?? [])
    }
  }

  /// The page that each section stands on.
  var pageIDs: [String?] {
    let places = Dictionary(
      sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return sections.map { section in
      var (section, depth) = (section, 0)
      // Data may go in circles.
      while section.fields[.page] == nil, depth < sections.count,
        let parent = section.fields.text(.parent), let place = places[SectionID(unchecked: parent)]
      {
        section = sections[place]
        depth += 1
      }
      return section.fields.text(.page)
    }
  }
}

extension Section {
  /// Puts the section on a page: those of one name are filled in together (rule F56).
  public func page(_ name: String) -> Section { setting(.page, to: .text(name)) }
}
