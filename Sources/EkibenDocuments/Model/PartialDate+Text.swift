extension PartialDate: CustomStringConvertible {
  /// Reads what ``DateText`` reads, and what FHIRPath has beside it: an hour without minutes, and a `T` with
  /// nothing behind it.
  ///
  /// - Returns: nil when the text is none of these, or names no day or time that there is.
  /// - Complexity: O(n).
  public init?(_ text: String) {
    if let date = DateText(text) {
      self.init(date)
    } else if text.utf8.last == UInt8(ascii: "T"), let date = DateText(String(text.dropLast())),
      let moment = PartialDate(date).converted(to: .dateTime), date.kind == .date
    {
      self = moment
    } else if text.utf8.count == 2, let time = DateText(text + ":00") {
      self = PartialDate(time).truncated(to: .hour)
    } else if let moment = Self.hour(of: text) {
      self = moment
    } else {
      return nil
    }
  }

  // `2015-02-04T14`, perhaps with an offset: with the minutes that DateText asks for.
  private static func hour(of text: String) -> PartialDate? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 13, bytes[10] == UInt8(ascii: "T") else { return nil }
    let filled = bytes.prefix(13) + Array(":00".utf8) + bytes[13...]
    guard let date = DateText(String(decoding: filled, as: UTF8.self)) else { return nil }
    let whole = PartialDate(date)
    var hour = whole.truncated(to: .hour)
    hour.offset = whole.offset
    return hour
  }

  /// As it is written; zones as `Z` or `+01:00`.
  public var description: String {
    var text = ""
    if kind != .time {
      text = Self.digits(year, 4)
      if precision >= .month { text += "-" + Self.digits(month, 2) }
      if precision >= .day { text += "-" + Self.digits(day, 2) }
      if precision >= .hour { text += "T" }
    }
    guard precision >= .hour else { return text }
    text += Self.digits(hour, 2)
    if precision >= .minute { text += ":" + Self.digits(minute, 2) }
    if precision >= .second { text += ":" + Self.digits(second, 2) + fraction }
    return text + zone
  }

  /// The text of an answer with this date; nil where a ``DateText`` cannot be written so.
  public var dateText: DateText? { DateText(description) }

  private var fraction: String {
    guard fractionDigits > 0 else { return "" }
    return "." + Self.digits(nanosecond, 9).prefix(Int(fractionDigits))
  }

  private var zone: String {
    guard let offset else { return "" }
    if offset == 0 { return "Z" }
    let minutes = abs(Int(offset))
    return (offset < 0 ? "-" : "+") + Self.digits(minutes / 60, 2) + ":"
      + Self.digits(minutes % 60, 2)
  }

  private static func digits(_ number: some BinaryInteger, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
