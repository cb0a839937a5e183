/// What a whole screen shows: rows in three regions, each on its own, and what stands around them.
///
/// A region that no screen has had is left to whoever else shows something there, such as a session.
public struct Screen: Sendable {
  /// The part of a screen that a table takes.
  public enum Region: Hashable, Sendable, CaseIterable {
    /// Above the rows, staying there.
    case top
    /// The rows that are scrolled.
    case main
    /// Below the rows, staying there.
    case bottom
  }

  /// Whether a screen puts the focus somewhere by itself.
  public enum FocusMode: Hashable, Sendable {
    /// It does not.
    case never
    /// Once when the screen has appeared, into the first row without an answer; again only after ``never``.
    case once
  }

  /// What the screen is called.
  public var title: String?
  /// The buttons before the title.
  public var leadingItems: [RowAction]
  /// The buttons behind the title.
  public var trailingItems: [RowAction]
  /// Whether the focus goes somewhere by itself.
  public var focusMode: FocusMode
  /// What the regions show.
  public var regions: [Region: TableContent]

  /// Describes a screen.
  public init(
    title: String? = nil, leadingItems: [RowAction] = [], trailingItems: [RowAction] = [],
    focusMode: FocusMode = .never, regions: [Region: TableContent] = [:]
  ) {
    (self.title, self.leadingItems, self.trailingItems) = (title, leadingItems, trailingItems)
    (self.focusMode, self.regions) = (focusMode, regions)
  }
}

/// A step in the life cycle of a screen.
public enum ScreenEvent: Hashable, Sendable {
  /// Its hosts are there.
  case didLoad
  /// It is about to be seen; for the first time, or not.
  case willAppear(isFirst: Bool)
  /// It is seen.
  case didAppear(isFirst: Bool)
  /// It is about to go; for good, or not.
  case willDisappear(isLast: Bool)
  /// It has gone.
  case didDisappear(isLast: Bool)
}
