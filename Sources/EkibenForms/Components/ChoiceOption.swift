public import EkibenDocuments
public import EkibenExpressions

extension Choice {
  /// One thing that can be chosen: its code is stored, its label shown.
  public struct Option: Hashable, Sendable {
    /// The code, which is stored.
    public let code: String
    /// The label, which is shown.
    public let label: String
    /// The code system of the code; then it is stored beside the code.
    public var system: String?
    /// The number or letter before the label.
    public var prefix: String?
    /// The score of the option, where answers are added up.
    public var score: DecimalNumber?
    /// A help text, shown on request.
    public var help: String?
    /// The location of the option's picture.
    public var image: String?
    /// The heading under which the option stands with others.
    public var group: String?
    /// The code of the option that it belongs to, of another question (rule F54).
    public var parent: String?
    /// Whether choosing it excludes all others, as with “none of these”.
    public var isExclusive = false
    /// The formula while which it can be chosen; nil is always (rule F46).
    public var offered: Formula?
    /// Whether its set had it and does not offer it any more.
    public var isFormer = false

    /// Names an option; without a label it shows its code.
    public init(
      _ code: String, label: String? = nil, system: String? = nil, prefix: String? = nil,
      score: DecimalNumber? = nil, help: String? = nil, image: String? = nil,
      group: String? = nil, isExclusive: Bool = false
    ) {
      (self.code, self.label, self.system) = (code, label ?? code, system)
      (self.prefix, self.score, self.help) = (prefix, score, help)
      (self.image, self.group, self.isExclusive) = (image, group, isExclusive)
    }

    /// Offers it only while a formula holds for the row that it is an option of (rule F46).
    public func offered(when formula: Formula) -> Option { changed(self) { $0.offered = formula } }

    /// Equality by bytes, as of the answers (rule D2).
    public static func == (left: Option, right: Option) -> Bool { left.record == right.record }

    /// Hashes the bytes of the code, as of ids.
    public func hash(into hasher: inout Hasher) { ByteText.hash(code, into: &hasher) }

    /// Reads a record; nil where it has no code.
    public init?(_ record: Fields) {
      guard let code = record.text(.code) else { return nil }
      self.init(
        code, label: record.text(.label), system: record.text(.system),
        prefix: record.text(.prefix), help: record.text(.help), image: record.text(.image),
        group: record.text(.group), isExclusive: record.isTrue(.exclusive))
      parent = record.text(.parent)
      offered = record[.offered]?.asRecord.flatMap { Formula(record: $0) }
      isFormer = record.isTrue(.former)
      score = record[.score]?.asNumber
    }

    /// The record that a row keeps of it.
    public var record: Fields {
      var record: Fields = [.code: .text(code), .label: .text(label)]
      record[.system] = system.map(Value.text)
      record[.prefix] = prefix.map(Value.text)
      record[.score] = score.map(Value.decimal)
      record[.help] = help.map(Value.text)
      record[.image] = image.map(Value.text)
      record[.group] = group.map(Value.text)
      record[.parent] = parent.map(Value.text)
      record[.exclusive] = isExclusive ? true : nil
      record[.offered] = offered.map { .record($0.record) }
      record[.former] = isFormer ? true : nil
      return record
    }

    var picked: Picked { .option(code: code, system: system) }

    /// Whether an answer is this option; one without a system, as older answers are, by its code.
    func isMeant(by picked: Picked) -> Bool {
      guard case .option(let code, let system) = picked, ByteText.equal(code, self.code)
      else { return false }
      guard let system, let own = self.system else { return true }
      return ByteText.equal(system, own)
    }

    /// Whether each of some words begins a word of its label or code, as in a stored set.
    package func has(_ words: [String]) -> Bool {
      if words.isEmpty { return true }
      let own = OptionSetDocument.words(in: label) + OptionSetDocument.words(in: code)
      return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }

    /// Whether a text is its code, or its code behind its system.
    func isCalled(_ text: String) -> Bool {
      ByteText.equal(code, text) || system.map { ByteText.equal("\($0)|\(code)", text) } ?? false
    }
  }

  /// One answer to a choice: an option, or a text of one's own.
  public enum Picked: FieldValue {
    /// An option by its code, and by its code system where the form says one.
    case option(code: String, system: String? = nil)
    /// A text of one's own.
    case other(String)

    /// The code as text, or a record.
    public var documentValue: Value {
      switch self {
      case .option(let code, nil): .text(code)
      case .option(let code, let system?): .record([.code: .text(code), .system: .text(system)])
      case .other(let text): .record([.other: .text(text)])
      }
    }

    /// Reads a code, or a record of a code or of a text of one's own.
    public init?(documentValue: Value) {
      switch documentValue {
      case .text(let code): self = .option(code: code)
      case .record(let fields):
        if let code = fields.text(.code) {
          self = .option(code: code, system: fields.text(.system))
        } else if let text = fields.text(.other), fields.count == 1 {
          self = .other(text)
        } else {
          return nil
        }
      default: return nil
      }
    }

    /// Equality by bytes, as of the answers (rule D2).
    public static func == (left: Picked, right: Picked) -> Bool {
      left.documentValue == right.documentValue
    }

    /// Hashes what is stored.
    public func hash(into hasher: inout Hasher) { hasher.combine(documentValue) }

    var isOption: Bool { if case .option = self { true } else { false } }

    /// The code, behind its system where another option has the same code; or the text.
    func text(among options: [Option]) -> String {
      switch self {
      case .other(let text): return text
      case .option(let code, let system):
        let isShared = options.count { ByteText.equal($0.code, code) } > 1
        return isShared ? system.map { "\($0)|\(code)" } ?? code : code
      }
    }
  }
}
