import EkibenDocuments

// How texts and values become what is picked, and the other way round.
extension Choice {
  var takesSeveral: Bool { record.isTrue(.multiple) }
  var takesOther: Bool { record.isTrue(.other) }

  var options: [Option] {
    (record[.options]?.asList ?? []).compactMap { Option($0) }
  }

  // Those of the form come first: a form that lists some means those.
  func known(in context: InputContext) -> [Option]? {
    let own = options
    if !own.isEmpty { return own }
    return record.text(.valueSet).flatMap { context.optionSet($0) }
  }

  // A list as JSON has it; a text that is none is one of them.
  func texts(_ text: String) throws(InputProblem) -> [String] {
    guard text.utf8.first == UInt8(ascii: "[") else { return [text] }
    let value: Value?
    do throws(NotationError) { value = try Notation.parse(value: text) } catch { return [text] }
    guard let list = value?.asList else { return [text] }
    let texts = list.compactMap(\.asText)
    guard texts.count == list.count else {
      throw .unreadable(takes: inputTraits.expects, text: text)
    }
    return texts
  }

  func picked(_ text: String, _ options: [Option]?) throws(InputProblem) -> Picked {
    guard let options else { return .option(code: text) }
    for matches in [
      options.filter { $0.isCalled(text) }, options.filter { ByteText.equal($0.label, text) },
    ] {
      if Set(matches.map(\.picked)).count > 1 {
        throw .ambiguousLabel(text: text, options: matches)
      }
      if let option = matches.first { return option.picked }
    }
    if takesOther { return .other(text) }
    throw .notAnOption(text: text, options: options)
  }

  func picked(_ value: Value, _ options: [Option]?) throws(InputProblem) -> Picked {
    guard let picked = Picked(documentValue: value) else {
      throw .unreadable(takes: inputTraits.expects, text: Notation.text(of: value))
    }
    // A text of one's own that names an option is that option, so that it reads back as what it is.
    if case .other(let text) = picked { return try self.picked(text, options ?? []) }
    guard let options else { return picked }
    let meant = options.filter { $0.isMeant(by: picked) }
    if Set(meant.map(\.picked)).count > 1 {
      throw .ambiguousLabel(text: picked.text(among: []), options: meant)
    }
    guard let option = meant.first else {
      throw .notAnOption(text: picked.text(among: []), options: options)
    }
    return option.picked
  }

  func list(_ picked: [Picked]) throws(InputProblem) -> Value {
    var seen: Set<Picked> = []
    for one in picked where !seen.insert(one).inserted {
      throw .optionTwice(text: one.text(among: []))
    }
    return .list(picked.map(\.documentValue))
  }
}
