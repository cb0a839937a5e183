import EkibenDocuments

/// Whether a row can have the focus.
public enum FocusEligibility: Hashable, Sendable {
  /// It cannot.
  case ineligible
  /// It can, and nothing is answered there.
  case empty
  /// It can, and something is answered there.
  case populated

  /// Whether the focus may go there.
  ///
  /// - Parameter skippingPopulated: Whether rows that are answered are passed over.
  /// - Returns: Whether it may.
  public func isEligible(skippingPopulated: Bool = false) -> Bool {
    switch self {
    case .ineligible: false
    case .empty: true
    case .populated: !skippingPopulated
    }
  }
}

/// A component that says itself whether it can have the focus; it is found inside decorators as well.
public protocol FocusDeciding {
  /// Whether the row can have the focus.
  var focusEligibility: FocusEligibility { get }
}

extension Component {
  /// Whether the row can have the focus: as the component says, else wherever a person can change the answer.
  ///
  /// Half an answer, typed and not readable yet, is one.
  public var eligibilityForFocus: FocusEligibility {
    if let own = behaviour((any FocusDeciding).self) { return own.focusEligibility }
    do throws(InputError) { _ = try editableInput() } catch { return .ineligible }
    if record.text(.draft) != nil { return .populated }
    let isMissing = record[.value]?.answers.isEmpty ?? true
    return isMissing ? .empty : .populated
  }
}
