/// What is known of a change in an entry beside its values.
public struct ChangeFlags: OptionSet, Hashable, Sendable {
  /// The flags as bits, as files keep them.
  public let rawValue: UInt8

  /// Takes flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A formula gave the value, and nobody wrote it.
  public static let calculated = ChangeFlags(rawValue: 1)
  /// The record did not move: its order key changed to make room for another one.
  public static let madeRoom = ChangeFlags(rawValue: 2)

  /// Every flag that this version knows.
  package static let known: ChangeFlags = [.calculated, .madeRoom]
}
