public import EkibenForms

/// Reads and sets the answer of one field: what an app's own control is bound to.
///
/// A setter cannot throw, so what is refused goes to ``Session/onError``, and the answer stays as it was.
@MainActor
public struct FieldBinding<Answer: FieldValue> {
  /// The session.
  public let session: Session
  /// The field.
  public let field: Field<Answer>

  /// The answer; nil is none, and setting nil takes it away.
  public var value: Answer? {
    get { session[field] }
    nonmutating set {
      do throws(SessionError) { try session.set(field, to: newValue) } catch {
        session.report(error)
      }
    }
  }
}

extension Session {
  /// A getter and a setter for the answer of a field.
  public func binding<Answer>(_ field: Field<Answer>) -> FieldBinding<Answer> {
    FieldBinding(session: self, field: field)
  }
}
