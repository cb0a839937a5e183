import EkibenDocuments

extension Choice {
  /// The options that answers can mean, read from the record once for all answers of a list.
  struct Known {
    private let choice: Choice
    private let context: InputContext
    private let own, chosen: Names
    private let answer: Codes

    init(of choice: Choice, for count: Int, in context: InputContext) {
      (self.choice, self.context) = (choice, context)
      own = Names(of: choice.options, isList: count > 1)
      chosen = Names(of: choice.options(in: .chosen), isList: count > 1)
      answer = Codes(choice.record[.value])
    }

    /// Those that a text can mean; nil where they are nowhere at hand.
    ///
    /// Those of the form come first: a form that lists some means those.
    func named(_ text: String) throws(InputProblem) -> [Option]? {
      guard own.options.isEmpty, let set = choice.record.text(.valueSet)
      else { return own.options.isEmpty ? nil : own[text] }
      return try context.options(set, text)
    }

    /// Those of them that can be chosen, or are: who has an option may keep it.
    func taken(_ text: String) throws(InputProblem) -> [Option]? {
      try named(text)?.filter { isTaken($0) }
    }

    /// What a code means that no options say more of: what is answered with it already, which keeps its system.
    func answered(_ code: String) -> Picked { answer[code] ?? .option(code: code) }

    /// All that can be taken, as far as they are known where these are.
    func all(besides taken: [Option]) -> [Option] {
      own.options.isEmpty ? taken : own.options.filter { isTaken($0) }
    }

    /// The option that an answer is, also one that cannot be chosen any more.
    func option(_ picked: Picked) -> Option? {
      guard case .option(let code, _) = picked else { return nil }
      for options in [own[code], chosen[code]] {
        if let option = options.first(where: { $0.isMeant(by: picked) }) { return option }
      }
      do throws(InputProblem) {
        return try named(code)?.first { $0.isMeant(by: picked) }
      } catch {
        return nil  // a code says as much as it did
      }
    }

    private func isTaken(_ option: Option) -> Bool {
      choice.isOffered(option) || answer.mean(option)
    }
  }

  /// Options by what they are called, in the order of the form.
  private struct Names {
    let options: [Option]
    // By code, by code behind its system, and by label; for a single answer all are looked through.
    private var places: [TextKey: [Int]]?

    init(of options: [Option], isList: Bool) {
      self.options = options
      if !isList { return }
      var places: [TextKey: [Int]] = [:]
      for (place, option) in options.enumerated() {
        let coded = option.system.map { "\($0)|\(option.code)" }
        for name in [option.code, option.label, coded].compactMap(\.self).map({ TextKey($0) })
        where places[name]?.last != place { places[name, default: []].append(place) }
      }
      self.places = places
    }

    /// All that are called so, and perhaps others.
    subscript(name: String) -> [Option] {
      places.map { places in (places[TextKey(name)] ?? []).map { options[$0] } } ?? options
    }
  }

  /// The options of an answer, by their codes.
  struct Codes {
    private let picked: [TextKey: [Picked]]

    init(_ answer: Value?) {
      picked = Dictionary(grouping: answer?.picked ?? []) { picked in
        if case .option(let code, _) = picked { TextKey(code) } else { TextKey("") }
      }
    }

    /// What has a code and no system, else the first with the code.
    subscript(code: String) -> Picked? {
      let known = picked[TextKey(code)]
      return known?.first { $0 == .option(code: code) } ?? known?.first(where: \.isOption)
    }

    /// Whether one of them is an option.
    func mean(_ option: Option) -> Bool {
      picked[TextKey(option.code)]?.contains { option.isMeant(by: $0) } ?? false
    }
  }
}
