/// A set of options that forms share: a published document whose rows can be chosen (rule F50).
///
/// It is kept, revised, hashed and named like a form. Each option is a row with `code` and `label`, and
/// where it has them `system`, `parent` (the code of the option that it belongs to) and whatever else
/// came with it.
public enum OptionSetDocument {
  /// What the document's own field `component` says.
  public static let component = "OptionSet"
  /// What the rows' field `component` says.
  public static let optionComponent = "Option"
  /// The most options that a set may have.
  public static let mostOptions = 100_000

  /// Puts the document of a set together.
  ///
  /// A row's id is the option's code, or `system|code` where several options have the code.
  ///
  /// - Parameters:
  ///   - fields: The set's own, such as its title and URL.
  ///   - options: The options in their order, each a record with a code.
  /// - Returns: The document, with a row an option.
  /// - Throws: ``OptionSetError`` for a code that is missing, too long to be an id or there twice, and
  ///   for too many options.
  /// - Complexity: O(n log n).
  public static func document(
    fields: Fields, options: [Fields]
  ) throws(OptionSetError) -> Document {
    guard options.count <= mostOptions else { throw .init(option: nil, problem: .tooMany) }
    let ids = try rowIDs(of: options)
    let rows = zip(ids, options).map { id, option in
      Document.Row(id: id, fields: option.setting(.component, .text(optionComponent)))
    }
    let whole = fields.setting(.component, .text(component))
    do throws(DuplicateIDs) {
      return try Document(fields: whole, sections: [Document.Section(id: "options", rows: rows)])
    } catch {
      let twice = Set(error.rows)
      let index = ids.lastIndex { twice.contains($0) }
      throw .init(
        option: index, problem: .twice(code: index.flatMap { options[$0].text(.code) } ?? ""))
    }
  }

  private static func rowIDs(of options: [Fields]) throws(OptionSetError) -> [RowID] {
    var counts: [Value: Int] = [:]
    for option in options { counts[option[.code] ?? .null, default: 0] += 1 }
    var ids: [RowID] = []
    for (index, option) in options.enumerated() {
      guard let code = option.text(.code), !code.isEmpty else {
        throw .init(option: index, problem: .noCode)
      }
      let isShared = counts[.text(code), default: 0] > 1
      let name = isShared ? "\(option.text("system") ?? "")|\(code)" : code
      do throws(InvalidName) { ids.append(try RowID(name)) } catch {
        throw .init(option: index, problem: .illegalCode(error))
      }
    }
    return ids
  }

  /// The words of a text by which options are found: runs of letters and digits, in lower case.
  ///
  /// - Complexity: O(n).
  public static func words(in text: String) -> [String] {
    // Asking what each character is takes more than half of a search. Of ASCII each byte is one, but for line
    // ends, which part words as well.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.split { !($0.isLetter || $0.isNumber) }.map { $0.lowercased() }
    }
    return text.lowercased().utf8.split { byte in
      !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Why options are no set.
public struct OptionSetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Equatable, Sendable {
    /// An option has no code.
    case noCode
    /// A code that cannot be an id.
    case illegalCode(InvalidName)
    /// Two options have the same code and system.
    case twice(code: String)
    /// There are more than ``OptionSetDocument/mostOptions``.
    case tooMany
  }

  /// Which option it is, from 0; nil for the set as a whole.
  public let option: Int?
  /// What is wrong.
  public let problem: Problem

  /// One sentence for a person.
  public var description: String { (option.map { "option \($0 + 1): " } ?? "") + reason }

  /// What is wrong, without its place.
  public var reason: String {
    switch problem {
    case .noCode: "an option needs a code"
    case .illegalCode(let error):
      "the code is not a legal one: \(Notation.shown(error.description))"
    case .twice(let code): "the code \(Notation.shown(code)) is there twice"
    case .tooMany: "a set has at most \(OptionSetDocument.mostOptions) options"
    }
  }
}

extension Document {
  /// Whether the document is a set of options, and no form.
  public var isOptionSet: Bool { fields.text(.component) == OptionSetDocument.component }
}
