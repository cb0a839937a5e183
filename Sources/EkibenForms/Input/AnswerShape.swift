public import EkibenDocuments

/// How the answer of a row stands in JSON.
///
/// A component says it (``InputTraits/shape``), so that what reads and writes forms and documents asks
/// no component for its kind. A value that does not have the shape is written with its kind beside it
/// and read back as it was, so no answer gets lost on the way.
public indirect enum AnswerShape: Hashable, Sendable {
  /// A string.
  case text
  /// A number without fraction that fits into 64 bits.
  case integer
  /// A number, its digits kept.
  case decimal
  /// `true` or `false`.
  case bool
  /// A string that is a date or a time.
  case date
  /// A string, or an object whose members are strings.
  case coded
  /// A list.
  case list(of: AnswerShape)
  /// An object whose members have these shapes.
  case record([FieldName: AnswerShape])
  /// Whatever value there is: scalars as they are, everything else with its kind beside it.
  case any
}
