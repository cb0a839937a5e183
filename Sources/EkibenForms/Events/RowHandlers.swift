public import EkibenDocuments

/// Who is told what happens to rows, by the names of sections and rows.
///
/// ```swift
/// session.handlers = RowHandlers()
///   .onSection("people") { event in … }
///   .onAllOtherSections { event in … }
///   .onRow("send") { event in if case .tapped = event.kind { send() } }
/// ```
///
/// A section that was named has its own handlers, and those for all others are not told of it; handlers for any
/// section and for rows are told besides. Several of one name are told one after the other, as they were added.
/// A name is looked up when an event is delivered: it may name what comes later.
public struct RowHandlers: Sendable {
  /// What is told.
  public typealias Handler = @MainActor (RowEvent) -> Void

  private var sections: [SectionID: [Handler]] = [:]
  private var rows: [RowID: [Handler]] = [:]
  private var others: [Handler] = []
  private var any: [Handler] = []

  /// Tells nobody.
  public init() {}

  /// Whether nobody is told of anything.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && others.isEmpty && any.isEmpty }

  /// Tells of the rows of a section.
  public func onSection(_ section: SectionID, _ perform: @escaping Handler) -> RowHandlers {
    onSections([section], perform)
  }

  /// Tells of the rows of some sections.
  public func onSections(_ names: [SectionID], _ perform: @escaping Handler) -> RowHandlers {
    changed { handlers in
      for name in names { handlers.sections[name, default: []].append(perform) }
    }
  }

  /// Tells of the rows of all sections that were not named.
  public func onAllOtherSections(_ perform: @escaping Handler) -> RowHandlers {
    changed { $0.others.append(perform) }
  }

  /// Tells of the rows of every section, besides what else is told.
  public func onAnySection(_ perform: @escaping Handler) -> RowHandlers {
    changed { $0.any.append(perform) }
  }

  /// Tells of a row, wherever it stands, besides what else is told.
  public func onRow(_ row: RowID, _ perform: @escaping Handler) -> RowHandlers {
    changed { $0.rows[row, default: []].append(perform) }
  }

  /// Tells of what a kind of component reports of itself, wherever it stands and whatever is around it.
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

  /// Tells everybody whom an event concerns: handlers of the row, of its section, of any section.
  @MainActor public func handle(_ event: RowEvent) {
    for handler in rows[event.row] ?? [] { handler(event) }
    for handler in sections[event.section] ?? others { handler(event) }
    for handler in any { handler(event) }
  }

  private func changed(_ change: (inout RowHandlers) -> Void) -> RowHandlers {
    var copy = self
    change(&copy)
    return copy
  }
}
