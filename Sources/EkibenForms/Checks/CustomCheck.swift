public import EkibenDocuments

/// A check that lives with a program and not in its form: what no formula says (rule F49).
///
/// It is given the document as it is drawn, so that hidden answers are not in it.
public struct CustomCheck: Sendable {
  package enum Body: Sendable {
    case atOnce(@Sendable (Document) -> [ValidationIssue])
    case later(@MainActor @Sendable (Document) async -> [ValidationIssue])
  }

  /// What the check is called.
  public let id: String
  /// The rows whose answers it reads; of those that repeat, the templates.
  public let rows: Set<RowID>
  package let body: Body

  /// Asks a closure at once, on any thread, whenever an answer changed that it reads, and for a submit: then
  /// the store is held, so the closure must not use it.
  public init(
    _ id: String, reading rows: Set<RowID>,
    _ body: @escaping @Sendable (Document) -> [ValidationIssue]
  ) { (self.id, self.rows, self.body) = (id, rows, .atOnce(body)) }

  /// Asks an asynchronous closure, such as one that asks a server, when a session opens a draft and
  /// after each edit that changes an answer that it reads.
  ///
  /// Until it comes back the row is pending, and a submit is refused. Its task is cancelled when an answer
  /// changes once more, and what it says of the old one is dropped.
  public init(
    _ id: String, reading rows: Set<RowID>,
    later body: @escaping @MainActor @Sendable (Document) async -> [ValidationIssue]
  ) { (self.id, self.rows, self.body) = (id, rows, .later(body)) }
}

extension Form {
  /// Asks a check of the program's own wherever the form is filled in by this program.
  public func check(_ check: CustomCheck) -> Form {
    let live = changed(components) { $0.checks.append(check) }
    return Form(name, fields: fields, sections: sections, components: live)
  }
}
