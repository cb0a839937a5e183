/// The author, time and reason of an edit, as noted with every entry, revision and purge.
public struct EditMetadata: Hashable, Sendable {
  /// The author.
  public let author: String
  /// The time, in UTC milliseconds since 1970, of the years 0 to 9999.
  public let time: Int64
  /// The reason, if one was given.
  public let reason: String?
  /// How far local time is ahead of UTC, in minutes, less than a day; an entry keeps it where a formula asks
  /// for the current day.
  public let utcOffset: Int
  /// The values that a host passes to the formulas of the edit; they are not stored.
  public let launchContext: LaunchContext

  /// Makes the metadata of an edit; a time or an offset that no clock shows becomes the nearest, since no entry keeps it.
  public init(
    author: String, time: Int64, reason: String? = nil, utcOffset: Int = 0,
    launchContext: LaunchContext = .none
  ) {
    (self.author, self.reason, self.launchContext) = (author, reason, launchContext)
    self.time = min(max(time, UTCTime.writable.lowerBound), UTCTime.writable.upperBound)
    self.utcOffset = min(max(utcOffset, UTCTime.offsets.lowerBound), UTCTime.offsets.upperBound)
  }

  /// Whether a reason says anything: blanks are none.
  package static func says(_ reason: String?) -> Bool {
    reason?.contains { !$0.isWhitespace } ?? false
  }
}
