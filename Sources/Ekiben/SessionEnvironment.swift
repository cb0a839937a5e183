public import EkibenDocuments

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a session takes from the world: who acts, what time it is, and fresh random bytes.
///
/// Nothing below asks a clock or random source itself, so with others given every run is the same.
public struct SessionEnvironment: Sendable {
  /// The author of edits.
  public var author: String
  /// Why edits are made that say no reason themselves, such as those of bindings, tables and what opening a document
  /// starts; a store or a form can insist on one.
  public var reason: String?
  /// The time, in UTC milliseconds since 1970.
  public var now: @Sendable () -> Int64
  /// Sixteen random bytes.
  public var uid: @Sendable () -> [UInt8]
  /// The languages to show texts in, the preferred one first; empty is the form's own.
  public var languages: [String] = []
  /// How far local time is ahead of UTC, in minutes; it says which day is today.
  public var offset = 0
  /// What expressions are given besides answers: context such as `patient`, and results of queries.
  public var launchContext = LaunchContext.none

  /// What reading and showing answers may depend on, as it stands now.
  public var inputContext: InputContext {
    InputContext(time: now(), offset: offset, languages: languages, launchContext: launchContext)
  }

  /// Whether answers are read and shown as in another environment, apart from the time.
  func showsAlike(_ other: SessionEnvironment) -> Bool {
    launchContext == other.launchContext && languages == other.languages && offset == other.offset
  }

  /// Makes an environment; the clock and the randomness are the system's unless others are given.
  public init(
    author: String = "unknown",
    now: @escaping @Sendable () -> Int64 = SessionEnvironment.systemTime,
    uid: @escaping @Sendable () -> [UInt8] = SessionEnvironment.randomUID
  ) { (self.author, self.now, self.uid) = (author, now, uid) }

  /// The system's time, in UTC milliseconds since 1970.
  @Sendable public static func systemTime() -> Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// Sixteen bytes of the system's randomness.
  @Sendable public static func randomUID() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// The metadata of an edit that the author makes now, for the environment's reason if no other is given.
  public func metadata(reason: String? = nil) -> EditMetadata {
    EditMetadata(
      author: author, time: now(), reason: reason ?? self.reason, utcOffset: offset,
      launchContext: launchContext)
  }
}
