import EkibenDocuments
import EkibenExpressions

// How texts and values become what is picked, and the other way round.
extension Choice {
  var takesSeveral: Bool { record.isTrue(.multiple) }
  var takesOther: Bool { record.isTrue(.other) }

  /// All that the form lists.
  var options: [Option] { options(in: .options) }

  func options(in name: FieldName) -> [Option] { record.options(name) }

  /// Those that a text can mean; nil where they are nowhere at hand.
  ///
  /// Those of the form come first: a form that lists some means those.
  func known(_ text: String, in context: InputContext) throws(InputProblem) -> [Option]? {
    let own = options
    guard own.isEmpty, let set = record.text(.valueSet) else { return own.isEmpty ? nil : own }
    return try context.options(set, text)
  }

  /// The option that an answer is, also one that cannot be chosen any more.
  func option(_ picked: Picked, in context: InputContext) -> Option? {
    guard case .option(let code, _) = picked else { return nil }
    let own = options + options(in: .chosen)
    if let option = own.first(where: { $0.isMeant(by: picked) }) { return option }
    do throws(InputProblem) {
      return try known(code, in: context)?.first { $0.isMeant(by: picked) }
    } catch {
      return nil  // a code says as much as it did
    }
  }

  /// Whether an option can be chosen (rule F54).
  func isOffered(_ option: Option) -> Bool {
    guard !option.isFormer else { return false }
    guard let under = record[.optionsUnder]?.asList else { return true }
    return option.parent.map { under.contains(.text($0)) } ?? false
  }

  // Who has an option may keep it.
  private func taken(_ options: [Option]) -> [Option] {
    let answer = record[.value]?.picked ?? []
    return options.filter { option in
      isOffered(option) || answer.contains { option.isMeant(by: $0) }
    }
  }

  // A list as JSON has it; a text that is none is one of them.
  func texts(_ text: String) throws(InputProblem) -> [String] {
    guard text.utf8.first == UInt8(ascii: "[") else { return [text] }
    let value: Value?
    do throws(NotationError) { value = try Notation.parse(value: text) } catch { return [text] }
    guard let list = value?.asList else { return [text] }
    let texts = list.compactMap(\.asText)
    guard texts.count == list.count
    else { throw .unreadable(takes: inputTraits.expects, text: text) }
    return texts
  }

  func picked(_ text: String, in context: InputContext) throws(InputProblem) -> Picked {
    guard let known = try known(text, in: context) else { return .option(code: text) }
    let options = taken(known)
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

  func picked(_ value: Value, in context: InputContext) throws(InputProblem) -> Picked {
    guard let picked = Picked(documentValue: value)
    else { throw .unreadable(takes: inputTraits.expects, text: Notation.text(of: value)) }
    switch picked {
    case .other(let text):
      // A text of one's own that names an option is that option, so that it reads back as what it is.
      if try known(text, in: context) != nil { return try self.picked(text, in: context) }
      guard takesOther else { throw .notAnOption(text: text, options: []) }
      return picked
    case .option(let code, _):
      guard let known = try known(code, in: context) else { return picked }
      let options = taken(known)
      let meant = options.filter { $0.isMeant(by: picked) }
      if Set(meant.map(\.picked)).count > 1 {
        throw .ambiguousLabel(text: picked.text(among: []), options: meant)
      }
      guard let option = meant.first
      else { throw .notAnOption(text: picked.text(among: []), options: options) }
      return option.picked
    }
  }

  func list(_ picked: [Picked]) throws(InputProblem) -> Value {
    var seen: Set<Picked> = []
    for one in picked where !seen.insert(one).inserted {
      throw .optionTwice(text: one.text(among: []))
    }
    return .list(picked.map(\.documentValue))
  }
}

extension Fields {
  func options(_ name: FieldName) -> [Choice.Option] {
    (self[name]?.asList ?? []).compactMap { $0.asRecord.flatMap { Choice.Option($0) } }
  }

  /// The options of a set that the answer names, as the record is to show them.
  func chosenOptions(in context: InputContext) -> Value? {
    guard self[.valueSet] != nil, let value = self[.value],
      let choice = Choice(id: "row", record: self.setting(.chosen, nil)), choice.options.isEmpty
    else { return nil }
    let found = value.picked.compactMap { choice.option($0, in: context) }
    return found.isEmpty ? nil : .list(found.map { .record($0.record) })
  }
}
