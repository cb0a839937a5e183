public import EkibenDocuments

/// Who shows rows: a table view, or ``HeadlessTable``, the one without a screen.
///
/// A session keeps its hosts and calls them where it runs itself, so a host need not be Sendable.
/// It is a class, since it is somebody: two hosts that show the same are still two.
public protocol TableHost: AnyObject {
  /// Shows a document from scratch, with fresh cells.
  func reload(_ document: Document)

  /// Goes from what is shown to a document, batch by batch.
  ///
  /// - Throws: ``EkibenDocuments/TableViolation`` when a batch breaks a rule of table views, or when
  ///   the table would not show the document afterwards; the host then shows what it showed.
  func perform(_ plan: TablePlan, to document: Document) throws(TableViolation)
}
