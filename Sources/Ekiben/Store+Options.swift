public import EkibenDocuments
public import EkibenForms
public import EkibenStore
internal import Synchronization

extension Store {
  /// What reading and showing answers may depend on: environment, and the store's options (rule F53).
  ///
  /// It asks the store whenever a text has to be looked up, so it must not be used where the store is
  /// held, as in the body of a transaction.
  public func inputContext(_ environment: SessionEnvironment) -> InputContext {
    var context = environment.inputContext
    let shown = context
    context.options = { [weak self] set, text throws(InputProblem) in
      guard let self else { return nil }
      do throws(StoreError) {
        return try self.options(called: text, of: set)?.compactMap { found in
          var option = Choice.Option(found.fields.shown { shown })
          option?.isFormer = !found.isCurrent
          return option
        }
      } catch { throw .unavailable(set: set, reason: error.description) }
    }
    return context
  }

  /// What can be chosen in a row, as its form lists it or as a set of this store has it (rule F53).
  ///
  /// - Parameters:
  ///   - row: The row, as ``EkibenStore/StoredDocument/row(_:)`` gives it.
  ///   - text: What words of label or code begin with; empty is all.
  ///   - limit: The greatest number of options that are returned.
  ///   - environment: The languages to show labels in.
  /// - Returns: The options in order; nil where the set is not known, or the row has no options.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails.
  /// - Complexity: O(limit) for one word in a set; otherwise O(options that a word or a parent finds).
  public func options(
    for row: Document.Row, matching text: String = "", limit: Int = .max,
    in environment: SessionEnvironment = SessionEnvironment()
  ) throws(StoreError) -> [Choice.Option]? {
    let context = environment.inputContext
    let fields = row.fields.shown { context }
    let input = RowInput(registry: componentRegistry)
    guard let traits = input.traits(of: Document.Row(id: row.id, fields: fields))
    else { return nil }
    guard let reference = traits.valueSet else {
      let words = OptionSetDocument.words(in: text)
      let listed = traits.options ?? traits.units
      return listed.isEmpty && traits.options == nil
        ? nil : Array(listed.lazy.filter { $0.has(words) }.prefix(max(0, limit)))
    }
    guard let set = try optionSet(reference) else { return nil }
    var found: [Choice.Option] = []
    let parents = fields[.optionsUnder]?.asList?.compactMap(\.asText)
    for parent in parents?.map(Optional.some) ?? [nil] where found.count < limit {
      let query = OptionQuery(text, parent: parent, limit: limit - found.count)
      found += try options(of: set, query).compactMap { record in
        Choice.Option(record.shown { context })
      }
    }
    return found
  }

  /// What reads answers while the store is held: it knows the options that were found already.
  func optionsWhileHeld(
    _ environment: SessionEnvironment, _ components: LiveComponents
  ) -> (FoundOptions, InputContext, LiveComponents) {
    var context = inputContext(environment)
    let options = FoundOptions(context.options)
    context.options = { set, text throws(InputProblem) in try options.known(set, text) }
    var components = components
    components.context = { [context] in context }
    return (options, context, components)
  }
}

extension DocumentEditing {
  /// What can be chosen in a row, for a picker: the options that have a word for each word of a text that
  /// begins with it.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - text: What a person has typed so far; empty is all.
  ///   - limit: The greatest number of options that are returned.
  /// - Returns: The options in order; nil where they are nowhere at hand, and any code is taken.
  /// - Throws: ``SessionError/store(_:)`` when there is no such row, or reading fails.
  public func options(
    of row: RowID, matching text: String = "", limit: Int = 100
  ) throws(SessionError) -> [Choice.Option]? {
    guard let found = document.row(row)
    else { throw .store(.unknownRow(row, document: document.name)) }
    return try asking { (store, editor) throws(StoreError) in
      try store.options(
        for: editor.document.held(found, editor.rules), matching: text, limit: limit,
        in: editor.environment)
    }
  }
}

/// What was found of options, for where the store cannot be asked: inside its own transaction.
///
/// What is missing there is noted, looked up afterwards, and then there (decision 0038).
final class FoundOptions: Sendable {
  private struct Key: Hashable {
    let set: String
    let text: String
  }

  private typealias Found = Result<[Choice.Option]?, InputProblem>

  private let found = Mutex<[Key: Found]>([:])
  private let missing = Mutex<Set<Key>>([])
  private let lookup: InputContext.OptionLookup

  init(_ lookup: @escaping InputContext.OptionLookup) { self.lookup = lookup }

  var isMissingAny: Bool { missing.withLock { !$0.isEmpty } }

  /// What was found already; what was not is taken for unknown, and noted.
  func known(_ set: String, _ text: String) throws(InputProblem) -> [Choice.Option]? {
    let key = Key(set: set, text: text)
    if let options = found.withLock({ $0[key] }) { return try options.get() }
    _ = missing.withLock { $0.insert(key) }
    return nil
  }

  /// Runs what reads answers while the store is held, until the options that it misses are looked up.
  func untilFound<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    while true {
      let result = try body()
      let keys = missing.withLock { keys in
        defer { keys = [] }
        return keys
      }
      if keys.isEmpty { return result }
      for key in keys {
        let options = Found { () throws(InputProblem) in try lookup(key.set, key.text) }
        found.withLock { $0[key] = options }
      }
    }
  }
}
