public import EkibenDocuments
public import EkibenForms
import EkibenInterchange
public import EkibenStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: FieldValue {
  /// The text of the address, as it was given.
  public var documentValue: Value { .text(absoluteString) }

  /// Reads an address; nil for a text that is none.
  public init?(documentValue: Value) {
    guard let text = documentValue.asText else { return nil }
    self.init(string: text)
  }
}

extension TextInput {
  /// An input for a web address.
  ///
  /// A person may type any text; one that is no address is kept, and the field reads as nil.
  public init(_ field: Field<URL>, title: String? = nil) {
    self.init(id: field.row, title: title, kind: .url)
  }
}

extension Date: FieldValue {
  /// The moment in UTC, to the millisecond; null, which no row takes, outside of the years 1 to 9999.
  public var documentValue: Value {
    let time = (timeIntervalSince1970 * 1000).rounded()
    guard let whole = Int64(exactly: time), UTCTime.writable.contains(whole) else { return .null }
    return DateText(Timestamp.text(whole)).map(Value.date) ?? .null
  }

  /// Reads a moment; nil where day, time or offset is missing, or it is finer than a millisecond.
  public init?(documentValue: Value) {
    guard case .date(let date) = documentValue, date.kind == .dateTime, date.parts.second != nil,
      date.parts.offset != nil, (date.parts.fraction?.utf8.count ?? 0) <= 3,
      let time = Timestamp.parse(date.text)
    else { return nil }
    self.init(timeIntervalSince1970: Double(time) / 1000)
  }
}

extension DateComponents: FieldValue {
  /// A date, a time or both, with as much of it as there is; null where there is nothing.
  ///
  /// What no date says (a day without its month, a year of five digits, a time zone) is a text that no row for
  /// dates takes, so that it is refused and not shortened.
  public var documentValue: Value {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = [year.map { String(("000" + "\($0)").suffix(max(4, "\($0)".count))) }]
    let parts = (
      date + [month.map(two), day.map(two)], [hour, minute, second].map { $0.map(two) }
    )
    if parts.0 + parts.1 == Array(repeating: nil, count: 6) { return .null }
    let texts = [(parts.0, "-"), (parts.1, ":")].map { $0.compactMap(\.self).joined(separator: $1) }
    let isWhole = [parts.0, parts.1].allSatisfy { parts in
      // What is smaller says something only beside what is greater.
      parts.drop { $0 != nil }.allSatisfy { $0 == nil }
    }
    guard isWhole, timeZone == nil, nanosecond ?? 0 == 0,
      let date = DateText(texts.filter { !$0.isEmpty }.joined(separator: "T"))
    else { return .text("\(self)") }
    return .date(date)
  }

  /// Reads a date or time; nil with an offset or fractions of a second, which would be lost.
  public init?(documentValue: Value) {
    guard case .date(let date) = documentValue else { return nil }
    let parts = date.parts
    guard parts.offset == nil, parts.fraction == nil else { return nil }
    self.init(
      year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
      minute: parts.minute, second: parts.second)
  }
}

extension DateInput {
  /// An input for a moment: a date and time with its offset.
  public init(_ field: Field<Date>, title: String? = nil) {
    self.init(id: field.row, title: title, kind: .dateTime)
  }

  /// An input for a date or time as its numbers.
  public init(_ field: Field<DateComponents>, title: String? = nil, kind: Kind = .date) {
    self.init(id: field.row, title: title, kind: kind)
  }
}

extension DocumentSummary {
  /// The time of the document's first entry, to the millisecond.
  public var createdDate: Date { Date(millisecondsSince1970: created) }

  /// The time of the document's last entry, to the millisecond.
  public var modifiedDate: Date { Date(millisecondsSince1970: modified) }
}

extension Entry {
  /// When it was done, to the millisecond.
  public var date: Date { Date(millisecondsSince1970: time) }
}

extension Date {
  fileprivate init(millisecondsSince1970 time: Int64) {
    self.init(timeIntervalSince1970: Double(time) / 1000)
  }
}
