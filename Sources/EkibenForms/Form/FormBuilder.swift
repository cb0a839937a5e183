/// Collects what is written in braces, nothing more; everything it makes can be written by hand.
@resultBuilder
public enum FormBuilder<Part> {
  /// One part.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  /// Several parts made elsewhere.
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  /// Parts one after the other.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
  /// The parts of an `if` without `else`.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  /// The parts of the first branch.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  /// The parts of the second branch.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  /// The parts of a loop.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}
