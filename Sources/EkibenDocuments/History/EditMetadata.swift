/// The author, time and reason of an edit, as noted with every entry, revision and purge.
public struct EditMetadata: Hashable, Sendable {
  /// The author.
  public let author: String
  /// The time, in UTC milliseconds since 1970.
  public let time: Int64
  /// The reason, if one was given.
  public let reason: String?
  /// How far local time is ahead of UTC, in minutes; an entry keeps it where a formula asks for the
  /// current day.
  public let utcOffset: Int
  /// The values that a host passes to the formulas of the edit; they are not stored.
  public let launchContext: LaunchContext

  /// Makes the metadata of an edit.
  public init(
    author: String, time: Int64, reason: String? = nil, utcOffset: Int = 0,
    launchContext: LaunchContext = .none
  ) {
    (self.author, self.time, self.reason) = (author, time, reason)
    (self.utcOffset, self.launchContext) = (utcOffset, launchContext)
  }

  /// Whether a reason says anything: blanks are none.
  package static func says(_ reason: String?) -> Bool {
    reason?.contains { !$0.isWhitespace } ?? false
  }
}
