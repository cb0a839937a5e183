public import EkibenDocuments
public import EkibenForms
public import EkibenStore

extension Store {
  /// Opens a store with the system's clock.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: What the store is opened for; by default the file is made if there is none.
  ///   - registry: The components of rows; an app adds its own to the standard ones.
  ///   - durability: What commits survive; nil takes what the store is set to, else
  ///     ``EkibenStore/Durability/processCrash``: then the last commits may go with the power.
  /// - Throws: ``EkibenStore/StoreError`` when there is no such file, or it is none of ours, newer
  ///   or locked.
  public convenience init(
    _ path: String, access: Access = .create, registry: ComponentRegistry = .standard,
    durability: Durability? = nil
  ) throws(StoreError) {
    try self.init(
      path, access: access, registry: registry, durability: durability,
      now: SessionEnvironment.systemTime())
  }

  /// The components that the store was opened with: they draw, read and check every row whose
  /// component does not live in the form that a session was opened from.
  public var componentRegistry: ComponentRegistry {
    (registry as? ComponentRegistry ?? .standard).writingQuestionnaires
  }

  /// Opens a document that is filled in from a form, and starts it if there is none of that name.
  ///
  /// The form is published, so a new document is filled in from just this one. A document that exists
  /// stays on the revision that it was started from, without the rows that are new in the form, until it is
  /// taken to the current one by `session.perform(.migrate())`, which undo takes back.
  ///
  /// - Parameters:
  ///   - name: The document's name.
  ///   - form: The form.
  ///   - environment: Who acts, and where time and randomness come from.
  /// - Returns: The session, which is what an app holds.
  /// - Throws: ``SessionError`` when the form repeats an id, a row does not take what it begins
  ///   with, the document is filled in from another form, or the store refuses.
  @MainActor
  public func open(
    _ name: DocumentName, from form: Form, in environment: SessionEnvironment = SessionEnvironment()
  ) throws(SessionError) -> Session { Session(try editor(name, from: form, in: environment)) }

  /// Opens a document that exists.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is none, or the store refuses.
  @MainActor
  public func open(
    _ name: DocumentName, in environment: SessionEnvironment = SessionEnvironment()
  ) throws(SessionError) -> Session { Session(try editor(name, in: environment)) }

  /// Opens a document for edits on any thread, without a screen; see ``open(_:from:in:)``.
  public func editor(
    _ name: DocumentName, from form: Form, in environment: SessionEnvironment = SessionEnvironment()
  ) throws(SessionError) -> DocumentEditor {
    do throws(InputError) {
      for row in form.sections.lazy.flatMap(\.rows) where row.fields[.initial] != nil {
        _ = try form.components.component(of: row).acceptedInitial()
      }
    } catch { throw .input(error) }
    do throws(StoreError) {
      let content: Document
      do { content = try form.document() } catch { throw .duplicates(error) }
      let metadata = environment.metadata()
      let published = try publish(form.name, content, by: metadata)
      var live = form.components
      live.registry = componentRegistry
      live.context = context(environment)
      return DocumentEditor(
        of: try document(name, orStartedFrom: published, environment, metadata), in: self,
        environment, components: live)
    } catch { throw .store(error) }
  }

  /// Opens a document that exists for edits on any thread, without a screen.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is none, or the store refuses.
  public func editor(
    _ name: DocumentName, in environment: SessionEnvironment = SessionEnvironment()
  ) throws(SessionError) -> DocumentEditor { try editor(name, holding: nil, in: environment) }

  /// The same with some rows of the document, and those that edits name; nil is all.
  package func editor(
    _ name: DocumentName, holding rows: Set<RowID>?, in environment: SessionEnvironment
  ) throws(SessionError) -> DocumentEditor {
    var live = LiveComponents(registry: componentRegistry)
    live.context = context(environment)
    let document: StoredDocument
    do throws(StoreError) {
      document =
        if let rows { try self.document(name, holding: rows) } else { try self.document(name) }
    } catch { throw .store(error) }
    return DocumentEditor(
      of: document, in: self, environment, components: live, readsInPart: rows != nil)
  }

  // Rows hold on to it, and are no reason to keep the store.
  func context(_ environment: SessionEnvironment) -> @Sendable () -> InputContext {
    { [weak self] in self?.inputContext(environment) ?? environment.inputContext }
  }

  private func document(
    _ name: DocumentName, orStartedFrom form: Publication, _ environment: SessionEnvironment,
    _ metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    let found: StoredDocument
    do throws(StoreError) { found = try document(name) } catch {
      guard error == .unknownDocument(name) else { throw error }
      do throws(StoreError) {
        return try create(
          name, from: form.form, revision: form.revision, uid: environment.uid(), by: metadata)
      } catch {
        // Somebody else may have been faster.
        guard error == .nameTaken(name) else { throw error }
        found = try document(name)
      }
    }
    guard found.form == form.form else { throw .nameTaken(name) }
    return found
  }
}
