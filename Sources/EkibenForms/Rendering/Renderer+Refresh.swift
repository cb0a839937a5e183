internal import EkibenDocuments

extension Renderer {
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
