public import EkibenDocuments

/// A row that shows an image, or says what would be seen.
public struct Image: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Image"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Shows an image.
  ///
  /// - Parameters:
  ///   - id: The row's identity.
  ///   - image: Its URL, or a name that the host knows; nil shows the text alone.
  ///   - text: What there is to see, for those who do not see it.
  public init(_ id: RowID, _ image: String?, text: String? = nil) {
    self.id = id
    record = [.component: .text(Self.component)]
    record[.image] = image.map(Value.text)
    record[.text] = text.map(Value.text)
  }

  /// What a host draws for an image.
  public struct View: ViewModel {
    /// Its URL or name.
    public var image: String?
    /// What there is to see.
    public var text: String?

    /// Makes a view without content.
    public init() {}

    /// The text, else the name.
    public var look: RowLook {
      let words = text ?? image ?? ""
      return RowLook(content: .words(image == nil ? words : "(image) \(words)"))
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws image and text.
  public func render(in view: inout View) {
    view.image = record.text(.image)
    view.text = record.text(.text)
  }
}
