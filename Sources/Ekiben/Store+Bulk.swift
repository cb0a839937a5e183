public import EkibenDocuments
import EkibenForms
public import EkibenStore

// Many documents at once, without a session for each.
extension Store {
  /// Starts documents of a form, each filled in with answers, all in one transaction.
  ///
  /// Each is as if it were started and then answered as one step: its rows take the answers, its formulas are
  /// calculated, and its history begins with both entries. Observers hear of them when all are there.
  ///
  /// ```swift
  /// try store.create(
  ///   [(name: "first", answers: [("name", "Ada")]), (name: nil, answers: [("name", "Grace")])],
  ///   from: "intake")
  /// ```
  ///
  /// - Parameters:
  ///   - documents: Their names and answers, one for a row; without a name one takes the form's, then `-2`, `-3`
  ///     and so on.
  ///   - form: The form's name; they are filled in from its current revision.
  ///   - environment: Who acts, and where time and randomness come from.
  ///   - reason: Why, for the journal.
  /// - Returns: Their names, in order.
  /// - Throws: ``SessionError`` when a row does not take its answer, a name is taken, or the store refuses;
  ///   then there is none of them.
  /// - Complexity: O(rows and answers) a document; one is in memory at a time.
  @discardableResult
  public func create(
    _ documents: [(name: DocumentName?, answers: [(row: RowID, value: Value)])],
    from form: DocumentName, as environment: SessionEnvironment = SessionEnvironment(),
    reason: String? = nil
  ) throws(SessionError) -> [DocumentName] {
    let (options, context, live) = optionsWhileHeld(
      environment, LiveComponents(registry: componentRegistry))
    let outcome: Result<[DocumentName], SessionError>
    do throws(StoreError) {
      outcome = try options.untilFound { () throws(StoreError) in
        var refusal: SessionError?
        let created = try create(
          documents.map(\.name), from: form, uid: environment.uid,
          by: environment.metadata(reason: reason)
        ) { place, document in
          let rules = document.rules([], live.registry, in: context.expressionEnvironment)
          do throws(SessionError) {
            let answers = documents[place].answers.map { ($0.row, Optional($0.value)) }
            let taken = try document.taking(answers, by: live, rules, in: context)
            if !options.isMissingAny { return .answers(taken) }
            // What is missing is asked for all documents at once, and then they are started anew.
            return place + 1 < documents.count ? .answers([]) : nil
          } catch {
            refusal = error
            return nil
          }
        }
        return refusal.map { .failure($0) } ?? .success(created ?? [])
      }
    } catch { throw .store(error) }
    return try outcome.get()
  }

  /// Hands on what the documents of a form answer to one of its rows, without building them where their
  /// answers say it; by name, as they all stand at one moment, without those that are deleted.
  ///
  /// The answers are those that count (rule F14), as a ``DocumentQuery`` has them; an empty text is one. The store is held meanwhile:
  /// the body must not ask it. Where the file was read without locks, since nobody wrote it, and somebody
  /// begins to, the rest is of another moment.
  ///
  /// - Parameters:
  ///   - row: The row; of rows that repeat, that of the form.
  ///   - form: The form's name.
  ///   - body: Takes a document's name and its answers: of a row that repeats those of all instances in their
  ///     order, of a choice of several each chosen; false ends it.
  /// - Returns: Whether all that was handed on is of one moment.
  /// - Throws: ``EkibenStore/StoreError/unknownForm(_:)``, ``EkibenStore/StoreError/unknownRow(_:document:)`` where
  ///   no revision of the form has the row, and whatever reading can meet.
  /// - Complexity: O(log n) a document; as ``EkibenStore/Store/document(_:)`` for one that has records of its
  ///   own, or whose answer a rule hides.
  @discardableResult
  public func answers(
    to row: RowID, in form: DocumentName,
    _ body: (_ document: DocumentName, _ answers: [Value]) -> Bool
  ) throws(StoreError) -> Bool {
    let query = DocumentQuery([row])
    return try eachFieldAnswer(to: row, in: form) { name, found in
      switch found {
      case .answer(let value): body(name, value?.given ?? [])
      case .document(let document): body(name, query.answers(of: document)?.first ?? [])
      }
    }
  }
}
