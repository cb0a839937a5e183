public import EkibenDocuments

/// What a form decides where form engines differ in behaviour, as named values stored with it (rule
/// E3).
public struct RulePolicies: Hashable, Sendable {
  /// Whether `isNot` holds where there is no answer.
  ///
  /// By default it does: FHIR R4 defines it as “no answer is equal”.
  public var unequalHoldsWithoutAnswer = true
  /// Whether an answer that is hidden counts where other rows ask for it.
  ///
  /// By default it does not: what nobody can see must not decide anything.
  public var hiddenAnswersCount = false
  /// Whether an answer is cleared, as a change that can be undone, when its row is hidden.
  ///
  /// By default it stays, so that nobody loses work by looking around.
  public var clearsOnHide = false

  /// The defaults.
  public init() {}

  /// Reads what a form says; what it does not say is the default.
  public init(_ record: Fields) {
    func flag(_ name: FieldName, _ standard: Bool) -> Bool { record[name]?.asBool ?? standard }
    unequalHoldsWithoutAnswer = flag("unequalHoldsWithoutAnswer", true)
    hiddenAnswersCount = flag("hiddenAnswersCount", false)
    clearsOnHide = flag("clearOnHide", false)
  }

  /// What is not the default, as the form keeps it.
  public var record: Fields {
    var record = Fields()
    if !unequalHoldsWithoutAnswer { record["unequalHoldsWithoutAnswer"] = false }
    if hiddenAnswersCount { record["hiddenAnswersCount"] = true }
    if clearsOnHide { record["clearOnHide"] = true }
    return record
  }
}
