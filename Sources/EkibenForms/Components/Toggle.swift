public import EkibenDocuments
public import EkibenExpressions

/// A row that is on, off or, until somebody answers, neither.
///
/// Unanswered is a fact of its own, so a toggle has three states unless it is told to have two.
public struct Toggle: InputComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Toggle"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A toggle for a field.
  public init(_ field: Field<Bool>, title: String? = nil) {
    id = field.row
    record = [.component: .text(Self.component)]
    record[.title] = title.map(Value.text)
  }

  /// What a host draws for a toggle.
  public struct View: ViewModel {
    /// What stands beside the switch.
    public var label = RowLabel()
    /// Whether it is on; nil until somebody answers.
    public var isOn: Bool?
    /// The answer where it is neither on nor off, as data may have it.
    public var otherAnswer: String?
    /// Whether its answer is still on its way, so that it takes no tap.
    public var isRefreshing = false
    /// What is wrong with the answer, as far as it shows now.
    public var issues: [ValidationIssue] = []

    /// A toggle without a label.
    public init() {}

    /// A box and the label.
    public var look: RowLook {
      let mark = isRefreshing ? "…" : otherAnswer ?? (isOn.map { $0 ? "x" : " " } ?? "–")
      return RowLook(label: label, content: .box(mark), issues: issues)
    }
  }

  /// Shows that its answer is still on its way: until it is there, it takes no tap.
  public func refreshing(_ isRefreshing: Bool = true) -> Toggle {
    setting(.loading, to: isRefreshing ? .bool(true) : nil)
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws label, state and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.isOn = record[.value]?.asBool
    view.otherAnswer = view.isOn == nil ? shownAnswer() : nil
    view.isRefreshing = record.isTrue(.loading)
    view.issues = shownIssues()
  }

  /// Takes true or false; there is no text to empty.
  public var inputTraits: InputTraits {
    InputTraits(expects: "true or false", shape: .bool, clearsOnEmptyText: false)
  }

  /// Reads `true`, `yes`, `false` or `no`.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Bool {
    switch text {
    case "true", "yes": return true
    case "false", "no": return false
    default: throw .unreadable(takes: inputTraits.expects, text: text)
    }
  }

  /// Yes or no.
  public func displayText(of isOn: Bool, in context: InputContext) -> String { isOn ? "yes" : "no" }

  /// On, unless it is on already.
  public func answer(afterTapping isOn: Bool?) -> Bool? { !(isOn ?? false) }
}
