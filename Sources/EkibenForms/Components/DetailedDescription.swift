public import EkibenDocuments

/// A row of several texts, with a detail beside them and an image before them.
public struct DetailedDescription: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "DetailedDescription"

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// Texts below each other; those that are empty take no room.
  ///
  /// - Parameters:
  ///   - id: The row's identity.
  ///   - texts: The texts, the most important first.
  ///   - detail: What stands at the other side.
  ///   - image: The URL of an image, or a name that the host knows.
  ///   - badge: A small mark on the image.
  public init(
    _ id: RowID, _ texts: [String], detail: String? = nil, image: String? = nil,
    badge: String? = nil
  ) {
    self.id = id
    record = [
      .component: .text(Self.component),
      .texts: .list(texts.filter { !$0.isEmpty }.map(Value.text)),
    ]
    record[.detail] = detail.map(Value.text)
    record[.image] = image.map(Value.text)
    record[.badge] = badge.map(Value.text)
  }

  /// What a host draws for it.
  public struct View: ViewModel {
    /// The texts, the most important first.
    public var texts: [String] = []
    /// What stands at the other side.
    public var detail: String?
    /// The URL or name of an image.
    public var image: String?
    /// A small mark on the image.
    public var badge: String?

    /// Makes a view without content.
    public init() {}

    /// Everything in a line.
    public var look: RowLook {
      let words = texts.joined(separator: " · ")
      let all = [
        image == nil ? "" : "(image)", badge.map { "[\($0)]" } ?? "", words,
        detail.map { "(\($0))" } ?? "",
      ]
      return RowLook(content: .words(all.filter { !$0.isEmpty }.joined(separator: " ")))
    }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// Draws texts, detail, image and badge.
  public func render(in view: inout View) {
    view.texts = (record[.texts]?.asList ?? []).compactMap(\.asText)
    view.detail = record.text(.detail)
    view.image = record.text(.image)
    view.badge = record.text(.badge)
  }
}
