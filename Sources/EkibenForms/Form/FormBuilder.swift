/// Collects what is written in braces, nothing more; everything it makes can be written by hand.
@resultBuilder
public enum FormBuilder<Part> {
  /// One part.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  /// A section that repeats, with those in it.
  public static func buildExpression(_ repeated: Repeat) -> [Part] where Part == Section {
    repeated.sections
  }
  /// A row of a section that repeats.
  public static func buildExpression(_ row: any Component) -> [Part] where Part == Repeat.Part {
    [.row(row)]
  }
  /// A section in one that repeats.
  public static func buildExpression(_ section: Section) -> [Part] where Part == Repeat.Part {
    [.sections([section])]
  }
  /// A section that repeats in another one.
  public static func buildExpression(_ repeated: Repeat) -> [Part] where Part == Repeat.Part {
    [.sections(repeated.sections)]
  }
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
