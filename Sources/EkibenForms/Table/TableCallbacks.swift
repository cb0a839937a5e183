public import EkibenDocuments

/// What a host calls, as its owner has set it.
///
/// A host calls of these what can happen to it.
@MainActor
public struct TableCallbacks {
  /// Is called whenever ``TableHost/isAttached`` becomes true.
  public var onAttach: (() -> Void)?
  /// Is called when a person has answered a row; what it throws is for the person who answered.
  public var onEvent: ((FormEvent) throws -> Void)?
  /// Is called when the focus got to another row, or to none.
  public var onFocus: ((RowID?) -> Void)?
  /// Is called when a row does not take what a person gave it, so that there is no event.
  public var onRefusal: ((InputError) -> Void)?
  /// Is called when a person asks to delete, move or add something; nil refuses every request.
  ///
  /// It says whether that was done: the rows have been rendered then.
  public var onRequest: ((TableRequest) -> Bool)?
  /// Is called with what happened to a row, besides the calls above, for ``RowHandlers``.
  public var onRowEvent: ((RowEvent) -> Void)?

  /// Calls nobody.
  public init() {}
}
