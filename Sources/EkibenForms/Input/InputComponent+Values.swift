public import EkibenDocuments
import EkibenExpressions

// What is asked of `any InputComponent`: values in and out, since the type of its answer is unknown.
extension InputComponent {
  /// Reads a text as the value that the document is to keep.
  ///
  /// - Throws: ``InputError`` when the row does not take the text.
  /// - Complexity: What ``read(_:in:)`` takes.
  public func value(
    reading text: String, in context: InputContext = .standard
  ) throws(InputError) -> Value {
    do throws(InputProblem) { return try read(text, in: context).documentValue } catch {
      throw InputError(row, error)
    }
  }

  /// Reads what a person leaves in the row as the value that the document is to keep; nil where that
  /// is emptied text, and an empty text is no answer.
  ///
  /// - Throws: ``InputError`` when the row does not take the text.
  /// - Complexity: What ``read(_:in:)`` takes.
  public func value(
    typing text: String, in context: InputContext = .standard
  ) throws(InputError) -> Value? {
    text.isEmpty && inputTraits.clearsOnEmptyText ? nil : try value(reading: text, in: context)
  }

  /// What a person leaves in the row: an answer, or text that is none yet (rule F59).
  ///
  /// - Throws: ``InputError`` when the text is not what is wrong; of an answer that is picked, since what is
  ///   looked for is no part of it; and of a secret, of which nothing is kept.
  /// - Complexity: What ``read(_:in:)`` takes.
  public func typed(
    _ text: String, in context: InputContext = .standard
  ) throws(InputError) -> TypedText {
    do throws(InputError) { return .answer(try value(typing: text, in: context)) } catch {
      guard error.problem.isAboutContent, !inputTraits.isPicked, !record.isSecret
      else { throw error }
      return .draft(text)
    }
  }

  // What is wrong with text that is no answer; it can have become one, as options do.
  private func rule(ofDraft text: String, in context: InputContext) -> ValidationIssue.Rule {
    do throws(InputError) { _ = try value(typing: text, in: context) } catch {
      let said = InputError(row: id, title: record.text(.title), error.problem)
      return .draft(text: text, message: said.message)
    }
    return .draft(text: text, message: "“\(text)” is no answer yet")
  }

  /// Checks that a value is one that the row takes, and returns it as the document is to keep it.
  ///
  /// - Throws: ``InputError`` when the row does not take it.
  /// - Complexity: What ``answer(from:in:)`` takes.
  @discardableResult
  public func accept(
    _ value: Value, in context: InputContext = .standard
  ) throws(InputError) -> Value {
    do throws(InputProblem) { return try answer(from: value, in: context).documentValue } catch {
      throw InputError(row, error)
    }
  }

  /// A value as a table shows it; one of the data that the row would not take, by its bare text.
  public func displayText(ofValue value: Value, in context: InputContext = .standard) -> String {
    do throws(InputProblem) {
      return displayText(of: try answer(from: value, in: context), in: context)
    } catch {
      // It can have been an answer once.
      return Answer(documentValue: value).map { displayText(of: $0, in: context) }
        ?? ValueText.bare(value)
    }
  }

  /// A value as ``read(_:in:)`` takes it back; one that the row would not take by its bare text.
  public func text(ofValue value: Value, in context: InputContext = .standard) -> String {
    do throws(InputProblem) {
      return text(of: try answer(from: value, in: context), in: context)
    } catch { return ValueText.bare(value) }
  }

  /// The answer as a table shows it, or what was typed and is none; nil where there is neither.
  ///
  /// A stated nothing looks like none.
  public func shownAnswer(in context: InputContext = .standard) -> String? {
    if let draft = record.text(.draft) { return draft }
    guard let value = record[.value], value != .null else { return nil }
    return displayText(ofValue: value, in: context)
  }

  /// What is wrong with the row, changing nothing (rule F5); of an answer that no person can change, nothing.
  ///
  /// - Complexity: What ``brokenRules(by:in:)`` takes; O(n) in the length of a text.
  public func issues(in context: InputContext = .standard) -> [ValidationIssue] {
    if record.isReadOnlyByForm { return [] }
    let value = record[.value]
    let isMissing = value == nil || value == .null || value == .text("") || value == .list([])
    var rules: [ValidationIssue.Rule] = []
    if let draft = record.text(.draft) {
      rules.append(rule(ofDraft: draft, in: context))
    } else if isMissing, record.isTrue(.required) {
      rules.append(.required)
    }
    if let value {
      do throws(InputProblem) {
        rules += brokenRules(by: try answer(from: value, in: context), in: context)
      } catch {
        // Of a secret only its mask is here, which no rule can say anything of.
        if !isMissing, value != .masked { rules.append(.kind(takes: inputTraits.expects)) }
      }
    }
    let messages = rules.isEmpty ? nil : record[.messages]?.asRecord
    return rules.map { rule in
      var words: String?
      do { words = messages?.text(try FieldName(rule.name)) } catch {}
      return ValidationIssue(row: id, rule: rule, words: words)
    }
  }

  /// What of ``issues(in:)`` shows now, as the drawn record says (rule F61); nothing where nobody has said so.
  ///
  /// - Complexity: O(1) where nothing shows, else what ``issues(in:)`` takes.
  public func shownIssues(in context: InputContext = .standard) -> [ValidationIssue] {
    let checks = (record[.checksShown]?.asList ?? []).compactMap { ValidationIssue(id, drawn: $0) }
    guard let showsMissing = record[.issuesShown]?.asBool else { return checks }
    return issues(in: context).filter { showsMissing || $0.rule != .required } + checks
  }

  /// The value that picking an option by its code or label gives.
  ///
  /// - Throws: ``InputError`` when there is no such option.
  public func value(
    picking text: String, in context: InputContext = .standard
  ) throws(InputError) -> Value {
    let current = record[.value].flatMap { Answer(documentValue: $0) }
    do throws(InputProblem) {
      return try answer(afterPicking: text, from: current, in: context).documentValue
    } catch { throw InputError(row, error) }
  }

  /// The value that a tap gives.
  ///
  /// - Returns: nil where a tap gives none.
  /// - Throws: ``InputError`` when the row does not take its own answer any more.
  public func valueAfterTap(in context: InputContext = .standard) throws(InputError) -> Value? {
    let current = record[.value].flatMap { Answer(documentValue: $0) }
    guard let answer = answer(afterTapping: current) else { return nil }
    return try accept(answer.documentValue, in: context)
  }

  /// The component itself.
  public var input: (any InputComponent)? { self }
}

extension Component {
  /// The input of the component inside.
  public var input: (any InputComponent)? { behaviour((any InputComponent).self) }

  /// What the row begins with (rule F30), as its component takes it; of a question that repeats, a list is
  /// of one for each instance.
  ///
  /// - Throws: ``InputError`` when the row does not take it.
  package func acceptedInitial() throws(InputError) -> Value? {
    guard let input, let initial = record.initialAnswer else { return record[.initial] }
    guard record.repeatsAsRow, let values = initial.asList else { return try input.accept(initial) }
    if let most = record.occurs.greatest, values.count > most {
      throw InputError(
        row, .unreadable(takes: "at most \(most) initial values", text: "\(values.count)"))
    }
    return .list(try values.map { (value) throws(InputError) in try input.accept(value) })
  }

  /// The component's input, if a person may change the answer.
  ///
  /// - Throws: ``InputError`` with the problem ``InputProblem/noAnswer(component:)``,
  ///   ``InputProblem/readOnly`` or ``InputProblem/notEditable(component:)``.
  public func editableInput() throws(InputError) -> any InputComponent {
    guard let input else {
      let isKept = behaviour(Opaque.self) != nil
      throw InputError(row, isKept ? .notEditable(component: name) : .noAnswer(component: name))
    }
    if record.isTrue(.readOnly) { throw InputError(row, .readOnly) }
    return input
  }
}
