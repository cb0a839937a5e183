public import EkibenDocuments

/// A row that is on, off or, until somebody answers, neither.
///
/// Unanswered is a fact of its own, so a toggle has three states unless it is told to have two.
public struct Toggle: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Toggle"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A toggle for a field.
  public init(_ field: Field<Bool>, title: String) {
    id = field.row
    record = [.component: .text(Self.component), .title: .text(title)]
  }
}

extension Toggle {
  /// What a host draws for a toggle.
  public struct View: ViewModel {
    /// What stands beside the switch.
    public var label = RowLabel()
    /// Whether it is on; nil until somebody answers.
    public var isOn: Bool?
    /// The answer where it is neither on nor off, as data may have it.
    public var otherAnswer: String?
    /// What is wrong with the answer as it stands.
    public var issues: [Issue] = []

    /// A toggle without a label.
    public init() {}

    /// A box and the label.
    public var look: RowLook {
      let mark = otherAnswer ?? (isOn.map { $0 ? "x" : " " } ?? "–")
      return RowLook(label: label, content: .box(mark), issues: issues)
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) {
    self.id = id
    self.record = record
  }

  /// Draws label, state and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.isOn = record[.value]?.asBool
    view.otherAnswer = view.isOn == nil ? row.shownAnswer : nil
    view.issues = Issue.issues(of: row)
  }
}
