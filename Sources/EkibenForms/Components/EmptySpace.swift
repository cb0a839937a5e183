public import EkibenDocuments

/// A row that is nothing but space.
public struct EmptySpace: RegisteredComponent, HeightProviding {
  /// The registered name under which rows of this kind are stored.
  public static let component = "EmptySpace"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Space of a height, in the units of its host.
  public init(_ id: RowID, height: Int = 1) {
    self.id = id
    record = [.component: .text(Self.component), .height: .integer(Int64(height))]
  }

  /// What a host draws for space.
  public struct View: ViewModel {
    /// How high it is.
    public var height = 1

    /// Makes a view of height 1.
    public init() {}

    /// An empty text.
    public var look: RowLook { RowLook(content: .words("")) }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// The height, at least 1; at most `Int32.max`, so that a table can add those of all its rows.
  public var preferredHeight: Int { Int(Int32(clamping: max(1, record[.height]?.asInteger ?? 1))) }

  /// Draws the height.
  public func render(in view: inout View) { view.height = preferredHeight }
}
