public import EkibenDocuments

/// A row that does something when it is tapped.
///
/// What it does lives with the program. While it is read-only or loading it takes no tap.
public struct Button: RegisteredComponent, Tappable {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Button"

  /// The row's identity.
  public private(set) var id: RowID
  /// The row's fields.
  public var record: Fields
  private var action: @MainActor () -> Void = {}

  /// Makes a button with a title.
  public init(_ id: RowID, _ title: String, didTap: @escaping @MainActor () -> Void = {}) {
    self.id = id
    record = [.component: .text(Self.component), .title: .text(title)]
    action = didTap
  }

  /// Shows whether the action is under way.
  public func loading(_ isLoading: Bool = true) -> Button {
    setting(.loading, to: isLoading ? .bool(true) : nil)
  }

  /// What a host draws for a button.
  public struct View: ViewModel {
    /// The title.
    public var title: String?
    /// Whether it takes a tap.
    public var isEnabled = true
    /// Whether the action is under way.
    public var isLoading = false

    /// Makes a view without content.
    public init() {}

    /// What it says, between brackets.
    public var look: RowLook {
      let words = [title ?? "", isLoading ? "…" : ""].filter { !$0.isEmpty }
      return RowLook(content: .words("[ \(words.joined(separator: " ")) ]"))
    }
  }

  /// Makes a button of a record, without an action.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// The same button under another id.
  public func forInstance(_ id: RowID) -> Button { changed(self) { $0.id = id } }

  /// Whether it takes a tap now.
  public var isTappable: Bool { !record.isTrue(.loading) && !record.isTrue(.readOnly) }

  /// Performs the action.
  @MainActor public func didTap() { action() }

  /// Draws the title.
  public func render(in view: inout View) {
    view.title = record.text(.title)
    view.isEnabled = isTappable
    view.isLoading = record.isTrue(.loading)
  }
}
