import EkibenDocuments

/// A separator above or below a row.
public struct Separator: Hashable, Sendable {
  /// How far from the edges it begins and ends.
  public enum Inset: Hashable, Sendable {
    /// It goes from edge to edge.
    case none
    /// It begins where the host lets words begin.
    case margin
    /// It begins and ends at distances, in the units of the host.
    case by(leading: Int, trailing: Int)
  }

  /// How far from the edges it begins and ends.
  public var inset: Inset
  /// Its colour, by a name that the host knows; nil is the host's own.
  public var color: String?
  /// Whether it is not drawn, though there is room for it.
  public var isHidden: Bool

  /// Describes a separator.
  public init(_ inset: Inset = .none, color: String? = nil, isHidden: Bool = false) {
    (self.inset, self.color, self.isHidden) = (inset, color, isHidden)
  }

  /// From edge to edge.
  public static let full = Separator()
  /// From where words begin.
  public static let inset = Separator(.margin)
  /// Room for a separator, and none drawn; a row says so to have none where its section has one.
  public static let hidden = Separator(isHidden: true)
}

/// The separators that a section has around and between its rows.
public struct SectionSeparators: Hashable, Sendable {
  /// The separator above the first row.
  public var top: Separator?
  /// The separator below the last row.
  public var bottom: Separator?
  /// The separators between rows.
  public var between: Separator?

  /// Says which separators there are.
  public init(top: Separator? = nil, bottom: Separator? = nil, between: Separator? = nil) {
    (self.top, self.bottom, self.between) = (top, bottom, between)
  }

  /// Full separators around the rows, and inset ones between them.
  public static let standard = SectionSeparators(top: .full, bottom: .full, between: .inset)
  /// Full separators around the rows only.
  public static let topAndBottom = SectionSeparators(top: .full, bottom: .full)
  /// Full separators everywhere.
  public static let full = SectionSeparators(top: .full, bottom: .full, between: .full)

  init?(_ value: Value?) {
    guard let record = value?.asRecord else { return nil }
    self.init(
      top: Separator(record["top"]), bottom: Separator(record["bottom"]),
      between: Separator(record["between"]))
  }

  var value: Value {
    var record = Fields()
    record["top"] = top?.value
    record["bottom"] = bottom?.value
    record["between"] = between?.value
    return .record(record)
  }
}

// As records keep them. What a record says and nobody understands is as if it were not there.
extension Separator {
  init?(_ value: Value?) {
    guard let record = value?.asRecord else { return nil }
    color = record.text("color")
    isHidden = record.isTrue(.hidden)
    if record.isTrue("margin") {
      inset = .margin
    } else if let leading = record["leading"]?.asInteger,
      let trailing = record["trailing"]?.asInteger
    {
      inset = .by(leading: Int(clamping: leading), trailing: Int(clamping: trailing))
    } else {
      inset = .none
    }
  }

  var value: Value {
    var record = Fields()
    switch inset {
    case .none: break
    case .margin: record["margin"] = true
    case .by(let leading, let trailing):
      record["leading"] = .integer(Int64(leading))
      record["trailing"] = .integer(Int64(trailing))
    }
    record["color"] = color.map(Value.text)
    if isHidden { record[.hidden] = true }
    return .record(record)
  }
}

extension Section {
  /// Draws separators around and between the rows, as far as those say nothing else (``RowStyle``).
  public func separators(_ separators: SectionSeparators?) -> Section {
    setting(.separators, to: separators?.value)
  }
}
