import EkibenDocuments

/// A word of FHIRPath, and where it begins.
struct FHIRPathToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name, which can be a word of the grammar, too.
    case word(String)
    /// A name in back-ticks.
    case delimited(String)
    /// A text in quotes, its escapes resolved.
    case text(String)
    /// `12`, or with a point `1.50`.
    case number(String)
    /// `@2024-03`, `@2024-03-09T10:00`, `@T10:00`.
    case date(PartialDate)
    /// `%name`, `` %`name` ``, `%'name'`.
    case variable(String)
    /// `$this`, `$index`, `$total`.
    case special(String)
    /// An operator, a bracket, a point or a comma.
    case symbol(String)
    /// Nothing more.
    case end
  }

  let kind: Kind
  /// Where it begins in the text, in bytes of UTF-8.
  let offset: Int

  /// It as a person would quote it; nil for the end.
  var shown: String? {
    switch kind {
    case .word(let text), .special(let text), .symbol(let text), .number(let text): text
    case .delimited(let text): "`\(text)`"
    case .text(let text): "'\(text)'"
    case .date(let date): "@\(date)"
    case .variable(let name): "%\(name)"
    case .end: nil
    }
  }
}
