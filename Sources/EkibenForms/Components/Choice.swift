public import EkibenDocuments

/// A row in which one of several options is chosen.
public struct Choice: Component {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Choice"

  /// One thing that can be chosen: its code is stored, its label shown.
  public struct Option: Hashable, Sendable {
    /// What is stored.
    public let code: String
    /// What is shown.
    public let label: String

    /// Names an option; without a label it shows its code.
    public init(_ code: String, label: String? = nil) {
      self.code = code
      self.label = label ?? code
    }

    /// Equality by bytes, as of the answers (rule D2).
    public static func == (left: Option, right: Option) -> Bool {
      ByteText.equal(left.code, right.code) && ByteText.equal(left.label, right.label)
    }

    /// Hashes the code; equal bytes hash alike.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    init?(_ value: Value) {
      guard let record = value.asRecord, let code = record.text(.code) else { return nil }
      self.init(code, label: record.text(.label))
    }

    /// The record that a row keeps of it.
    public var record: Fields { [.code: .text(code), .label: .text(label)] }
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A choice for a field whose answer is an option's code.
  public init(_ field: Field<String>, title: String, options: [Option]) {
    id = field.row
    record = [
      .component: .text(Self.component), .title: .text(title),
      .options: .list(options.map { .record($0.record) }),
    ]
  }
}
