/// Who does something, when and why: noted with every entry, every revision and every purge.
public struct EditMetadata: Hashable, Sendable {
  /// Who.
  public let author: String
  /// When, in UTC milliseconds since 1970.
  public let time: Int64
  /// Why, if it was said.
  public let reason: String?
  /// How far the clock on the wall was ahead of UTC, in minutes: where a formula asks which day it is, the entry
  /// keeps it.
  public let utcOffset: Int
  /// What a host hands over for formulas that the edit asks; it is not noted.
  public let launchContext: LaunchContext

  /// Notes who does something, when and why.
  public init(
    author: String, time: Int64, reason: String? = nil, utcOffset: Int = 0,
    launchContext: LaunchContext = .none
  ) {
    self.author = author
    self.time = time
    self.reason = reason
    self.utcOffset = utcOffset
    self.launchContext = launchContext
  }
}
