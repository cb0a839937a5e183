import EkibenDocuments

/// How a row looks besides what it says, as data of its record.
///
/// Colours are names that the host knows, lengths are in its units, and nil is the host's own. What a component
/// changes of its view while it is mounted is ``Component/styled(_:)``.
public struct RowStyle: Hashable, Sendable {
  /// The separator above the row.
  public var top: Separator?
  /// The separator below the row.
  public var bottom: Separator?
  /// The colour behind the row.
  public var background: String?
  /// The colour behind the row while it is selected.
  public var selection: String?
  /// The colour of what can be tapped in it.
  public var tint: String?
  /// How far its content stands from its edges.
  public var margins: Margins?
  /// The radius of its corners.
  public var cornerRadius: Int?
  /// Whether a finger on the row is shown.
  public var highlights: Bool?

  /// Distances from the edges.
  public struct Margins: Hashable, Sendable {
    /// From each edge; leading is where lines of text begin.
    public let top, leading, bottom, trailing: Int

    /// Says the distances.
    public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
      (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    fileprivate init?(_ value: Value?) {
      let numbers = value?.asList?.compactMap(\.asInteger).map { Int(clamping: $0) }
      guard let numbers, numbers.count == 4 else { return nil }
      self.init(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
    }

    fileprivate var value: Value {
      .list([top, leading, bottom, trailing].map { .integer(Int64($0)) })
    }
  }

  /// Describes a row that looks as the host wants.
  public init(
    background: String? = nil, selection: String? = nil, tint: String? = nil,
    margins: Margins? = nil, cornerRadius: Int? = nil, highlights: Bool? = nil,
    top: Separator? = nil, bottom: Separator? = nil
  ) {
    (self.background, self.selection, self.tint) = (background, selection, tint)
    (self.margins, self.cornerRadius, self.highlights) = (margins, cornerRadius, highlights)
    (self.top, self.bottom) = (top, bottom)
  }

  /// What a record says; what nobody understands is as if it were not there.
  init(_ value: Value?) {
    let record = value?.asRecord ?? Fields()
    self.init(
      background: record.text("background"), selection: record.text("selection"),
      tint: record.text("tint"), margins: Margins(record["margins"]),
      cornerRadius: record["cornerRadius"]?.asInteger.map { Int(clamping: $0) },
      highlights: record["highlights"]?.asBool, top: Separator(record["top"]),
      bottom: Separator(record["bottom"]))
  }

  var value: Value? {
    var record = Fields()
    record["background"] = background.map(Value.text)
    record["selection"] = selection.map(Value.text)
    record["tint"] = tint.map(Value.text)
    record["margins"] = margins?.value
    record["cornerRadius"] = cornerRadius.map { .integer(Int64($0)) }
    record["highlights"] = highlights.map(Value.bool)
    record["top"] = top?.value
    record["bottom"] = bottom?.value
    return record.isEmpty ? nil : .record(record)
  }
}

extension Component {
  /// How the row looks besides what it says.
  public var style: RowStyle { RowStyle(record[.style]) }

  /// Says how the row looks besides what it says; its own separators come before those of its section.
  public func style(_ style: RowStyle) -> Self { setting(.style, to: style.value) }
}
