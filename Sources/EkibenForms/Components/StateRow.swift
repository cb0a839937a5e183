public import EkibenDocuments
public import EkibenExpressions

/// A row from an id, a state and how that is drawn, without a type of its own.
///
/// ```swift
/// StateRow("cart", as: "Cart", cart.count) { "\($0) items in the cart" }
/// ```
///
/// The state is what is kept of the row and decides whether it looks otherwise; the closure lives with the
/// program. It draws in a view that nothing was drawn in, so it cannot leave a trace of another state.
public struct StateRow<State: FieldValue, View: ViewModel>: Component {
  /// The row's identity.
  public private(set) var id: RowID
  /// The row's fields.
  public var record: Fields
  private let draw: @Sendable (State, inout View) -> Void

  /// Draws a state in a view of an app's own.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - name: The name of the rows that are drawn so: they use each other's views again.
  ///   - state: What is drawn.
  ///   - draw: Draws it.
  public init(
    _ id: RowID, as name: String, _ state: State,
    draw: @escaping @Sendable (State, inout View) -> Void
  ) {
    (self.id, self.draw) = (id, draw)
    record = [.component: .text(name), .state: state.documentValue]
  }

  /// Draws a state as words.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - name: The name of the rows that are drawn so.
  ///   - state: What is drawn.
  ///   - words: Says it.
  public init(
    _ id: RowID, as name: String, _ state: State, words: @escaping @Sendable (State) -> String
  ) where View == Words {
    self.init(id, as: name, state) { state, view in view.text = words(state) }
  }

  /// The same row under another id.
  public func forInstance(_ id: RowID) -> StateRow { changed(self) { $0.id = id } }

  /// Draws the state; nothing where the record says something that is none.
  public func render(in view: inout View) {
    view = View()
    if let state = record[.state].flatMap({ State(documentValue: $0) }) { draw(state, &view) }
  }
}

/// A view that shows words.
public struct Words: ViewModel {
  /// What it shows.
  public var text = ""

  /// Makes a view without content.
  public init() {}

  /// The words.
  public var look: RowLook { RowLook(content: .words(text)) }
}
