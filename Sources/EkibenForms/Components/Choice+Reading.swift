import EkibenDocuments
import EkibenExpressions

// How texts and values become what is picked, and the other way round.
extension Choice {
  var takesSeveral: Bool { record.isTrue(.multiple) }
  var takesOther: Bool { record.isTrue(.other) }

  /// All that the form lists.
  var options: [Option] { options(in: .options) }

  func options(in name: FieldName) -> [Option] { record.options(name) }

  /// Whether an option can be chosen (rule F54).
  func isOffered(_ option: Option) -> Bool {
    guard !option.isFormer else { return false }
    guard let under = record[.optionsUnder]?.asList else { return true }
    return option.parent.map { under.contains(.text($0)) } ?? false
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

  func picked(_ text: String, among known: Known) throws(InputProblem) -> Picked {
    guard let options = try known.taken(text) else { return known.answered(text) }
    for matches in [
      options.filter { $0.isCalled(text) }, options.filter { ByteText.equal($0.label, text) },
    ] {
      if Set(matches.map(\.picked)).count > 1 {
        throw .ambiguousLabel(text: text, options: matches)
      }
      if let option = matches.first { return option.picked }
    }
    if takesOther { return .other(text) }
    throw .notAnOption(text: text, options: known.all(besides: options))
  }

  func picked(_ value: Value, among known: Known) throws(InputProblem) -> Picked {
    guard let picked = Picked(documentValue: value)
    else { throw .unreadable(takes: inputTraits.expects, text: ValueText.bare(value)) }
    switch picked {
    case .other(let text):
      // A text of one's own that names an option is that option, so that it reads back as what it is.
      if try known.named(text) != nil { return try self.picked(text, among: known) }
      guard takesOther else { throw .notAnOption(text: text, options: []) }
      return picked
    case .option(let code, let system):
      guard let options = try known.taken(code)
      else { return system == nil ? known.answered(code) : picked }
      let meant = options.filter { $0.isMeant(by: picked) }
      if Set(meant.map(\.picked)).count > 1 {
        throw .ambiguousLabel(text: picked.text(among: []), options: meant)
      }
      if let option = meant.first { return option.picked }
      let all = known.all(besides: options)
      throw .notAnOption(text: picked.text(among: []), options: all)
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

  /// The options of a set that the answer names, as the record is to show them; nil where the set is not known.
  func chosenOptions(in context: InputContext) -> Value? {
    guard self[.valueSet] != nil, let value = self[.value],
      let choice = Choice(id: "row", record: self.setting(.chosen, nil)), choice.options.isEmpty
    else { return nil }
    let picked = value.picked
    let known = Choice.Known(of: choice, for: picked.count, in: context)
    var found: [Choice.Option]?
    for case .option(let code, let system) in picked {
      do throws(InputProblem) {
        guard let named = try known.named(code) else { return nil }
        found = (found ?? []) + named.filter { $0.isMeant(by: .option(code: code, system: system)) }
      } catch {
        return nil  // of what cannot be read nobody knows that it lacks the code
      }
    }
    return found.map { .list($0.map { .record($0.record) }) }
  }
}
