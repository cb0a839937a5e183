public import EkibenDocuments

extension Fields {
  /// The record as it is shown now: texts in the language that is preferred, limits relative to today
  /// as the days that they mean, and with the options of a set that the answer names.
  ///
  /// What has no text in any of the languages keeps the form's own.
  ///
  /// - Complexity: O(fields); with languages O(options) as well.
  public func shown(in context: () -> InputContext) -> Fields {
    // Most have none of these, and are asked for each answer that a person gives.
    guard contains(where: { Self.dependingOnContext.contains($0.name) }) else { return self }
    let isRelative = [FieldName.least, .greatest].contains {
      self[$0]?.asText?.utf8.starts(with: "today".utf8) ?? false
    }
    let isElsewhere = self[.valueSet] != nil && self[.value] != nil
    guard isRelative || isElsewhere || contains(where: { Self.ofTexts.contains($0.name) })
    else { return self }
    let context = context()
    var shown = self
    if isRelative {
      let limits = Limits(self)
      shown[.least] = limits.leastDate(in: context).map(Value.date) ?? self[.least]
      shown[.greatest] = limits.greatestDate(in: context).map(Value.date) ?? self[.greatest]
    }
    if isElsewhere { shown[.chosen] = chosenOptions(in: context) }
    if !context.languages.isEmpty { shown.translate(to: context.languages) }
    return shown
  }

  private static let ofTexts: [FieldName] = [.translations, .options, .units, .header, .footer]
  private static let dependingOnContext: [FieldName] = ofTexts + [.least, .greatest, .valueSet]

  private mutating func translate(to languages: [String]) {
    for name in [FieldName.header, .footer] {
      guard var inner = self[name]?.asRecord else { continue }
      inner.translate(to: languages)
      self[name] = .record(inner)
    }
    for name in [FieldName.options, .units] {
      guard let records = self[name]?.asList else { continue }
      self[name] = .list(
        records.map { option in
          guard var record = option.asRecord, record[.translations] != nil else { return option }
          record.translate(to: languages)
          return .record(record)
        })
    }
    for text in texts(in: languages) ?? Fields() where text.value.asText != nil {
      self[text.name] = text.value
    }
  }

  /// Each text in the first of some languages that has it: in just this language, or in the same without
  /// its region, or in another region.
  func texts(in languages: [String]) -> Fields? {
    guard let translations = self[.translations]?.asRecord else { return nil }
    var found: Fields?
    for language in languages {
      let bare = Self.bare(language)
      let texts =
        translations.first { Self.same($0.name.rawValue, language) }
        ?? translations.first { Self.same($0.name.rawValue, bare) }
        ?? translations.first { Self.same(Self.bare($0.name.rawValue), bare) }
      guard let texts = texts?.value.asRecord else { continue }
      guard var all = found else {
        found = texts
        continue
      }
      for text in texts where all[text.name] == nil { all[text.name] = text.value }
      found = all
    }
    return found
  }

  static func bare(_ language: String) -> String {
    String(language.prefix { $0 != "-" && $0 != "_" })
  }

  static func same(_ left: String, _ right: String) -> Bool {
    left.lowercased() == right.lowercased()
  }

  private static let texts: [FieldName] = [
    .title, .text, .label, .help, .hint, .instructions, .legal, .flyover, .sublabel, .placeholder,
  ]

  fileprivate func untranslated(in languages: [String]) -> Int {
    let translated = texts(in: languages)
    let own = Self.texts.count { text($0) != nil && translated?[$0] == nil }
    let inner = [self[.header], self[.footer]] + (self[.options]?.asList ?? [])
    return inner.reduce(own) { $0 + ($1?.asRecord?.untranslated(in: languages) ?? 0) }
  }
}

extension Document.Section {
  /// The section as it is shown now; see ``EkibenDocuments/Fields/shown(in:)``.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func shown(in context: InputContext) -> Document.Section {
    Document.Section(
      id: id, fields: fields.shown { context },
      rows: rows.map { Document.Row(id: $0.id, fields: $0.fields.shown { context }) })
  }
}

extension Document {
  /// The document as it is shown now; see ``EkibenDocuments/Fields/shown(in:)``.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func shown(in context: InputContext) -> Document {
    Document(keeping: fields.shown { context }, sections: sections.map { $0.shown(in: context) })
  }

  /// How many texts none of some languages has: those are shown in the form's own.
  ///
  /// - Returns: 0 where the form's own language is the preferred one.
  /// - Complexity: O(n) in the number of rows and options.
  public func untranslatedTexts(in languages: [String]) -> Int {
    let own = fields.text(.language).map(Fields.bare)
    if let first = languages.first, let own, Fields.same(Fields.bare(first), own) { return 0 }
    return sections.reduce(fields.untranslated(in: languages)) { count, section in
      let inSection = section.fields.untranslated(in: languages)
      return section.rows.reduce(count + inSection) { $0 + $1.fields.untranslated(in: languages) }
    }
  }
}
