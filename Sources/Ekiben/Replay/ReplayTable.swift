package import EkibenDocuments
package import EkibenForms

/// What a player shows entries in: a model on any thread, or a host on the main actor.
package protocol ReplayTable {
  /// What a plan may not do in one batch.
  var strictness: TableStrictness { get }
  /// What it did so far, if it says so.
  var log: [TableEvent] { get }
  /// Whether it can be asked what it shows.
  var isInspectable: Bool { get }

  mutating func clearLog()
  mutating func reload(_ document: Document)
  mutating func perform(_ plan: TablePlan, to document: Document) throws(TableViolation)

  var sectionIDs: [SectionID] { get }
  func boundSection(at index: Int) -> Document.Section
  func boundRow(at place: Document.Place) -> Document.Row?
  func difference(from document: Document) -> String?
}

extension TableModel: ReplayTable {
  package var isInspectable: Bool { true }
}

/// A host that is given a replay.
///
/// Where it is no ``EkibenForms/InspectableHost`` it is not asked what it shows, and seems empty.
@MainActor
package struct ReplayHost: ReplayTable {
  private let host: any TableHost
  private let inspectable: (any InspectableHost)?
  // One for all entries: a host binds rows anew when it is given others.
  private let components: LiveComponents

  package init(_ host: any TableHost, _ registry: ComponentRegistry) {
    self.host = host
    components = LiveComponents(registry: registry)
    inspectable = host as? any InspectableHost
  }

  package var strictness: TableStrictness { (host as? HeadlessTable)?.strictness ?? .standard }
  package var log: [TableEvent] { (host as? HeadlessTable)?.log ?? [] }
  package var isInspectable: Bool { inspectable != nil }

  package func clearLog() { (host as? HeadlessTable)?.clearLog() }
  package func reload(_ document: Document) {
    host.reload(TableContent(document, components: components))
  }

  package func perform(_ plan: TablePlan, to document: Document) throws(TableViolation) {
    try host.perform(plan, to: TableContent(document, components: components))
  }

  package var sectionIDs: [SectionID] { inspectable?.sectionIDs ?? [] }
  package func boundSection(at index: Int) -> Document.Section {
    inspectable?.boundSection(at: index) ?? Document.Section(id: SectionID(unchecked: ""))
  }
  package func boundRow(at place: Document.Place) -> Document.Row? {
    inspectable?.boundRow(at: place)
  }
  package func difference(from document: Document) -> String? {
    inspectable?.difference(from: document)
  }
}
