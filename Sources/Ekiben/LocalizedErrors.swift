public import EkibenDocuments
public import EkibenForms
public import EkibenInterchange
public import EkibenStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// `localizedDescription` of every error is one sentence for the person in front of the screen. The words
// stand with the facts, in English; an app that speaks another language words the facts itself: every
// error has them as properties or associated values (rule F21).

extension SessionError: LocalizedError {
  /// One sentence for the person who fills in the form: rows by title, options by label.
  public var errorDescription: String? {
    switch self {
    case .input(let error): error.message
    case .conflict(let conflict): conflict.message
    case .store(let error): error.errorDescription
    case .incomplete(let issues):
      "it cannot be submitted: "
        + issues.map { issue in
          (issue.title.map { "“\($0)”" } ?? issue.row.rawValue) + ": \(issue.message)"
        }.joined(separator: "; ")
    }
  }
}

extension InputError: LocalizedError {
  /// One sentence for the person who fills in the form: rows by title, options by label.
  public var errorDescription: String? { message }
}

extension StoreError: LocalizedError {
  /// One sentence, with what to do where there is something.
  public var errorDescription: String? { description }
}

extension CertificateFile.Failure: LocalizedError {
  /// One sentence that says where the file is wrong.
  public var errorDescription: String? { description }
}

extension HistoryError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension StaleChange: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension StructureError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension OptionSetError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension DuplicateIDs: LocalizedError {
  /// One sentence that names all of them.
  public var errorDescription: String? { description }
}

extension RepeatedIDs: LocalizedError {
  /// One sentence that names all of them.
  public var errorDescription: String? { "\(self)" }
}

extension InvalidName: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension InvalidMarkName: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { "\(self)" }
}

extension NotationError: LocalizedError {
  /// One sentence with the place.
  public var errorDescription: String? { description }
}

extension CodingError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension TableViolation: LocalizedError {
  /// The rule and what breaks it; a report of several lines where the attempt is known.
  public var errorDescription: String? { description }
}

extension RenderError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension DisplayPolicyError: LocalizedError {
  /// One sentence.
  public var errorDescription: String? { description }
}

extension ImportError: LocalizedError {
  /// One sentence with the place in the file.
  public var errorDescription: String? { description }
}

extension ExportError: LocalizedError {
  /// One sentence that names the record.
  public var errorDescription: String? { description }
}

extension HistoryFileError: LocalizedError {
  /// One sentence with the place in the file.
  public var errorDescription: String? { description }
}

extension Replay.Failure: LocalizedError {
  /// One sentence with the entry.
  public var errorDescription: String? { description }
}

extension ExpressionError: LocalizedError {
  /// What is wrong, behind the line and the column.
  public var errorDescription: String? { description }
}

extension DecimalTooLong: LocalizedError {
  /// One sentence with the limit.
  public var errorDescription: String? { description }
}
