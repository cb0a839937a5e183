public import EkibenDocuments

/// A row for a search text, which is no answer and is not stored.
///
/// What is typed lives with the program, which shows it by making the row anew:
///
/// ```swift
/// Search("find", model.text, placeholder: "Name", didChange: { model.text = $0 })
/// ```
public struct Search: RegisteredComponent, TextReceiving {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Search"

  /// The row's identity.
  public private(set) var id: RowID
  /// The row's fields.
  public var record: Fields
  private var onBegin: @MainActor () -> Void = {}
  private var onChange: @MainActor (String) -> Void = { _ in }
  private var onCancel: @MainActor () -> Void = {}

  /// Makes a row that shows a search text.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - text: The search text.
  ///   - placeholder: What stands there while the text is empty.
  ///   - kind: Which keyboard fits.
  ///   - showsCancel: Whether there is a button to end the search.
  ///   - didBegin: Is called when the focus comes to the row.
  ///   - didChange: Is called with what was typed.
  ///   - didCancel: Is called when the search was ended.
  public init(
    _ id: RowID, _ text: String = "", placeholder: String? = nil, kind: TextInput.Kind = .plain,
    showsCancel: Bool = false, didBegin: @escaping @MainActor () -> Void = {},
    didChange: @escaping @MainActor (String) -> Void = { _ in },
    didCancel: @escaping @MainActor () -> Void = {}
  ) {
    self.id = id
    record = [.component: .text(Self.component)]
    record[.text] = text.isEmpty ? nil : .text(text)
    record[.placeholder] = placeholder.map(Value.text)
    record[.kind] = kind == .plain ? nil : .text(kind.rawValue)
    record[.accessory] = showsCancel ? .text(Self.cancel) : nil
    (onBegin, onChange, onCancel) = (didBegin, didChange, didCancel)
  }

  private static let cancel = "cancel"

  /// What a host draws for a search.
  public struct View: ViewModel {
    /// The search text.
    public var text = ""
    /// What stands there while the text is empty.
    public var placeholder: String?
    /// Which keyboard fits.
    public var kind = TextInput.Kind.plain
    /// Whether there is a button to end the search.
    public var showsCancel = false

    /// Makes a view without content.
    public init() {}

    /// A magnifying glass, and what is looked for.
    public var look: RowLook {
      RowLook(content: .words("⌕ \(text.isEmpty ? placeholder ?? "" : text)"))
    }
  }

  /// Makes a row of a record, without closures.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// The same search under another id.
  public func forInstance(_ id: RowID) -> Search { changed(self) { $0.id = id } }

  /// It can have the focus, and is populated unless the search text is empty.
  public var focusEligibility: FocusEligibility { record.text(.text) == nil ? .empty : .populated }

  /// Draws the search text.
  public func render(in view: inout View) {
    view.text = record.text(.text) ?? ""
    view.placeholder = record.text(.placeholder)
    view.kind = record.text(.kind).flatMap { TextInput.Kind(rawValue: $0) } ?? .plain
    view.showsCancel = record.text(.accessory) == Self.cancel
  }

  /// It hears that the focus came, and that the search was ended.
  public var behaviours: [any Sendable] {
    [EditBehaviour(didBegin: onBegin) { _ in }, AccessoryBehaviour(didTap: onCancel)]
  }

  /// Says what was typed.
  @MainActor public func didType(_ text: String) { onChange(text) }
}
