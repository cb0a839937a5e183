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
    case .incomplete: description
    }
  }
}

extension InputError: LocalizedError {
  /// One sentence for the person who fills in the form: rows by title, options by label.
  public var errorDescription: String? { message }
}

/// An error whose text is one sentence for a person, with the place or the way out where there is one.
public protocol DescribedError: LocalizedError {}

extension DescribedError {
  /// The sentence.
  public var errorDescription: String? { "\(self)" }
}

extension StoreError: DescribedError {}
extension CertificateFile.Failure: DescribedError {}
extension HistoryError: DescribedError {}
extension StaleChange: DescribedError {}
extension StructureError: DescribedError {}
extension OptionSetError: DescribedError {}
extension DuplicateIDs: DescribedError {}
extension RepeatedIDs: DescribedError {}
extension InvalidName: DescribedError {}
extension InvalidMarkName: DescribedError {}
extension NotationError: DescribedError {}
extension CodingError: DescribedError {}
extension TableViolation: DescribedError {}
extension RenderError: DescribedError {}
extension DisplayPolicyError: DescribedError {}
extension ImportError: DescribedError {}
extension ExportError: DescribedError {}
extension HistoryFileError: DescribedError {}
extension Replay.Failure: DescribedError {}
extension Replay.File.Failure: DescribedError {}
extension ExpressionError: DescribedError {}
extension DecimalTooLong: DescribedError {}
