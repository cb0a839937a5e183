public import EkibenDocuments

/// The handlers of row events, by the names of sections and rows.
///
/// ```swift
/// session.handlers = RowHandlers()
///   .onSection("people") { event in … }
///   .onAllOtherSections { event in … }
///   .onRow("send") { event in if case .tapped = event.kind { send() } }
/// ```
///
/// An event in a section with handlers of its own goes to those, and not to the handlers for all
/// other sections; handlers for any section and for rows are called as well. Handlers of one name
/// are called in the order in which they were added. A name is looked up when an event is
/// delivered: it may name what comes later.
public struct RowHandlers: Sendable {
  /// What is called with an event.
  public typealias Handler = @MainActor (RowEvent) -> Void

  private var sections: [SectionID: [Handler]] = [:]
  private var rows: [RowID: [Handler]] = [:]
  private var others: [Handler] = []
  private var any: [Handler] = []

  /// Starts without handlers.
  public init() {}

  /// Whether there are no handlers.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && others.isEmpty && any.isEmpty }

  /// Adds a handler for the rows of a section.
  public func onSection(_ section: SectionID, _ perform: @escaping Handler) -> RowHandlers {
    onSections([section], perform)
  }

  /// Adds a handler for the rows of some sections.
  public func onSections(_ names: [SectionID], _ perform: @escaping Handler) -> RowHandlers {
    changed(self) { handlers in
      for name in names { handlers.sections[name, default: []].append(perform) }
    }
  }

  /// Adds a handler for the rows of all sections that are not named.
  public func onAllOtherSections(_ perform: @escaping Handler) -> RowHandlers {
    changed(self) { $0.others.append(perform) }
  }

  /// Adds a handler for the rows of every section, called besides all others.
  public func onAnySection(_ perform: @escaping Handler) -> RowHandlers {
    changed(self) { $0.any.append(perform) }
  }

  /// Adds a handler for a row, wherever it stands, called besides all others.
  public func onRow(_ row: RowID, _ perform: @escaping Handler) -> RowHandlers {
    changed(self) { $0.rows[row, default: []].append(perform) }
  }

  /// Adds a handler for what components of one kind emit, wherever they stand and inside decorators.
  public func onEvent<Emitter: EventEmitting>(
    from kind: Emitter.Type,
    _ perform: @escaping @MainActor (RowEvent, Emitter, Emitter.Event) -> Void
  ) -> RowHandlers {
    onAnySection { event in
      guard case .own(let own) = event.kind, let own = own as? Emitter.Event,
        let emitter = event.component.behaviour(kind)
      else { return }
      perform(event, emitter, own)
    }
  }

  /// Calls all handlers of an event: those of the row, of its section, and of any section.
  @MainActor public func handle(_ event: RowEvent) {
    for handler in rows[event.row] ?? [] { handler(event) }
    for handler in sections[event.section] ?? others { handler(event) }
    for handler in any { handler(event) }
  }
}
