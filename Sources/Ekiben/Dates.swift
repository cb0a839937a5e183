public import EkibenDocuments
public import EkibenStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
