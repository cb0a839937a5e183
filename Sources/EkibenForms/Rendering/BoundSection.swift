public import EkibenDocuments

/// A section whose rows, header and footer are made from models: given once, or pulled anew at every
/// refresh.
///
/// ```swift
/// let people = BoundSection("people", models: { store.people }) { person in
///   Description(person.id, person.name)
/// }
/// .header { Description("people", "People") }
/// try renderer.bind([people])
/// …
/// try renderer.refresh()
/// ```
///
/// Rows are who their components say they are, so the id comes from the model. What is given and not
/// pulled never changes. A bound component beats a bound title, also when there is none right now.
public struct BoundSection: Sendable {
  /// The section's identity.
  public let id: SectionID
  private let rows: @MainActor () -> [any Component]
  private var titles: [FieldName: @MainActor () -> String?] = [:]
  private var supplements: [FieldName: @MainActor () -> (any Component)?] = [:]

  /// Makes the rows once.
  public init<Model>(_ id: SectionID, models: some Sequence<Model>, row: (Model) -> any Component) {
    let rows = models.map(row)
    self.init(id, rows: { rows })
  }

  /// Makes the rows anew from the models of the moment.
  public init<Model>(
    _ id: SectionID, models: @escaping @MainActor () -> [Model],
    row: @escaping @MainActor (Model) -> any Component
  ) {
    self.init(id, rows: { models().map { row($0) } })
  }

  /// Makes as many rows as there are in the moment; they are told apart by what the row makes of its
  /// number, so one that comes in the middle changes all behind it.
  public init(
    _ id: SectionID, count: @escaping @MainActor () -> Int,
    row: @escaping @MainActor (Int) -> any Component
  ) {
    self.init(id, rows: { (0..<max(0, count())).map { row($0) } })
  }

  /// Takes rows as they are in the moment.
  public init(_ id: SectionID, rows: @escaping @MainActor () -> [any Component]) {
    self.id = id
    self.rows = rows
  }

  /// Shows a title above the rows, if there is one in the moment.
  public func header(title: @escaping @MainActor @autoclosure () -> String?) -> BoundSection {
    adding(.header, title: title)
  }

  /// Shows a title below the rows, if there is one in the moment.
  public func footer(title: @escaping @MainActor @autoclosure () -> String?) -> BoundSection {
    adding(.footer, title: title)
  }

  /// Shows a component above the rows, if there is one in the moment.
  public func header(_ component: @escaping @MainActor () -> (any Component)?) -> BoundSection {
    supplement(.header, component)
  }

  /// Shows a component below the rows, if there is one in the moment.
  public func footer(_ component: @escaping @MainActor () -> (any Component)?) -> BoundSection {
    supplement(.footer, component)
  }

  /// Shows a component under a name of its own, if there is one in the moment.
  public func supplement(
    _ name: FieldName, _ component: @escaping @MainActor () -> (any Component)?
  ) -> BoundSection {
    changed(self) { $0.supplements[name] = component }
  }

  private func adding(_ name: FieldName, title: @escaping @MainActor () -> String?) -> BoundSection
  {
    changed(self) { $0.titles[name] = title }
  }

  /// The section as it is in the moment.
  ///
  /// - Complexity: O(n) in the number of rows.
  @MainActor public func section() -> Section {
    var section = Section(id, rows: rows)
    for (name, title) in titles where supplements[name] == nil {
      section.record[name] = title().map(Section.supplement)
    }
    for (name, component) in supplements {
      if let component = component() { section = section.supplement(name, component) }
    }
    return section
  }
}

extension Renderer {
  /// Shows sections made from models, now and at every ``refresh(completion:)``.
  ///
  /// - Throws: ``RenderError`` when ids repeat or the sections to show are not there.
  public func bind(
    _ sections: [BoundSection], completion: @escaping Completion = { _ in }
  ) throws(RenderError) { try bind({ sections }, completion: completion) }

  /// Shows the sections that there are at each ``refresh(completion:)``, such as one for each of some models and
  /// another kind for all that are not known by name.
  ///
  /// - Throws: ``RenderError`` when ids repeat or the sections to show are not there.
  public func bind(
    _ sections: @escaping @MainActor () -> [BoundSection],
    completion: @escaping Completion = { _ in }
  ) throws(RenderError) {
    bound = sections
    try refresh(completion: completion)
  }

  /// Pulls the models anew and shows what has become of them; without bound sections, shows the
  /// content anew, as after a change of the policy.
  ///
  /// Several that have to wait become one: all but the newest are superseded.
  ///
  /// - Throws: ``RenderError`` when ids repeat or the sections to show are not there; what is shown is
  ///   as it was.
  /// - Complexity: O(n log n) in the number of rows.
  public func refresh(completion: @escaping Completion = { _ in }) throws(RenderError) {
    guard let bound else { return try render(content, completion: completion) }
    let sections = bound().map { $0.section() }
    let document: Document
    do { document = try Document(sections: sections.map(\.section)) } catch {
      throw .duplicates(error)
    }
    let components = LiveComponents(of: sections, registry: content.components.registry)
    try render(TableContent(document.drawn, components: components), completion: completion)
  }

  /// Pulls the models anew when the main actor has done what it is at: several that ask before that are
  /// answered by one render.
  ///
  /// - Parameter completion: Is called once, with what came of the render.
  public func refreshSoon(_ completion: @escaping (Result<RenderOutcome, RenderError>) -> Void) {
    awaitingRefresh.append(completion)
    if awaitingRefresh.count == 1 { Task { self.refreshForAll() } }
  }

  private func refreshForAll() {
    let waiting = takeAwaitingRefresh()
    if waiting.isEmpty { return }
    do throws(RenderError) {
      try refresh { outcome in
        for completion in waiting { completion(.success(outcome)) }
      }
    } catch {
      for completion in waiting { completion(.failure(error)) }
    }
  }
}
