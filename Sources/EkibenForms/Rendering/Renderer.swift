package import EkibenDocuments

/// Shows forms and documents in one table: who owns what a host shows, with or without a store.
///
/// ```swift
/// let renderer = Renderer(table)
/// try renderer.render(form)
/// try renderer.render(otherForm) { outcome in … }
/// ```
///
/// Each render is a diff against what is shown. One that comes while the host works, or while a
/// completion runs, waits (rule T11); of several that wait, only the newest is shown. A host that is
/// not on the screen is given everything from scratch, once when it is asked and again when it gets
/// there. A renderer is on the main actor, as its host is.
@MainActor
public final class Renderer {
  /// What is called when a render ended.
  public typealias Completion = (RenderOutcome) -> Void

  /// The host.
  public let host: any TableHost
  /// How the host gets from one content to another; what is shown changes with the next render.
  public var policy: RenderPolicy
  /// The handlers of row events, by the names of rows and sections.
  public var handlers = RowHandlers() { didSet { listen() } }
  /// The newest content, all sections of it; the host shows it as soon as nothing waits.
  public private(set) var content = TableContent()

  /// Where the content comes from at a refresh; nil is the content itself.
  private var bound: (@MainActor () -> [Section])?
  /// Who waits for the refresh at the end of this turn.
  private var awaitingRefresh: [(Result<RenderOutcome, RenderError>) -> Void] = []
  /// What a render is to lead to, how to get there, if that is known, and whether a plan may be used.
  private struct Goal {
    var content: TableContent
    var plan: TablePlan?
    var animated: Bool
  }

  private var waiting: [(goal: Goal, completion: Completion)] = []
  private var isBusy = false
  /// What the host shows; nil before it has shown anything on the screen.
  private var shown: TableContent?
  /// What the newest render leads to, and what of the content that is.
  private var goal: Goal?
  private var display = DisplayPolicy.all
  private var places: Document.Index?

  /// Takes a host that nothing else is shown in.
  public init(_ host: any TableHost, policy: RenderPolicy = RenderPolicy()) {
    (self.host, self.policy) = (host, policy)
    host.callbacks.onAttach = { [weak self] in self?.hostGotToTheScreen() }
  }

  /// Whether nothing waits and nothing is being shown right now.
  public var isIdle: Bool { !isBusy && waiting.isEmpty }

  /// Shows a form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - animated: Whether the change may be shown by a plan.
  ///   - completion: Is called exactly once: before this returns, or if the render has to wait, when
  ///     its turn comes.
  /// - Throws: ``RenderError`` when ids repeat or the sections to show are not there.
  /// - Complexity: O(n log n) in the number of rows.
  public func render(
    _ form: Form, animated: Bool = true, completion: @escaping Completion = { _ in }
  ) throws(RenderError) {
    let content: TableContent
    do { content = try form.content() } catch { throw .duplicates(error) }
    try render(content, animated: animated, completion: completion)
  }

  /// Shows a document with its components; see ``render(_:animated:completion:)-(Form,_,_)``.
  public func render(
    _ content: TableContent, animated: Bool = true, completion: @escaping Completion = { _ in }
  ) throws(RenderError) { try take(content, plan: nil, animated: animated, completion) }

  /// Shows another state of one row, without a look at the others.
  ///
  /// - Throws: ``RenderError/unknownRow(_:)``.
  /// - Complexity: O(log n) once the rows were counted; that is O(n) after each other render.
  public func update(
    _ component: any Component, completion: @escaping Completion = { _ in }
  ) throws(RenderError) {
    let index = places ?? Document.Index(content.document)
    guard let place = index[component.id] else { throw .unknownRow(component.id) }
    var next = content
    let changes = Changeset(
      Changeset.differences(
        of: .row(component.id), from: next.document[place].fields, to: component.record))
    do { try next.document.apply(changes, at: index) } catch { throw .unknownRow(component.id) }
    next.components.rows[component.id] = component
    let plan = TablePlan(contentOnly: changes, to: next.document, at: index)
    try take(next, plan: plan, animated: true, places: index, completion)
  }

  /// Shows a content that was worked out elsewhere, with the plan that leads there, if that is known.
  package func show(
    _ content: TableContent, by plan: TablePlan?, completion: @escaping Completion = { _ in }
  ) throws(RenderError) { try take(content, plan: plan, animated: true, completion) }

  // A table that has nobody to tell makes no events.
  private func listen() {
    host.callbacks.onRowEvent =
      handlers.isEmpty ? nil : { [weak self] event in self?.handlers.handle(event) }
  }

  /// Shows sections that are made from models, now and anew at every ``refresh(completion:)``.
  ///
  /// ```swift
  /// try renderer.bind {
  ///   Section("people", header: "People") {
  ///     for person in store.people { Description(person.id, person.name) }
  ///   }
  /// }
  /// …
  /// try renderer.refresh()
  /// ```
  ///
  /// Rows are who their components say they are, so the id comes from the model.
  ///
  /// - Throws: ``RenderError`` when ids repeat or the sections to show are not there.
  public func bind(
    @FormBuilder<Section> _ sections: @escaping @MainActor () -> [Section],
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
    let sections = bound()
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

  /// Releases the host: renders that wait are superseded, and the host calls back no more.
  public func end() {
    host.callbacks.onAttach = nil
    host.callbacks.onRowEvent = nil
    while !waiting.isEmpty { waiting.removeFirst().completion(.superseded) }
    for completion in takeAwaitingRefresh() { completion(.success(.superseded)) }
  }

  private func takeAwaitingRefresh() -> [(Result<RenderOutcome, RenderError>) -> Void] {
    defer { awaitingRefresh = [] }
    return awaitingRefresh
  }

  private func take(
    _ new: TableContent, plan: TablePlan?, animated: Bool, places: Document.Index? = nil,
    _ completion: @escaping Completion
  ) throws(RenderError) {
    let document: Document
    do { document = try policy.display.shown(of: new.document) } catch { throw .display(error) }
    // A plan leads from the content before: of use only if that is what is shown, all of it.
    let fits = isIdle && display == .all && policy.display == .all
    let goal = Goal(
      content: TableContent(document, components: new.components), plan: fits ? plan : nil,
      animated: animated)
    (content, display, self.places, self.goal) = (new, policy.display, places, goal)
    add(goal, completion)
  }

  // Each ends exactly once (rule T10): one that is not the newest when its turn comes is superseded. Completions
  // run between renders and never inside one, so what they ask for waits in line as well (rule T11).
  private func add(_ goal: Goal, _ completion: @escaping Completion) {
    waiting.append((goal, completion))
    if isBusy { return }
    isBusy = true
    while !waiting.isEmpty {
      let (goal, completion) = waiting.removeFirst()
      if waiting.isEmpty {
        completion(carryOut(goal))
      } else {
        waiting[0].goal.animated = waiting[0].goal.animated && goal.animated
        completion(.superseded)
      }
    }
    isBusy = false
  }

  private func carryOut(_ goal: Goal) -> RenderOutcome {
    guard let shown, host.isAttached, goal.animated, policy.animates else { return reload(goal) }
    let (old, new) = (shown.document, goal.content.document)
    let plan = (goal.plan ?? TablePlan(from: old, to: new, under: policy.strictness))
      .restyling(from: old, to: new, under: policy.strictness)
    let count = plan.stages.reduce(0) { $0 + $1.operations.count }
    if count > policy.mostOperations { return reload(goal) }
    self.shown = goal.content
    if count == 0 {
      if !goal.content.components.isSame(as: shown.components) { host.rebind(goal.content) }
      return .noChange
    }
    do { try host.perform(plan, to: goal.content) } catch {
      _ = reload(goal)
      return .failed(error)
    }
    return .applied
  }

  private func reload(_ goal: Goal) -> RenderOutcome {
    // Off the screen nothing is laid out, so the next one begins from scratch as well.
    let isSeen = host.isAttached
    host.reload(goal.content)
    shown = isSeen ? goal.content : nil
    return .applied
  }

  private func hostGotToTheScreen() {
    shown = nil
    guard var goal else { return }
    goal.plan = nil
    add(goal) { _ in }
  }

  private func refreshForAll() {
    let waiting = takeAwaitingRefresh()
    if waiting.isEmpty { return }
    do throws(RenderError) {
      try refresh { outcome in for completion in waiting { completion(.success(outcome)) } }
    } catch {
      for completion in waiting { completion(.failure(error)) }
    }
  }
}
